// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
enum class RampState {
    None, ///< the image comes as good as it is wanted
    Least, ///< JPEG 0
    Low, ///< JPEG 2
    Medium, ///< JPEG 4
    Over,
};

enum class RampEvent {
    Begun, ///< the first image has come over a long way
    StepDue, ///< TCP has opened its window by now
    Full, ///< the way carries no more
};

/// The table of the ramp. Empty: this pair means nothing.
constexpr std::optional<RampState> nextState(RampState from, RampEvent on)
{
    struct Step {
        RampState from;
        RampEvent on;
        RampState to;
    };
    constexpr Step steps[] = {
        {RampState::None, RampEvent::Begun, RampState::Least},
        {RampState::Least, RampEvent::StepDue, RampState::Low},
        {RampState::Least, RampEvent::Full, RampState::Over},
        {RampState::Low, RampEvent::StepDue, RampState::Medium},
        {RampState::Low, RampEvent::Full, RampState::Over},
        {RampState::Medium, RampEvent::StepDue, RampState::Over},
        {RampState::Medium, RampEvent::Full, RampState::Over},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// Over a long way TCP opens its window once a round trip, from 14 KB: images of full size would wait behind each other for seconds.
/// So their quality opens with it: each step at most doubles the bytes of an image, one in one and a half round trips. Owned by
/// PictureQuality. Pure: the time comes in.
class QualityRamp
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// Nearer than this the window is open before anybody sees it.
    static constexpr std::chrono::milliseconds longWay{200};

    /// The first image has come. @p roundTrip: of the way. False: it is a short one, or the ramp has been.
    bool begin(Clock::duration roundTrip, Time now);
    /// Does the step that is due. @p isFull: more is drawn than the way carries. True: most() is another one now.
    bool updateLevel(bool isFull, Time now);
    /// The best JPEG level for now; empty: no limit.
    std::optional<int> most() const;
    /// The way was full at this level: what follows begins with it. Empty: it was not.
    std::optional<int> fullAt() const;
    std::optional<Time> due() const; ///< of updateLevel()

private:
    RampState m_state = RampState::None;
    Clock::duration m_step{};
    Time m_stepAt;
    std::optional<int> m_fullAt;
};
}
