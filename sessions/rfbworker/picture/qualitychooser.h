// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/encodingoffer.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Chooses how faithful a moving picture is to be, within what the profile allows: JPEG's quality level (and with it the chroma:
/// both Xvnc and x11vnc keep it whole from level 6 on, halve it below, and quarter it below 3). The depth of the
/// colors is nobody's to lower; how hard zlib works makes no difference worth its time. Pure: the time comes in. Owned by PictureQuality.
class QualityChooser
{
public:
    using Clock = std::chrono::steady_clock;

    /// Not oftener than this: a picture that changes its quality draws the eye.
    static constexpr std::chrono::milliseconds leastPause{1000};
    /// A better quality is tried after this long with room for it; twice as long after each time that there was none, at most:
    static constexpr std::chrono::seconds firstHold{2};
    static constexpr std::chrono::seconds longestHold{64};
    /// What a way carried is forgotten when it has not been full for so long: it may be another way by now. If it proves to be the
    /// same, after twice as long, at most:
    static constexpr std::chrono::seconds firstMemory{60};
    static constexpr std::chrono::seconds longestMemory{960};

    struct Bounds {
        int lowest = 0;
        int highest = 0;
        bool operator==(const Bounds &) const = default;
    };
    /// JPEG levels of a profile's word; empty: never JPEG.
    static std::optional<Bounds> bounds(RfbWire::Quality quality);

    /// Of the last second.
    struct Seen {
        double bytesPerSecond = 0;
        double updatesPerSecond = 0;
        bool isFull = false; ///< the server has more to send than the way carries
        std::optional<double> carries; ///< bytes per second, measured
        std::optional<double> limit; ///< bytes per second that it may not exceed
        std::chrono::microseconds roundTrip{};
        std::chrono::duration<double> transfer{}; ///< of a picture, from its first byte to its last
    };

    explicit QualityChooser(RfbWire::Quality quality = RfbWire::Quality::High);

    void setQuality(RfbWire::Quality quality);
    /// What the way was full at while it opened; within the bounds.
    void beginAt(int level);
    /// True: it is another one now.
    bool consider(const Seen &seen, Clock::time_point now);

    std::optional<int> jpeg() const; ///< empty: none

private:
    void lower(const Seen &seen, std::optional<double> carries, Clock::time_point now);
    void raise(const Seen &seen, std::optional<double> carries, Clock::time_point now);
    void changeTo(int level, Clock::time_point now);

    std::optional<Bounds> m_bounds;
    int m_level = 0;
    std::optional<double> m_carries;
    Clock::time_point m_carriesAt;
    std::optional<Clock::time_point> m_fullSince;
    std::optional<Clock::time_point> m_consideredAt;
    Clock::duration m_calm{}; ///< that pictures came and the way was not full
    Clock::duration m_hold = firstHold;
    Clock::duration m_memory = firstMemory;
    std::optional<Clock::time_point> m_changedAt;
    std::optional<Clock::time_point> m_raisedAt; ///< by the last change
};
}
