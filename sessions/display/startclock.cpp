// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/startclock.h"

namespace Nightdesk
{
void StartClock::begin(Clock::time_point now)
{
    m_startedAt = now;
    m_lastWindowAt.reset();
}

void StartClock::noteWindowMapped(Clock::time_point now)
{
    m_lastWindowAt = now;
}

bool StartClock::hasStartSettled(Clock::time_point now) const
{
    const auto at = startFinishedAt();
    return at && now >= *at;
}

std::optional<StartClock::Clock::time_point> StartClock::startFinishedAt() const
{
    return m_lastWindowAt ? std::optional(*m_lastWindowAt + settleTime) : std::nullopt;
}

std::optional<std::chrono::milliseconds> StartClock::startDuration() const
{
    return m_lastWindowAt ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*m_lastWindowAt - m_startedAt)) : std::nullopt;
}
}
