// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class RampState {
    NotStarted, ///< no limit, the full quality is used
    LowestQuality, ///< JPEG quality level 0
    LowQuality, ///< JPEG quality level 2
    MediumQuality, ///< JPEG quality level 4
    Finished, ///< no limit again
};

enum class RampEvent {
    FirstImageCame, ///< the first image has come over a long path
    StepDue, ///< TCP has opened its window further by now
    PathFull,
};

/// The transitions of RampState. Empty: the event has no effect in this state.
constexpr std::optional<RampState> nextState(RampState from, RampEvent on)
{
    constexpr StateStep<RampState, RampEvent> steps[] = {
        {RampState::NotStarted, RampEvent::FirstImageCame, RampState::LowestQuality},
        {RampState::LowestQuality, RampEvent::StepDue, RampState::LowQuality},
        {RampState::LowestQuality, RampEvent::PathFull, RampState::Finished},
        {RampState::LowQuality, RampEvent::StepDue, RampState::MediumQuality},
        {RampState::LowQuality, RampEvent::PathFull, RampState::Finished},
        {RampState::MediumQuality, RampEvent::StepDue, RampState::Finished},
        {RampState::MediumQuality, RampEvent::PathFull, RampState::Finished},
    };
    return findStep(steps, from, on);
}

/// Over a long path TCP opens its window once a round trip, from 14 KB: images of full quality would queue up for seconds. So the quality rises
/// with the window: each step at most doubles the bytes of an image, one step in one and a half round trips, but the first later. Owned by PictureQuality.
/// Pure: the caller passes the time.
class QualityRamp
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// On shorter paths the window is open before anybody notices.
    static constexpr std::chrono::milliseconds minLongRoundTrip{200};

    /// The first image has come. @p roundTrip: of the path. False: the path is short, or the ramp is over.
    bool begin(Clock::duration roundTrip, Time now);
    /// Takes the due step. @p isPathFull: more is drawn than the path carries. True: maxJpegLevel() has changed.
    bool updateLevel(bool isPathFull, Time now);
    /// An update has come with @p bytes of lossy pixels.
    void updateCame(std::uint64_t bytes);
    /// Bytes of an image at JPEG level 8, estimated from the updates since the first step. Empty: there were none.
    std::optional<double> level8ImageBytes() const;
    /// The best JPEG level for now; empty: no limit.
    std::optional<int> maxJpegLevel() const;
    /// The level at which the path was full, to continue with. Empty: it was not full.
    std::optional<int> fullPathLevel() const;
    std::optional<Time> nextStepDueAt() const; ///< when to call updateLevel()

private:
    RampState m_state = RampState::NotStarted;
    Clock::duration m_stepInterval{};
    Time m_nextStepAt;
    std::optional<int> m_fullPathLevel;
    std::optional<double> m_averageLevel8Bytes; ///< bytes of recent images as if at level 8
    std::optional<double> m_largestLevel8Bytes; ///< largest value of m_averageLevel8Bytes
};
}
