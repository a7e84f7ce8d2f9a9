// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/redactedforboard.h"

#include "sessions/boardwire/boardlimits.h"
#include "sessions/common/displaytext.h"

#include <QRegularExpression>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString redactedForBoard(const QString &text, const QStringList &names)
{
    static const QString hidden = u"…"_s;
    static const QRegularExpression patterns(
        uR"((?xs)
        # What a server or program said, or a name. It may contain quotation marks itself: hidden up to the last one, or to the end.
        “ (?: .* ” | .* ) | „ (?: .* [“”] | .* ) | « (?: .* » | .* ) | " [^"]* "
        | [^\s“”"'(),;]+ @ [^\s“”"'(),;]+               # user@host
        | (?<![\w/]) ~? / [^\s“”"'(),;]+                # a file
        | (?<![\w.]) \d{1,3} (?:\.\d{1,3}){3} (?:[:/]\d+)? (?![\w.]*\w)   # IPv4
        | (?<![\w:]) (?:[0-9a-fA-F]{1,4}:){7} [0-9a-fA-F]{1,4} (?![\w:])   # IPv6, in full
        | (?<![\w:]) [0-9a-fA-F:]* :: [0-9a-fA-F:]* (?![\w:])   # IPv6, short
        | (?<![\w.]) [\p{L}\d] [\p{L}\d_-]* (?:\. [\p{L}\d_-]+)* \. \p{L}{2,} (?![\p{L}\d_])   # a host with its domain
        | \b (?:SHA256|MD5) : [\w+/:=]+                 # a key
    )"_s);
    QString result = displayText(text, 4 * BoardLimits::trouble);
    result.replace(patterns, hidden);
    QStringList longestFirst = names;
    std::ranges::sort(longestFirst, std::greater{}, &QString::size);
    for (const QString &name : std::as_const(longestFirst)) {
        if (name.size() > 1) { // a name of one letter is too common to be hidden
            static const QString word = uR"((?<![\w])%1(?![\w]))"_s;
            result.replace(QRegularExpression(word.arg(QRegularExpression::escape(name)), QRegularExpression::CaseInsensitiveOption), hidden);
        }
    }
    return displayText(result, BoardLimits::trouble);
}
}
