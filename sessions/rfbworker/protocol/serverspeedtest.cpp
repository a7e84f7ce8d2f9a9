// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/serverspeedtest.h"

namespace Nightdesk::Rfb
{
void ServerSpeedTest::noteServerIsNotX11vnc()
{
    m_isServerNotX11vnc = true;
    enterNextState(m_state, SpeedTestEvent::ServerIsNotX11vnc);
}

void ServerSpeedTest::handleUpdateBegin()
{
    m_updateHasSpeedTestCorner = false;
    m_updateHasOtherPixels = false;
}

void ServerSpeedTest::rectCame(const RfbWire::Rect &rect)
{
    const bool isCorner = rect == RfbWire::Rect{0, 0, speedTestCornerSide, speedTestCornerSide};
    m_updateHasSpeedTestCorner = m_updateHasSpeedTestCorner || isCorner;
    m_updateHasOtherPixels = m_updateHasOtherPixels || !isCorner;
}

void ServerSpeedTest::handleUpdateEnd(Time now, std::uint64_t bytes, Clock::duration roundTrip)
{
    checkTimeout(now);
    const auto until = now + cornerUpdateTimeout + 2 * roundTrip;
    if (m_updateHasSpeedTestCorner && !m_updateHasOtherPixels && mayBeRunning()) {
        enterNextState(m_state, SpeedTestEvent::CornerUpdate);
        m_stateDeadline = until;
        if (++m_receivedCornerUpdateCount >= cornerUpdatesPerSpeedTest) {
            enterNextState(m_state, SpeedTestEvent::LastCornerUpdate);
        }
    } else if (bytes >= minLargeUpdateBytes && m_state == SpeedTestState::Idle) {
        enterNextState(m_state, SpeedTestEvent::LargeUpdate);
        ++m_suspectedTestCount;
        m_firstSuspectedAt = m_firstSuspectedAt.value_or(now);
        m_stateDeadline = until;
    }
}

void ServerSpeedTest::checkTimeout(Time now)
{
    if (mayBeRunning() && now >= m_stateDeadline) {
        const bool isLast = m_suspectedTestCount >= maxSuspectedTests && now >= m_firstSuspectedAt.value_or(now) + minWatchDuration;
        enterNextState(m_state, isLast ? SpeedTestEvent::LastSuspectedTestTimedOut : SpeedTestEvent::CornerUpdateTimedOut);
    }
}

bool ServerSpeedTest::mayBeRunning() const
{
    return m_state == SpeedTestState::Suspected || m_state == SpeedTestState::Running;
}

bool ServerSpeedTest::isServerWokenByRequests() const
{
    // The requests that wake it do not disturb a measurement, so they need not wait for the end of the watch.
    return (m_state == SpeedTestState::Finished || m_suspectedTestCount >= maxSuspectedTests) && !m_isServerNotX11vnc;
}

std::optional<ServerSpeedTest::Time> ServerSpeedTest::timeoutDueAt() const
{
    return mayBeRunning() ? std::optional(m_stateDeadline) : std::nullopt;
}
}
