// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/suggestion.h"

#include <algorithm>
#include <vector>

namespace Nightdesk
{
namespace
{
qsizetype editDistance(QStringView a, QStringView b)
{
    const qsizetype width = b.size() + 1;
    std::vector<qsizetype> cells(static_cast<std::size_t>((a.size() + 1) * width));
    const auto cell = [&](qsizetype row, qsizetype column) -> qsizetype & {
        return cells[static_cast<std::size_t>(row * width + column)];
    };
    for (qsizetype i = 0; i <= a.size(); ++i) {
        for (qsizetype j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cell(i, j) = i + j;
                continue;
            }
            const bool same = a[i - 1].toCaseFolded() == b[j - 1].toCaseFolded();
            qsizetype best = std::min({cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                best = std::min(best, cell(i - 2, j - 2) + 1);
            }
            cell(i, j) = best;
        }
    }
    return cells.back();
}
}

QString suggestion(const QString &word, const QStringList &candidates)
{
    // No key has more than 60 letters. This limits the size of the table of distances, whatever a file contains.
    if (word.size() > 60) {
        return {};
    }
    QString best;
    qsizetype bestDistance = std::max<qsizetype>(1, word.size() / 3) + 1;
    for (const QString &candidate : candidates) {
        if (std::abs(candidate.size() - word.size()) >= bestDistance || candidate == word) {
            continue;
        }
        const qsizetype d = editDistance(word, candidate);
        if (d < bestDistance) {
            bestDistance = d;
            best = candidate;
        }
    }
    return best;
}
}
