// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerwatchdog.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto deathWindow = 60s;
constexpr std::size_t deathLimit = 3;
constexpr auto runawayWindow = 10s;
constexpr int runawayPercent = 90;
}

WorkerWatchdog::Verdict WorkerWatchdog::recordCrash(Instant now)
{
    m_cpuSamples.clear();
    m_crashTimes.push_back(now);
    while (now - m_crashTimes.front() > deathWindow) {
        m_crashTimes.pop_front();
    }
    if (m_crashTimes.size() < deathLimit) {
        return m_crashTimes.size() == 1 ? Verdict::RestartAtOnce : Verdict::RestartAfterPause;
    }
    m_crashTimes.clear(); // a retry by the user gets three new attempts
    return Verdict::GiveUp;
}

void WorkerWatchdog::noteStarted(Instant now)
{
    m_cpuSamples.clear();
    m_cpuSamples.push_back({now, 0us});
}

void WorkerWatchdog::noteDamage(Instant)
{
    m_cpuSamples.clear();
}

bool WorkerWatchdog::isWorkerBusyWithoutResult(Instant now, std::chrono::microseconds cpuSinceStart)
{
    m_cpuSamples.push_back({now, cpuSinceStart});
    while (m_cpuSamples.size() >= 2 && now - m_cpuSamples[1].takenAt >= runawayWindow) {
        m_cpuSamples.pop_front();
    }
    const auto elapsed = now - m_cpuSamples.front().takenAt;
    return elapsed >= runawayWindow && (cpuSinceStart - m_cpuSamples.front().cpuSinceStart) * 100 >= elapsed * runawayPercent;
}
}
