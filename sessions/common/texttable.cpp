// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/texttable.h"

#include "sessions/common/terminaltext.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

TextTable::TextTable(const QStringList &heads)
    : m_lines{heads}
{
}

void TextTable::add(const QStringList &cells)
{
    m_lines.append(cells);
}

void TextTable::setTexts(const QList<qsizetype> &columns)
{
    m_texts = columns;
}

bool TextTable::isEmpty() const
{
    return m_lines.size() < 2;
}

QString TextTable::text() const
{
    const qsizetype columns = m_lines.constFirst().size();
    QList<int> widths(columns, 0);
    for (qsizetype line = 0; line < m_lines.size(); ++line) {
        for (qsizetype column = 0; column < columns; ++column) {
            widths[column] = std::max(widths.at(column), TerminalText::width(m_lines.at(line).value(column)));
        }
    }
    for (qsizetype column = 1; column < columns; ++column) {
        const bool isUsed = std::any_of(m_lines.cbegin() + 1, m_lines.cend(), [column](const QStringList &line) {
            return !line.value(column).isEmpty();
        });
        widths[column] = isUsed ? widths.at(column) : 0;
    }
    QString text;
    for (const QStringList &line : m_lines) {
        QString row = u"  "_s + TerminalText::fromLeft(line.value(0), widths.constFirst());
        for (qsizetype column = 1; column < columns; ++column) {
            if (widths.at(column) > 0) {
                const QString cell = line.value(column);
                row +=
                    u"  "_s + (m_texts.contains(column) ? TerminalText::fromLeft(cell, widths.at(column)) : TerminalText::fromRight(cell, widths.at(column)));
            }
        }
        while (row.endsWith(u' ')) {
            row.chop(1);
        }
        text += row + u'\n';
    }
    return text;
}
}
