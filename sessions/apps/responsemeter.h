// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Measures interactions with a program that is shown as an image: from the press of a key or button until the image
/// stops changing. An input that changes nothing does not count, nor does an interaction that never ends. Pure: the
/// time is passed in. Owned by AppSession.
class ResponseMeter
{
public:
    using Clock = std::chrono::steady_clock;
    /// An interaction is over after this time without a change, plus one and a half round trips. Programs compute
    /// between two drawing steps: ds9 does so for 0.2 s in a zoom.
    static constexpr std::chrono::milliseconds quietTime{500};
    static constexpr std::chrono::milliseconds sameInteractionTime{250}; ///< a press within this time, as in a double click, belongs to the same interaction
    /// Limit for a program that draws all the time (a clock, a video).
    static constexpr std::chrono::seconds maxInteractionDuration{60};

    void setRoundTrip(std::chrono::microseconds roundTrip);
    void notePress(Clock::time_point now); ///< the press of a key or button was sent
    void noteImageChange(Clock::time_point now);
    /// The duration of an interaction that is over by now; each is returned once.
    std::optional<std::chrono::milliseconds> takeResponseTime(Clock::time_point now);
    /// The earliest time at which takeResponseTime() can return a value; empty: no interaction.
    std::optional<Clock::time_point> dueAt() const;
    void forgetInteraction();

private:
    std::chrono::microseconds quietTimeWithRoundTrip() const;

    std::chrono::microseconds m_roundTrip{};
    std::optional<Clock::time_point> m_firstPressAt; ///< begin of the current interaction
    Clock::time_point m_lastPressAt;
    std::optional<Clock::time_point> m_lastImageChangeAt; ///< last change of the image since the interaction began
    /// Duration of the previous interaction, which ended because the next one began; empty: it was returned already.
    std::optional<std::chrono::milliseconds> m_previousInteractionDuration;
};
}
