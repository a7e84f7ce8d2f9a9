// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardattendance.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype mostBoards = 16; // limit of open boards per support astronomer (SA)
constexpr qsizetype mostNames = 200; // limit of support astronomers with an open board
}

bool BoardAttendance::applyPresence(const QString &name, const BoardWire::Presence &presence)
{
    const bool hasOpenBoard = !m_presenceSequenceByRun.value(name).isEmpty();
    if (!hasOpenBoard && (!presence.isOnline || namesWithOpenBoard() >= mostNames)) {
        return false;
    }
    QMap<QString, quint64> &open = m_presenceSequenceByRun[name];
    const QStringList before = open.keys();
    const auto known = open.constFind(presence.stamp.runId);
    if (known != open.constEnd() && *known >= presence.stamp.sequence) {
        return false; // outdated, or the will of an earlier connection
    }
    if (!presence.isOnline) {
        open.remove(presence.stamp.runId);
    } else if (known != open.constEnd() || open.size() < mostBoards) {
        open.insert(presence.stamp.runId, presence.stamp.sequence);
    }
    return before != open.keys();
}

bool BoardAttendance::removeBoard(const QString &name, const QString &run)
{
    const auto open = m_presenceSequenceByRun.find(name);
    return open != m_presenceSequenceByRun.end() && open->remove(run) > 0;
}

void BoardAttendance::handleConnectionRestored()
{
    m_presenceSequenceByRun.clear();
}

qsizetype BoardAttendance::namesWithOpenBoard() const
{
    return std::count_if(m_presenceSequenceByRun.cbegin(), m_presenceSequenceByRun.cend(), [](const QMap<QString, quint64> &open) {
        return !open.isEmpty();
    });
}

QList<BoardAstronomer> BoardAttendance::astronomersWithOpenBoard() const
{
    QList<BoardAstronomer> result;
    for (const auto &[name, open] : m_presenceSequenceByRun.asKeyValueRange()) {
        result.append({.name = name, .isOnline = !open.isEmpty(), .openBoardRunIds = open.keys()});
    }
    return result;
}
}
