// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QQueue>
#include <QSet>
#include <QString>

namespace Nightdesk
{
/// Remembers the last thousand ids. Pure. Owned by NoteBook.
class SeenIds
{
public:
    bool contains(const QString &id) const
    {
        return m_ids.contains(id);
    }
    bool addIfNew(const QString &id) ///< true if the id is new; the id is then remembered
    {
        if (m_ids.contains(id)) {
            return false;
        }
        m_ids.insert(id);
        m_idsOldestFirst.enqueue(id);
        if (m_idsOldestFirst.size() > maxIds) {
            m_ids.remove(m_idsOldestFirst.dequeue());
        }
        return true;
    }

private:
    static constexpr qsizetype maxIds = 1000;
    QSet<QString> m_ids;
    QQueue<QString> m_idsOldestFirst;
};
}
