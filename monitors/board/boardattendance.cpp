// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardattendance.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype rememberedRuns = 8;
constexpr qsizetype mostNames = 200;
}

bool BoardAttendance::take(const QString &name, const BoardWire::Presence &presence)
{
    QList<Run> &runs = m_runs[name];
    const auto known = std::ranges::find(runs, presence.stamp.run, &Run::id);
    if (known != runs.end() && known->sequence >= presence.stamp.sequence) {
        return false;
    }
    if (known != runs.end()) {
        runs.erase(known);
    }
    runs.append({.id = presence.stamp.run, .sequence = presence.stamp.sequence, .isOnline = presence.isOnline});
    runs = runs.last(qMin(runs.size(), rememberedRuns));
    const bool isOnline = std::ranges::any_of(runs, &Run::isOnline);

    auto place = std::ranges::lower_bound(m_list, name, {}, &BoardSa::name);
    if (place == m_list.end() || place->name != name) {
        if (m_list.size() >= mostNames) {
            m_runs.remove(name);
            return false;
        }
        place = m_list.insert(place, {.name = name, .isOnline = isOnline, .stamp = presence.stamp});
        return true;
    }
    place->stamp = presence.stamp;
    return std::exchange(place->isOnline, isOnline) != isOnline;
}

bool BoardAttendance::remove(const QString &name)
{
    m_runs.remove(name);
    return m_list.removeIf([&name](const BoardSa &sa) {
        return sa.name == name;
    }) > 0;
}

void BoardAttendance::comeBack()
{
    m_runs.clear();
    for (BoardSa &sa : m_list) {
        sa.isOnline = false;
    }
}

const QList<BoardSa> &BoardAttendance::list() const
{
    return m_list;
}
}
