// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/texttable.h"

#include "sessions/common/terminaltext.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

TextTable::TextTable(const QStringList &headers)
    : m_rows{headers}
{
}

void TextTable::add(const QStringList &cells)
{
    m_rows.append(cells);
}

void TextTable::setLeftAlignedColumns(const QList<qsizetype> &columns)
{
    m_leftAlignedColumns = columns;
}

bool TextTable::isEmpty() const
{
    return m_rows.size() < 2;
}

QString TextTable::text() const
{
    const qsizetype columns = m_rows.constFirst().size();
    QList<int> widths(columns, 0);
    for (qsizetype line = 0; line < m_rows.size(); ++line) {
        for (qsizetype column = 0; column < columns; ++column) {
            widths[column] = std::max(widths.at(column), TerminalText::width(m_rows.at(line).value(column)));
        }
    }
    for (qsizetype column = 1; column < columns; ++column) {
        const bool isUsed = std::any_of(m_rows.cbegin() + 1, m_rows.cend(), [column](const QStringList &line) {
            return !line.value(column).isEmpty();
        });
        widths[column] = isUsed ? widths.at(column) : 0;
    }
    QString text;
    for (const QStringList &line : m_rows) {
        QString row = u"  "_s + TerminalText::leftJustified(line.value(0), widths.constFirst());
        for (qsizetype column = 1; column < columns; ++column) {
            if (widths.at(column) > 0) {
                const QString cell = line.value(column);
                row += u"  "_s
                    + (m_leftAlignedColumns.contains(column) ? TerminalText::leftJustified(cell, widths.at(column))
                                                             : TerminalText::rightJustified(cell, widths.at(column)));
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
