// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QList>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The durations of the steps to a session's first image or window, and the time when it became live. Owned by its Session. Pure: the time is passed
/// in.
class SessionTimes
{
public:
    using Clock = std::chrono::steady_clock;

    void noteStartRequested(Clock::time_point now); ///< requested or retried: timeTakenUntilLive() counts from here
    void clearSteps(); ///< forgets the steps of the previous attempt
    void noteAttemptBegan(Clock::time_point now); ///< a new attempt and its first step begin
    void finishStep(StartStep step, Clock::time_point now); ///< ends @p step; the next step begins
    void noteContentAppeared(Clock::time_point now); ///< the first call ends timeTakenUntilLive(); later calls change nothing
    void noteBecameLive(Clock::time_point now);

    const QList<StepTiming> &steps() const;
    /// Time from noteStartRequested() to noteContentAppeared(); empty: not appeared yet.
    std::optional<std::chrono::milliseconds> timeTakenUntilLive() const;
    Clock::time_point liveSince() const; ///< when the session last became live

private:
    QList<StepTiming> m_stepTimings;
    Clock::time_point m_startRequestedAt;
    Clock::time_point m_stepBeganAt;
    Clock::time_point m_liveSince;
    std::optional<std::chrono::milliseconds> m_timeTakenUntilLive;
};
}
