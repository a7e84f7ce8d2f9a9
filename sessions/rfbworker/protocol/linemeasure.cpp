// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/linemeasure.h"

namespace Nightdesk::Rfb
{
void LineMeasure::handle(MeasureEvent event)
{
    m_state = nextState(m_state, event).value_or(m_state);
}

void LineMeasure::serverKnown()
{
    handle(MeasureEvent::ServerKnown);
}

void LineMeasure::updateBegins()
{
    m_hasCorner = false;
    m_hasMore = false;
}

void LineMeasure::rectCame(const RfbWire::Rect &rect)
{
    const bool isCorner = rect == RfbWire::Rect{0, 0, cornerSide, cornerSide};
    m_hasCorner = m_hasCorner || isCorner;
    m_hasMore = m_hasMore || !isCorner;
}

void LineMeasure::updateEnds(Time now, std::uint64_t bytes, Clock::duration roundTrip)
{
    checkTime(now);
    const auto until = now + slack + 2 * roundTrip;
    if (m_hasCorner && !m_hasMore && mayRun()) {
        handle(MeasureEvent::CornerUpdate);
        m_until = until;
        if (++m_corners >= corners) {
            handle(MeasureEvent::LastCorner);
        }
    } else if (bytes >= large && m_state == MeasureState::Idle) {
        handle(MeasureEvent::LargeUpdate);
        ++m_suspicions;
        m_until = until;
    }
}

void LineMeasure::checkTime(Time now)
{
    if (mayRun() && now >= m_until) {
        handle(m_suspicions < mostSuspicions ? MeasureEvent::TimeOver : MeasureEvent::LastSuspicionOver);
    }
}

bool LineMeasure::mayRun() const
{
    return m_state == MeasureState::Suspected || m_state == MeasureState::Running;
}

std::optional<LineMeasure::Time> LineMeasure::due() const
{
    return mayRun() ? std::optional(m_until) : std::nullopt;
}
}
