// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class QualityRampState {
    NotStarted, ///< no limit, the full quality is used
    LowestQuality, ///< JPEG quality level 0
    LowQuality, ///< JPEG quality level 2
    MediumQuality, ///< JPEG quality level 4
    Finished, ///< the ramp is over: the quality is no longer limited
};

enum class QualityRampEvent {
    FirstImageCame, ///< the first image has come over a long path
    StepDue, ///< TCP has opened its window further by now
    PathSaturated,
};

/// The transitions of QualityRampState. Empty: the event has no effect in this state.
constexpr std::optional<QualityRampState> nextState(QualityRampState from, QualityRampEvent on)
{
    constexpr StateTransition<QualityRampState, QualityRampEvent> steps[] = {
        {QualityRampState::NotStarted, QualityRampEvent::FirstImageCame, QualityRampState::LowestQuality},
        {QualityRampState::LowestQuality, QualityRampEvent::StepDue, QualityRampState::LowQuality},
        {QualityRampState::LowestQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
        {QualityRampState::LowQuality, QualityRampEvent::StepDue, QualityRampState::MediumQuality},
        {QualityRampState::LowQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
        {QualityRampState::MediumQuality, QualityRampEvent::StepDue, QualityRampState::Finished},
        {QualityRampState::MediumQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
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

    /// The ramp is used at this round trip or a longer one. On shorter paths TCP's window opens before a user notices.
    static constexpr std::chrono::milliseconds minLongRoundTrip{200};

    /// Starts the ramp after the first image. @p roundTrip: of the path. False: not started, because the path is short or the ramp has run before.
    bool begin(Clock::duration roundTrip, Time now);
    /// Takes the due step. @p isPathSaturated: the server has more to send than the path carries. True: maxJpegLevel() has changed.
    bool updateLevel(bool isPathSaturated, Time now);
    /// An update has come with @p bytes of lossy pixels.
    void updateCame(std::uint64_t bytes);
    /// Bytes of an image at JPEG level 8, estimated from the updates since the first step. Empty: there were none.
    std::optional<double> level8ImageBytes() const;
    /// The best JPEG level for now; empty: no limit.
    std::optional<int> maxJpegLevel() const;
    /// The JPEG level at which the path became saturated. Empty: the path was not saturated during the ramp.
    std::optional<int> levelAtSaturation() const;
    std::optional<Time> nextStepDueAt() const; ///< when to call updateLevel()

private:
    QualityRampState m_state = QualityRampState::NotStarted;
    Clock::duration m_stepInterval{};
    Time m_nextStepAt;
    std::optional<int> m_levelAtSaturation;
    std::optional<double> m_averageLevel8Bytes; ///< average bytes of recent images, converted to what they would have at JPEG level 8
    std::optional<double> m_largestLevel8Bytes; ///< largest value of m_averageLevel8Bytes
};
}
