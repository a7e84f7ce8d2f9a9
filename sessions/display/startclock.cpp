// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/startclock.h"

namespace Nightdesk
{
void StartClock::begin(Clock::time_point now)
{
    m_begun = now;
    m_mapped.reset();
}

void StartClock::mapped(Clock::time_point now)
{
    m_mapped = now;
}

bool StartClock::isSettled(Clock::time_point now) const
{
    const auto at = settlesAt();
    return at && now >= *at;
}

std::optional<StartClock::Clock::time_point> StartClock::settlesAt() const
{
    return m_mapped ? std::optional(*m_mapped + quiet) : std::nullopt;
}

std::optional<std::chrono::milliseconds> StartClock::took() const
{
    return m_mapped ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*m_mapped - m_begun)) : std::nullopt;
}
}
