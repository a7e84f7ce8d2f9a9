// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardattendance.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr qsizetype mostBoards = 16; // per SA
constexpr qsizetype mostNames = 200;
}

bool BoardAttendance::applyPresence(const QString &name, const BoardWire::Presence &presence)
{
    if (!m_open.contains(name) && m_open.size() >= mostNames) {
        return false;
    }
    QHash<QString, quint64> &open = m_open[name];
    const auto known = open.constFind(presence.stamp.run);
    if (known != open.constEnd() && *known >= presence.stamp.sequence) {
        return false; // outdated, or the will of an earlier connection
    }
    if (!presence.isOnline) {
        open.remove(presence.stamp.run);
    } else if (known != open.constEnd() || open.size() < mostBoards) {
        open.insert(presence.stamp.run, presence.stamp.sequence);
    }
    return update(name);
}

bool BoardAttendance::remove(const QString &name, const QString &run)
{
    const auto open = m_open.find(name);
    return open != m_open.end() && open->remove(run) && update(name);
}

bool BoardAttendance::update(const QString &name)
{
    BoardSa sa{.name = name, .isOnline = false, .boards = m_open.value(name).keys()};
    sa.boards.sort();
    sa.isOnline = !sa.boards.isEmpty();
    if (!sa.isOnline) {
        m_open.remove(name);
    }
    const auto place = std::ranges::lower_bound(m_list, name, {}, &BoardSa::name);
    if (place != m_list.end() && place->name == name) {
        return std::exchange(*place, sa) != sa;
    }
    if (sa.isOnline) {
        m_list.insert(place, sa);
    }
    return sa.isOnline;
}

void BoardAttendance::connectionRestored()
{
    m_open.clear();
    m_list.clear();
}

const QList<BoardSa> &BoardAttendance::list() const
{
    return m_list;
}
}
