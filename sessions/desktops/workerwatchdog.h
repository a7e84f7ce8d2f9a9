// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>

namespace Nightdesk
{
/// Decides when a worker has to be killed and when there is no point in starting another. Pure: time and CPU are arguments.
/// Owned by DesktopConnection or DesktopTrial.
class WorkerWatchdog
{
public:
    using Instant = std::chrono::steady_clock::time_point;
    enum class Verdict {
        StartAtOnce, ///< the first in a while
        StartAnother, ///< after a pause
        GiveUp, ///< the third death in 60 s; the count starts afresh after it
    };

    /// A worker died that nobody asked to die.
    Verdict died(Instant now);

    /// A new worker runs: its CPU time counts from 0.
    void started(Instant now);
    /// It did something useful with its time.
    void damaged(Instant now);
    /// About once a second, with the CPU time that the worker has used since its start. True: it has used 90 % of a core or
    /// more for the last 10 s and shown nothing for it.
    bool isRunaway(Instant now, std::chrono::microseconds cpu);

private:
    struct Sample {
        Instant takenAt;
        std::chrono::microseconds cpu{};
    };
    std::deque<Instant> m_deaths;
    std::deque<Sample> m_samples; ///< since the last damage; the first is the only one older than 10 s
};
}
