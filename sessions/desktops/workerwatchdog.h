// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>

namespace Nightdesk
{
/// Decides when a worker has to be killed and when a restart is pointless. Pure: time and CPU time are arguments.
/// Owned by DesktopConnection or DesktopTrial.
class WorkerWatchdog
{
public:
    using Instant = std::chrono::steady_clock::time_point;
    enum class Verdict {
        RestartAtOnce, ///< start a new worker at once: this is the first crash in a while
        RestartAfterPause, ///< start a new worker after a pause
        GiveUp, ///< third crash in 60 s; the count starts at 0 again
    };

    /// A worker ended unexpectedly.
    Verdict recordCrash(Instant now);

    /// A new worker was started: its CPU time counts from 0.
    void noteStarted(Instant now);
    /// The worker reported damage, so its CPU time was useful.
    void noteDamage(Instant now);
    /// To be called about once a second, with the worker's CPU time since its start. True: it has used 90 % of a core or
    /// more for the last 10 s without reporting damage.
    bool isWorkerBusyWithoutResult(Instant now, std::chrono::microseconds cpuSinceStart);

private:
    struct Sample {
        Instant takenAt;
        std::chrono::microseconds cpuSinceStart{};
    };
    std::deque<Instant> m_crashTimes;
    std::deque<Sample> m_cpuSamples; ///< CPU times since the last damage; only the first may be older than 10 s
};
}
