// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/pointerwarp.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto userIdleTime = 500ms;
constexpr auto warpTimeout = 1s; // time for the local X server's event on a busy machine
constexpr int reach = 2; // tolerance in pixels, because a scaled image rounds positions
}

void PointerWarp::noteUserMove(Instant now)
{
    m_lastUserMoveAt = now;
    m_warps.clear();
}

bool PointerWarp::mustFollowWarp(const QPoint &remotePosition, bool isFree, Instant now)
{
    if (!isFree || (m_lastUserMoveAt && now - *m_lastUserMoveAt < userIdleTime)) {
        return false;
    }
    forgetOldWarps(now); // on Wayland, the local pointer does not follow and causes no moves
    m_warps.push_back({remotePosition, now});
    return true;
}

bool PointerWarp::isCausedByWarp(const QPoint &remotePosition, Instant now)
{
    forgetOldWarps(now);
    // Checks all recent warps, because the local pointer's moves that follow earlier warps may arrive after the last warp.
    return std::ranges::any_of(m_warps, [&remotePosition](const Warp &warp) {
        return (warp.remotePosition - remotePosition).manhattanLength() <= reach;
    });
}

void PointerWarp::forgetOldWarps(Instant now)
{
    while (!m_warps.empty() && now - m_warps.front().warpedAt >= warpTimeout) {
        m_warps.pop_front();
    }
}
}
