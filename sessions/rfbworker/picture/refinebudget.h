// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides how many exact pixels may be requested at once, so that neither the reaction to keys nor moving images wait long behind them. Pure: the
/// caller passes the time. Owned by PictureQuality.
class RefineBudget
{
public:
    using Clock = std::chrono::steady_clock;

    /// How long a request may hold up a desktop in use, this one or another of the link.
    static constexpr std::chrono::milliseconds maxRequestTimeInUse{50};
    /// How long a request may take while nobody works with the desktop. Longer requests would delay the first key when a user begins to type.
    static constexpr std::chrono::milliseconds maxRequestTimeIdle{400};
    /// How long a request may hold up a video next to it, if the path carries more than the video.
    static constexpr std::chrono::milliseconds maxRequestTimeNextToVideo{100};
    /// How long exact pixels of a region next to a video may delay the video in total when the region has come to rest. After that,
    /// requests are rare until the credit has grown again.
    static constexpr std::chrono::milliseconds maxVideoDelayCredit{1000};
    /// No request while the user types: the reaction to keys would wait behind it, 8 ms at 4 Mbit/s (16 keys, 2026-11-22). After this much
    /// continuous typing, small pieces are requested nevertheless.
    static constexpr std::chrono::seconds longTypingTime{5};
    static constexpr std::chrono::milliseconds maxRequestTimeTyping{10};

    struct Facts {
        std::optional<double> capacityBytesPerSecond; ///< capacity in bytes per second, if known
        std::chrono::microseconds roundTrip{};
        bool isUserWorking = false; ///< the user types or moves the pointer here, or probably works with another desktop of the same connection
        double movingPixelsPerSecond = 0; ///< pixels per second that were painted lossy recently, without those of images at rest
        Clock::duration typingTimeLeft{}; ///< time until typing counts as stopped; 0: nobody types
        Clock::duration typingDuration{}; ///< how long the present typing lasts
        bool isPathSaturated = false; ///< the moving images use all that the path carries
    };

    /// The number of pixels to request now; 0: none before retryAt().
    std::uint64_t pixelsToRequest(const Facts &facts, Clock::time_point now);
    std::optional<Clock::time_point> retryAt() const;
    void noteRequestSent(Clock::time_point now);
    /// The request has ended. Its duration less one @p roundTrip is taken from the credit: during the round trip the path was free.
    void noteRequestEnded(Clock::time_point now, std::chrono::microseconds roundTrip);
    /// Exact pixels came: updates the cost per pixel.
    void noteExactPixels(std::uint64_t pixels, std::uint64_t bytes);
    double bytesPerPixel() const; ///< estimated bytes that each of the next exact pixels will take

private:
    Clock::duration videoDelayCredit(Clock::time_point now) const; ///< how long exact pixels may delay a video now; below zero: not at all

    double m_bytesPerPixel = 1.5; ///< current estimate; the initial value was measured with photographs in Tight encoding without JPEG
    Clock::time_point m_requestSentAt;
    Clock::time_point m_requestEndedAt;
    Clock::duration m_videoDelayCredit = maxVideoDelayCredit; ///< how long exact pixels may still delay a video, at the time m_requestEndedAt
    std::optional<Clock::time_point> m_retryAt;
};
}
