// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Decides when a program has finished starting: it has mapped a window, and nothing new for a while. ds9 maps one window after another for seconds,
/// and an observatory's own programs may take minutes. Pure: the time is passed in. Owned by PreloadState.
class StartClock
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds settleTime{3};

    void begin(Clock::time_point now); ///< the program was started; resets the clock
    void noteWindowMapped(Clock::time_point now); ///< the program mapped a new window
    bool hasStartSettled(Clock::time_point now) const;
    std::optional<Clock::time_point> startFinishedAt() const; ///< when the start counts as finished if nothing new is mapped; empty: nothing was mapped yet
    std::optional<std::chrono::milliseconds> startDuration() const; ///< time from the start until the program mapped its last window so far

private:
    Clock::time_point m_startedAt;
    std::optional<Clock::time_point> m_lastWindowAt;
};
}
