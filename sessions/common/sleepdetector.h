// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Decides whether the computer was suspended, or this process was stopped, since the last call. CLOCK_BOOTTIME continues during
/// a suspend, CLOCK_MONOTONIC does not. The wall clock is not used, because it can be set. Pure. Owned by SleepWatch.
class SleepDetector
{
public:
    struct Clocks {
        std::chrono::nanoseconds monotonicTime{};
        std::chrono::nanoseconds bootTime{};
    };

    /// A suspend that is shorter than this does not affect connections.
    static constexpr std::chrono::seconds minSleepDuration{1};
    /// A call that is late by this much means that the process was stopped; a busy machine delays by less.
    static constexpr std::chrono::seconds minProcessStopDuration{5};

    /// To be called several times a second. True: the computer was suspended or the process was stopped.
    bool detectSleep(const Clocks &now)
    {
        const std::optional<Clocks> before = m_lastClocks;
        m_lastClocks = now;
        if (!before) {
            return false;
        }
        return (now.bootTime - now.monotonicTime) - (before->bootTime - before->monotonicTime) >= minSleepDuration
            || now.monotonicTime - before->monotonicTime >= minProcessStopDuration;
    }

private:
    std::optional<Clocks> m_lastClocks;
};
}
