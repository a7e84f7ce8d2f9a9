// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/programstartdetector.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::size_t maxWindows = 4096; ///< limit of the number of windows that are remembered
}

void ProgramStartDetector::noteMappedWindow(std::uint32_t window, bool isOrdinary, Clock::time_point now)
{
    if (m_isStartFinished) {
        return;
    }
    if (isOrdinary && !m_firstOrdinaryWindowMappedAt) {
        m_firstOrdinaryWindowMappedAt = now;
        m_lastNewWindowAt = now;
    }
    if (m_knownWindows.size() < maxWindows && m_knownWindows.insert(window).second) {
        m_lastNewWindowAt = now;
    }
}

std::optional<ProgramStartDetector::Clock::time_point> ProgramStartDetector::dueAt() const
{
    return m_firstOrdinaryWindowMappedAt && !m_isStartFinished
        ? std::optional(std::min(m_lastNewWindowAt + quietTime, *m_firstOrdinaryWindowMappedAt + maxStartTime))
        : std::nullopt;
}

bool ProgramStartDetector::takeStartFinished(Clock::time_point now)
{
    const auto due = dueAt();
    if (!due || now < *due) {
        return false;
    }
    m_isStartFinished = true;
    m_knownWindows.clear();
    return true;
}
}
