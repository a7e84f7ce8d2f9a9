// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How long it takes what a person does with a program that is seen as a picture: from a key or button that is pressed until the
/// picture is quiet. What paints nothing is no interaction; what never gets quiet neither. Pure: the time is given. Owned by AppSession.
class ResponseMeter
{
public:
    using Clock = std::chrono::steady_clock;
    /// Programs think between two things that they draw: ds9 does for 0.2 s in a zoom. On top, half as much again as a round trip.
    static constexpr std::chrono::milliseconds quiet{500};
    static constexpr std::chrono::milliseconds oneStroke{250}; ///< the second half of a double click is the same interaction
    static constexpr std::chrono::seconds longest{60}; ///< what draws for ever (a clock, a video) is no interaction's doing

    void setRoundTrip(std::chrono::microseconds roundTrip);
    void pressed(Clock::time_point now); ///< it is on its way
    void painted(Clock::time_point now);
    /// What one took that is over by now; each once.
    std::optional<std::chrono::milliseconds> takeResponseTime(Clock::time_point now);
    /// When takeResponseTime() has something at the earliest; empty: nothing was done.
    std::optional<Clock::time_point> dueAt() const;
    void forget();

private:
    std::chrono::microseconds patience() const;

    std::chrono::microseconds m_roundTrip{};
    std::optional<Clock::time_point> m_pressed; ///< an interaction's beginning
    Clock::time_point m_lastPress;
    std::optional<Clock::time_point> m_painted; ///< since then, the last time
    std::optional<std::chrono::milliseconds> m_done; ///< that another began after
};
}
