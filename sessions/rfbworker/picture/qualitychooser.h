// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/encodingoffer.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Chooses the quality of moving images within the profile's bounds: JPEG's quality level (and with it the chroma: both Xvnc and x11vnc keep chroma
/// at full resolution from level 6 on, halve it below, and quarter it below 3). Color depth is never lowered, and zlib's level makes too little
/// difference for its cost. Pure: the caller passes the time. Owned by PictureQuality.
class QualityChooser
{
public:
    using Clock = std::chrono::steady_clock;

    /// Minimum time between changes: an image that changes its quality distracts.
    static constexpr std::chrono::milliseconds minChangeInterval{1000};
    /// A better quality is tried after there was room for it this long. Twice as long after each attempt that failed, up to longestRaiseDelay.
    static constexpr std::chrono::seconds firstRaiseDelay{2};
    static constexpr std::chrono::seconds longestRaiseDelay{64};
    /// The measured capacity is forgotten when the path has not been saturated for this long: the path may have changed.
    /// Twice as long each time the capacity proves unchanged, up to longestCapacityLifetime.
    static constexpr std::chrono::seconds firstCapacityLifetime{60};
    static constexpr std::chrono::seconds longestCapacityLifetime{960};

    struct Bounds {
        int lowest = 0;
        int highest = 0;
        bool operator==(const Bounds &) const = default;
    };
    /// Updates per second from which on they count as a video.
    static constexpr double minVideoUpdateRate = 3;
    /// The highest level of a video while the user types, unless the profile's bounds are higher: the reaction to a key waits behind the video's images,
    /// which have a third of the bytes then.
    static constexpr int maxLevelWhileTyping = 4;
    /// Bytes of an image at this JPEG level, relative to level 8.
    static double relativeImageBytes(int level);
    /// JPEG levels of a profile's quality; empty: never JPEG.
    static std::optional<Bounds> levelBounds(RfbWire::Quality quality);

    /// What was measured in the last second.
    struct Measurements {
        double bytesPerSecond = 0;
        double updatesPerSecond = 0;
        bool isPathSaturated = false; ///< the server has more to send than the path carries
        std::optional<double> capacityBytesPerSecond; ///< measured capacity in bytes per second
        std::optional<double> rateLimit; ///< limit in bytes per second; empty: no limit
        std::chrono::microseconds roundTrip{};
        std::chrono::duration<double> transferTime{}; ///< time to receive one image, from its first byte to its last
        std::chrono::duration<double> timeOnPath{}; ///< how long the path is busy with one image; 0: not known
        bool isTyping = false; ///< the user is typing into this desktop
    };

    explicit QualityChooser(RfbWire::Quality quality = RfbWire::Quality::High);

    void setQuality(RfbWire::Quality quality);
    /// Starts at the level at which the ramp filled the path; limited to the bounds.
    void startAtLevel(int level);
    /// Starts at the best level at which 25 images a second need less than @p bytesPerSecond. @p level8ImageBytes: bytes of an image at level 8.
    void startAtBestLevelWithinRate(double level8ImageBytes, double bytesPerSecond);
    /// True: the level has changed.
    bool adjustLevel(const Measurements &measurements, Clock::time_point now);

    std::optional<int> jpegLevel() const; ///< JPEG level; empty: no JPEG
    bool isLimitedForKeys() const; ///< maxLevelWhileTyping applies
    /// Call when the user has stopped typing and no image comes that would show it. True: the level has changed.
    bool endLimitForKeys(Clock::time_point now);

private:
    int effectiveLevel() const;
    void lowerLevel(const Measurements &measurements, std::optional<double> capacity, Clock::time_point now);
    void raiseLevel(const Measurements &measurements, std::optional<double> capacity, Clock::time_point now);
    void changeLevel(int level, Clock::time_point now);
    void setLimitedForKeys(bool limited, Clock::time_point now);
    bool delaysKeys(const Measurements &measurements, std::optional<double> capacity) const;

    std::optional<Bounds> m_levelBounds;
    int m_jpegLevel = 0;
    bool m_isLimitedForKeys = false; ///< maxLevelWhileTyping applies
    std::optional<double> m_pathCapacity;
    Clock::time_point m_capacityMeasuredAt;
    std::optional<Clock::time_point> m_pathSaturatedSince; ///< empty: the path is not saturated
    std::optional<Clock::time_point> m_lastLevelCheckAt;
    Clock::duration m_unsaturatedDuration{}; ///< how long images have come without saturating the path
    Clock::duration m_raiseDelay = firstRaiseDelay;
    Clock::duration m_capacityLifetime = firstCapacityLifetime; ///< how long the measured m_pathCapacity is used
    std::optional<Clock::time_point> m_lastLevelChangeAt;
    std::optional<Clock::time_point> m_levelRaisedAt; ///< when the last change raised the level
};
}
