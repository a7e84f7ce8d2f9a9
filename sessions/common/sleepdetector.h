// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Decides whether the computer slept, or everything of ours stood still, since the last look. CLOCK_BOOTTIME runs on while
/// the computer sleeps, CLOCK_MONOTONIC does not. The wall clock has no say: somebody may set it. Pure. Owned by SleepWatch.
class SleepDetector
{
public:
    struct Clocks {
        std::chrono::nanoseconds monotonic{};
        std::chrono::nanoseconds boot{};
    };

    /// Sleeping for less leaves every connection as it was.
    static constexpr std::chrono::seconds asleep{1};
    /// A look that comes so late means that we were stopped; a busy machine delays by less.
    static constexpr std::chrono::seconds stopped{5};

    /// To be called several times a second. True: it has been away.
    bool look(const Clocks &now)
    {
        const std::optional<Clocks> before = m_last;
        m_last = now;
        if (!before) {
            return false;
        }
        return (now.boot - now.monotonic) - (before->boot - before->monotonic) >= asleep || now.monotonic - before->monotonic >= stopped;
    }

private:
    std::optional<Clocks> m_last;
};
}
