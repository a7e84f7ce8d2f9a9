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
    /// How long a request may take on an idle desktop: the user may begin to type.
    static constexpr std::chrono::milliseconds maxRequestTimeIdle{400};
    /// How long a request may hold up a video next to it, if the path carries more than the video.
    static constexpr std::chrono::milliseconds maxRequestTimeNextToVideo{100};
    /// How much time of the path a region next to a video may use at once when it has come to rest. The time is paid back slowly.
    static constexpr std::chrono::milliseconds maxPathTimeCredit{1000};
    /// No request while the user types: the reaction to keys would wait behind it, 8 ms at 4 Mbit/s (16 keys, 2026-11-22). After this much
    /// continuous typing, small pieces are requested nevertheless.
    static constexpr std::chrono::seconds longTypingTime{5};
    static constexpr std::chrono::milliseconds maxRequestTimeTyping{10};

    struct Facts {
        std::optional<double> knownCapacity; ///< capacity in bytes per second, if known
        std::chrono::microseconds roundTrip{};
        bool isInUse = false; ///< the user works with this desktop, or with another one
        double movingPixelsPerSecond = 0; ///< pixels per second that were painted lossy recently, without those of images at rest
        Clock::duration typingTimeLeft{}; ///< time until typing counts as stopped; 0: nobody types
        Clock::duration typingDuration{}; ///< how long the present typing lasts
        bool isPathFull = false; ///< the path carries no more than the moving images
    };

    /// False: less moves than a cursor or a clock.
    static bool hasMotion(const Facts &facts);
    /// The number of pixels to request now; 0: none before retryAt().
    std::uint64_t pixelsToRequest(const Facts &facts, Clock::time_point now);
    std::optional<Clock::time_point> retryAt() const;
    void noteRequestSent(Clock::time_point now);
    /// The request has ended. One @p roundTrip of its duration is not charged, since the path was free meanwhile.
    void noteRequestEnded(Clock::time_point now, std::chrono::microseconds roundTrip);
    /// Exact pixels came: updates the cost per pixel.
    void noteExactPixels(std::uint64_t pixels, std::uint64_t bytes);
    double bytesPerPixel() const; ///< estimated bytes that each of the next exact pixels will take

private:
    Clock::duration pathTimeCredit(Clock::time_point now) const;

    double m_bytesPerPixel = 1.5; ///< measured with photographs in Tight without JPEG
    Clock::time_point m_requestedAt;
    Clock::time_point m_requestEndedAt;
    Clock::duration m_pathTimeCredit = maxPathTimeCredit; ///< credit left at m_requestEndedAt
    std::optional<Clock::time_point> m_retryAt;
};
}
