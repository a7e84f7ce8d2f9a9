// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// A table for a terminal: the first column is left-aligned, the others right-aligned. Pure. Made by a command for one table.
class TextTable
{
public:
    explicit TextTable(const QStringList &headers);
    void add(const QStringList &cells);
    /// Makes @p columns left-aligned. No line of the table ends with blanks.
    void setLeftAlignedColumns(const QList<qsizetype> &columns);
    bool isEmpty() const;
    /// The table as text, each line indented by two spaces; empty columns are left out.
    QString text() const;

private:
    QList<QStringList> m_rows; ///< rows of the table, with the column headers first
    QList<qsizetype> m_leftAlignedColumns;
};
}
