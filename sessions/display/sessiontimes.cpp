// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/sessiontimes.h"

namespace Nightdesk
{
void SessionTimes::noteStartRequested(Clock::time_point now)
{
    m_startRequestedAt = now;
    m_timeTakenUntilLive.reset();
}

void SessionTimes::clearSteps()
{
    m_stepTimings.clear();
}

void SessionTimes::noteAttemptBegan(Clock::time_point now)
{
    clearSteps();
    m_stepBeganAt = now;
}

void SessionTimes::finishStep(StartStep step, Clock::time_point now)
{
    m_stepTimings.append({step, std::chrono::duration_cast<std::chrono::milliseconds>(now - m_stepBeganAt)});
    m_stepBeganAt = now;
}

void SessionTimes::noteContentAppeared(Clock::time_point now)
{
    if (!m_timeTakenUntilLive) {
        m_timeTakenUntilLive = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_startRequestedAt);
    }
}

void SessionTimes::noteBecameLive(Clock::time_point now)
{
    m_liveSince = now;
}

const QList<StepTiming> &SessionTimes::steps() const
{
    return m_stepTimings;
}

std::optional<std::chrono::milliseconds> SessionTimes::timeTakenUntilLive() const
{
    return m_timeTakenUntilLive;
}

SessionTimes::Clock::time_point SessionTimes::liveSince() const
{
    return m_liveSince;
}
}
