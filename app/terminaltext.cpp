// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminaltext.h"

#include <QList>

#include <algorithm>

#include <wchar.h>

namespace Nightdesk::TerminalText
{
using namespace Qt::StringLiterals;

namespace
{
/// What the C library does not know is taken for an ordinary character.
int widthOf(char32_t character)
{
    const int width = ::wcwidth(static_cast<wchar_t>(character));
    return width < 0 ? 1 : width;
}

/// As much of its beginning as stands in @p columns.
QString beginning(const QString &text, int columns)
{
    QString result;
    const QList<uint> characters = text.toUcs4();
    for (const char32_t character : characters) {
        columns -= widthOf(character);
        if (columns < 0) {
            break;
        }
        result += QStringView(QChar::fromUcs4(character));
    }
    return result;
}

QString cut(const QString &line, int columns)
{
    return width(line) <= columns ? line : beginning(line, columns - 1) + u'…';
}

void addWrapped(const QString &line, int columns, QStringList &result)
{
    QString row;
    const QStringList words = line.split(u' ');
    for (QString word : words) {
        if (!row.isEmpty() && width(row) + 1 + width(word) <= columns) {
            row += u' ' + word;
            continue;
        }
        if (!row.isEmpty()) {
            result += row;
        }
        while (width(word) > columns) { // a path
            const QString part = beginning(word, columns);
            result += part;
            word.remove(0, part.size());
        }
        row = word;
    }
    result += row;
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

QString fromLeft(const QString &text, int columns)
{
    return text + QString(std::max(0, columns - width(text)), u' ');
}

QString fromRight(const QString &text, int columns)
{
    return QString(std::max(0, columns - width(text)), u' ') + text;
}

QStringList lines(const QString &text, int columns)
{
    columns = std::max(2, columns); // of a wide character
    QStringList result;
    QStringList given = text.split(u'\n');
    if (given.constLast().isEmpty()) {
        given.removeLast();
    }
    for (const QString &line : std::as_const(given)) {
        if (line.startsWith(u' ')) {
            result += cut(line, columns);
        } else {
            addWrapped(line, columns, result);
        }
    }
    return result;
}
}
