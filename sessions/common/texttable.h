// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Columns for a terminal: the first one from the left, numbers from the right. Pure. Made by a command for one table.
class TextTable
{
public:
    explicit TextTable(const QStringList &heads);
    void add(const QStringList &cells);
    /// Columns of words: from the left, and the last of all without blanks behind it.
    void setTexts(const QList<qsizetype> &columns);
    bool isEmpty() const;
    /// Each line with two spaces before it; empty columns are left out.
    QString text() const;

private:
    QList<QStringList> m_lines; ///< the heads first
    QList<qsizetype> m_texts;
};
}
