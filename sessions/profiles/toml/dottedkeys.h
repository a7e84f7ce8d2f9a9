// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// The dotted keys of one inline table. There may be 100,000 of them. Pure.
class DottedKeys
{
public:
    /// False: it is there already, as a value or as a table.
    bool add(const QStringList &path);
    bool isEmpty() const;

private:
    QSet<QString> m_values;
    QSet<QString> m_tables;
};
}
