// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace Nightdesk::Rfb
{
/// Measures the updates of the last second. Pure: the caller passes the time. Owned by PictureQuality.
class UpdateMeter
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds measuringWindow{1000};

    struct Measurements {
        double bytesPerSecond = 0;
        double updatesPerSecond = 0;
        double movingPixelsPerSecond = 0;
        double receivingTimeFraction = 0; ///< fraction of the time in which an update was being received, 0 to 1
        std::optional<double> burstBytesPerSecond; ///< bytes per second while receiving large updates; empty: there were none
        std::chrono::duration<double> transferTime{}; ///< time to receive a large update, from its first byte to its last; 0: there were none
        /// How long the path is busy with a large update. Longer than transferTime, since ssh delivers up to 32 KiB at once. 0: not known, or no time.
        std::chrono::duration<double> timeOnPath{};
        bool operator==(const Measurements &) const = default;
    };

    /// @p bytesAtHand: how many bytes had come by then; those after the update count as well.
    void handleUpdateBegin(Clock::time_point now, std::uint64_t bytesAtHand);
    /// @p lastWaitEndedAt: when bytes last came for which the reader had waited; before the update if all came earlier than they were read.
    void handleUpdateEnd(Clock::time_point now, std::uint64_t bytes, std::uint64_t movingPixels, Clock::time_point lastWaitEndedAt);
    Measurements measurements(Clock::time_point now) const;
    void clear();

private:
    struct Update {
        Clock::time_point beganAt;
        Clock::time_point endedAt;
        std::uint64_t bytes = 0;
        std::uint64_t movingPixels = 0;
        std::uint64_t bytesAfterBegin = 0; ///< bytes that came while the update was read
        Clock::duration waitedTime{}; ///< from its begin until the last of them came; 0: the reader waited for none
    };
    std::deque<Update> m_recentUpdates; ///< updates that ended within the last second
    std::optional<Clock::time_point> m_updateBeganAt; ///< when the present update began
    std::uint64_t m_bytesAtHand = 0; ///< how many bytes of the present update had come when it began
};
}
