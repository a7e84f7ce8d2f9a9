// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/terminaltext.h"

#include <QList>

#include <algorithm>

#include <wchar.h>

namespace Nightdesk::TerminalText
{
using namespace Qt::StringLiterals;

namespace
{
/// A character that is not known to the C library counts as one column.
int widthOf(char32_t character)
{
    const int width = ::wcwidth(static_cast<wchar_t>(character));
    return width < 0 ? 1 : width;
}
}

int width(QStringView text)
{
    int sum = 0;
    const QList<uint> characters = text.toUcs4();
    for (const char32_t character : characters) {
        sum += widthOf(character);
    }
    return sum;
}

QString leftJustified(const QString &text, int columns)
{
    return text + QString(std::max(0, columns - width(text)), u' ');
}

QString rightJustified(const QString &text, int columns)
{
    return QString(std::max(0, columns - width(text)), u' ') + text;
}
}
