// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/settleclock.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::size_t maxWindows = 4096; ///< limit of the number of windows that are remembered
}

void SettleClock::mapped(std::uint32_t window, bool isOrdinary, Clock::time_point now)
{
    if (m_hasSettled) {
        return;
    }
    if (isOrdinary && !m_first) {
        m_first = now;
        m_last = now;
    }
    if (m_seen.size() < maxWindows && m_seen.insert(window).second) {
        m_last = now;
    }
}

std::optional<SettleClock::Clock::time_point> SettleClock::dueAt() const
{
    return m_first && !m_hasSettled ? std::optional(std::min(m_last + quiet, *m_first + longest)) : std::nullopt;
}

bool SettleClock::settles(Clock::time_point now)
{
    const auto due = dueAt();
    if (!due || now < *due) {
        return false;
    }
    m_hasSettled = true;
    m_seen.clear();
    return true;
}
}
