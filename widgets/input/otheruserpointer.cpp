// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/otheruserpointer.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// The server echoes a move after one round trip and its next poll of the pointer: up to 1000 ms on the worst connection, plus a margin.
constexpr auto echoWindow = 2s;
// The server clips positions to its screen and may round them.
constexpr int echoReach = 3;
}

void OtherUserPointer::noteSentPosition(const QPoint &position, Instant now)
{
    m_sentPositions.push_back({position, now});
    // The last position is always kept: the pointer is still there.
    while (m_sentPositions.size() > 1 && now - m_sentPositions.front().positionTime > echoWindow) {
        m_sentPositions.pop_front();
    }
    m_otherUserPosition.reset(); // the local user has moved the pointer
}

bool OtherUserPointer::noteReportedPosition(const QPoint &position, Instant now)
{
    while (m_sentPositions.size() > 1 && now - m_sentPositions.front().positionTime > echoWindow) {
        m_sentPositions.pop_front();
    }
    if (!std::exchange(m_hasServerReportedPosition, true)) {
        // The server's first report gives the pointer's position at connection time, so it does not prove that another
        // user moved the pointer. It may arrive after a local move.
        if (m_sentPositions.empty()) {
            m_sentPositions.push_back({position, now});
        }
        return false;
    }
    const bool isEcho = std::ranges::any_of(m_sentPositions, [&](const TimedPosition &seen) {
        return (seen.position - position).manhattanLength() <= echoReach;
    });
    if (isEcho) {
        return false;
    }
    m_otherUserPosition = TimedPosition{position, now};
    return true;
}

std::optional<QPoint> OtherUserPointer::markerPosition(Instant now) const
{
    return m_otherUserPosition && now - m_otherUserPosition->positionTime < markerDuration ? std::optional(m_otherUserPosition->position) : std::nullopt;
}

void OtherUserPointer::clear()
{
    m_sentPositions.clear();
    m_hasServerReportedPosition = false;
    m_otherUserPosition.reset();
}
}
