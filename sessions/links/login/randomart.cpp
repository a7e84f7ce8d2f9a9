// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/randomart.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int width = 17;
constexpr int height = 9;
constexpr QStringView symbols = u" .o+=*BOX@%&#/^SE";

QString borderLineWithTitle(const QString &title)
{
    const QString label = u'[' + title.left(width - 2) + u']';
    const qsizetype left = (width - label.size()) / 2;
    return u'+' + QString(left, u'-') + label + QString(width - left - label.size(), u'-') + u'+';
}
}

QString randomArt(const QByteArray &blob, const QString &title)
{
    std::array<std::array<int, width>, height> visits{};
    int x = width / 2;
    int y = height / 2;
    const int top = static_cast<int>(symbols.size()) - 3; // the last two symbols mark start and end
    const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
    for (const char c : hash) {
        auto bits = static_cast<unsigned char>(c);
        for (int pair = 0; pair < 4; ++pair, bits >>= 2) {
            x = std::clamp(x + ((bits & 1) ? 1 : -1), 0, width - 1);
            y = std::clamp(y + ((bits & 2) ? 1 : -1), 0, height - 1);
            visits[y][x] = std::min(visits[y][x] + 1, top);
        }
    }
    visits[height / 2][width / 2] = top + 1;
    visits[y][x] = top + 2;
    QString art = borderLineWithTitle(title) + u'\n';
    for (const auto &row : visits) {
        art += u'|';
        for (const int count : row) {
            art += symbols[count];
        }
        art += "|\n"_L1;
    }
    return art + borderLineWithTitle(u"SHA256"_s);
}
}
