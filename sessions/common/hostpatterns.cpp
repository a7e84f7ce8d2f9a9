// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/hostpatterns.h"

namespace Nightdesk
{
namespace
{
bool matchesPattern(QStringView pattern, QStringView text, Qt::CaseSensitivity caseSensitivity)
{
    const auto areEqual = [caseSensitivity](QChar a, QChar b) {
        return a == b || (caseSensitivity == Qt::CaseInsensitive && a.toLower() == b.toLower());
    };
    // Backtracks to the last star only, so that a malicious file cannot make it slow.
    qsizetype p = 0;
    qsizetype t = 0;
    qsizetype star = -1;
    qsizetype resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] != u'*' && (pattern[p] == u'?' || areEqual(pattern[p], text[t]))) {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            resume = t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*') {
        ++p;
    }
    return p == pattern.size();
}
}

bool matchesHostPatterns(const QStringList &patterns, QStringView text, Qt::CaseSensitivity caseSensitivity)
{
    bool found = false;
    for (const QString &pattern : patterns) {
        const bool isNegated = pattern.startsWith(u'!');
        if (matchesPattern(QStringView(pattern).sliced(isNegated ? 1 : 0), text, caseSensitivity)) {
            if (isNegated) {
                return false;
            }
            found = true;
        }
    }
    return found;
}
}
