// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardattendance.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr qsizetype mostBoards = 16; // limit of open boards per support astronomer (SA)
constexpr qsizetype mostNames = 200;
}

bool BoardAttendance::applyPresence(const QString &name, const BoardWire::Presence &presence)
{
    if (!m_presenceSequenceByRun.contains(name) && m_presenceSequenceByRun.size() >= mostNames) {
        return false;
    }
    QHash<QString, quint64> &open = m_presenceSequenceByRun[name];
    const auto known = open.constFind(presence.stamp.runId);
    if (known != open.constEnd() && *known >= presence.stamp.sequence) {
        return false; // outdated, or the will of an earlier connection
    }
    if (!presence.isOnline) {
        open.remove(presence.stamp.runId);
    } else if (known != open.constEnd() || open.size() < mostBoards) {
        open.insert(presence.stamp.runId, presence.stamp.sequence);
    }
    return updateAstronomer(name);
}

bool BoardAttendance::removeBoard(const QString &name, const QString &run)
{
    const auto open = m_presenceSequenceByRun.find(name);
    return open != m_presenceSequenceByRun.end() && open->remove(run) && updateAstronomer(name);
}

bool BoardAttendance::updateAstronomer(const QString &name)
{
    BoardAstronomer sa{.name = name, .isOnline = false, .openBoardRunIds = m_presenceSequenceByRun.value(name).keys()};
    sa.openBoardRunIds.sort();
    sa.isOnline = !sa.openBoardRunIds.isEmpty();
    if (!sa.isOnline) {
        m_presenceSequenceByRun.remove(name);
    }
    const auto place = std::ranges::lower_bound(m_astronomersWithOpenBoard, name, {}, &BoardAstronomer::name);
    if (place != m_astronomersWithOpenBoard.end() && place->name == name) {
        return std::exchange(*place, sa) != sa;
    }
    if (sa.isOnline) {
        m_astronomersWithOpenBoard.insert(place, sa);
    }
    return sa.isOnline;
}

void BoardAttendance::handleConnectionRestored()
{
    m_presenceSequenceByRun.clear();
    m_astronomersWithOpenBoard.clear();
}

const QList<BoardAstronomer> &BoardAttendance::astronomersWithOpenBoard() const
{
    return m_astronomersWithOpenBoard;
}
}
