// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QList>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// What a session's way to its first picture or window took, step by step, and since when it is live. Belongs to its Session.
/// Pure: the time is given.
class SessionTimes
{
public:
    using Clock = std::chrono::steady_clock;

    void wanted(Clock::time_point now); ///< by a person, or retried: the time to be live counts from here
    void forgetSteps(); ///< of the attempt before
    void opening(Clock::time_point now); ///< a new attempt: its first step begins
    void finished(Step step, Clock::time_point now); ///< the next one begins
    void appeared(Clock::time_point now); ///< the first time ends timeToLive(); later ones change nothing
    void live(Clock::time_point now);

    const QList<StepTiming> &steps() const;
    /// From wanted() until it appeared; empty: not yet.
    std::optional<std::chrono::milliseconds> timeToLive() const;
    Clock::time_point liveSince() const; ///< when it last became live

private:
    QList<StepTiming> m_steps;
    Clock::time_point m_wantedAt;
    Clock::time_point m_stepBegan;
    Clock::time_point m_liveSince;
    std::optional<std::chrono::milliseconds> m_timeToLive;
};
}
