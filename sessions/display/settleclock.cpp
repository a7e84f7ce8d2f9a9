// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/settleclock.h"

namespace Nightdesk
{
void SettleClock::begin(Clock::time_point now)
{
    m_begun = now;
    m_mapped.reset();
}

void SettleClock::mapped(Clock::time_point now)
{
    m_mapped = now;
}

bool SettleClock::isSettled(Clock::time_point now) const
{
    const auto at = settlesAt();
    return at && now >= *at;
}

std::optional<SettleClock::Clock::time_point> SettleClock::settlesAt() const
{
    return m_mapped ? std::optional(*m_mapped + quiet) : std::nullopt;
}

std::optional<std::chrono::milliseconds> SettleClock::took() const
{
    return m_mapped ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*m_mapped - m_begun)) : std::nullopt;
}
}
