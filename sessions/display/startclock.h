// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// When a program that was started has got as far as it gets by itself: something of it was mapped, and nothing new for a while.
/// ds9 maps window upon window for seconds, and programs of one's own may take minutes. Pure: the time is given. Owned by Warmth.
class StartClock
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds quiet{3};

    void begin(Clock::time_point now); ///< it was started; forgets what was before
    void mapped(Clock::time_point now); ///< something new of it is on the screen
    bool isSettled(Clock::time_point now) const;
    std::optional<Clock::time_point> settlesAt() const; ///< empty: nothing was mapped yet
    std::optional<std::chrono::milliseconds> took() const; ///< from its start until the last thing was mapped

private:
    Clock::time_point m_begun;
    std::optional<Clock::time_point> m_mapped;
};
}
