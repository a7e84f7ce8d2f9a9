// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/dottedkeys.h"

namespace Nightdesk
{
bool DottedKeys::add(const QStringList &path)
{
    QString way;
    for (qsizetype i = 0; i < path.size(); ++i) {
        way += path.at(i) + QChar(0x1F); // stands in no key
        const bool isLast = i + 1 == path.size();
        if (m_values.contains(way) || (isLast && m_tables.contains(way))) {
            return false;
        }
        (isLast ? m_values : m_tables).insert(way);
    }
    return true;
}

bool DottedKeys::isEmpty() const
{
    return m_values.isEmpty();
}
}
