// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/sessiontimes.h"

namespace Nightdesk
{
void SessionTimes::startRequested(Clock::time_point now)
{
    m_requestedAt = now;
    m_timeToLive.reset();
}

void SessionTimes::clearSteps()
{
    m_steps.clear();
}

void SessionTimes::attemptBegan(Clock::time_point now)
{
    clearSteps();
    m_stepBegan = now;
}

void SessionTimes::finished(Step step, Clock::time_point now)
{
    m_steps.append({step, std::chrono::duration_cast<std::chrono::milliseconds>(now - m_stepBegan)});
    m_stepBegan = now;
}

void SessionTimes::appeared(Clock::time_point now)
{
    if (!m_timeToLive) {
        m_timeToLive = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_requestedAt);
    }
}

void SessionTimes::live(Clock::time_point now)
{
    m_liveSince = now;
}

const QList<StepTiming> &SessionTimes::steps() const
{
    return m_steps;
}

std::optional<std::chrono::milliseconds> SessionTimes::timeToLive() const
{
    return m_timeToLive;
}

SessionTimes::Clock::time_point SessionTimes::liveSince() const
{
    return m_liveSince;
}
}
