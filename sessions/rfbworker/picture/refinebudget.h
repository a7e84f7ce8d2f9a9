// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides how much of a desktop may be asked for in exact pixels at once, so that neither what is typed nor what moves waits long
/// behind it. Pure: the time comes in. Owned by PictureQuality.
class RefineBudget
{
public:
    using Clock = std::chrono::steady_clock;

    /// What a picture that somebody works with, this one or another of the link, may be held up.
    static constexpr std::chrono::milliseconds briefly{50};
    /// What an idle desktop may take at a time: somebody may begin to type.
    static constexpr std::chrono::milliseconds leisurely{400};
    /// What a film beside it may wait, where the line carries more than the film.
    static constexpr std::chrono::milliseconds besideFilm{100};
    /// So much of the line's time may a region beside a film take at once when it has come to rest. It is given back slowly.
    static constexpr std::chrono::milliseconds mostCredit{1000};
    /// While somebody types nothing is asked for: the answers to keys would wait behind it, 8 ms at 4 Mbit/s (16 keys, 2026-11-22). Who
    /// types for longer than this gets pieces all the same, small ones.
    static constexpr std::chrono::seconds longTyping{5};
    static constexpr std::chrono::milliseconds whileTyping{10};

    struct Facts {
        std::optional<double> carries; ///< bytes per second; as far as known
        std::chrono::microseconds roundTrip{};
        bool isInUse = false; ///< by somebody's hands, or another desktop is
        double movingPixelsPerSecond = 0; ///< painted inexactly of late
        Clock::duration typingLeft{}; ///< until who typed last has stopped; 0: nobody types
        Clock::duration typingFor{}; ///< so long do keys follow each other
        bool isFull = false; ///< the line carries no more than what moves
    };

    /// Of one piece; 0: not before retryAt().
    std::uint64_t pixels(const Facts &facts, Clock::time_point now);
    std::optional<Clock::time_point> retryAt() const;
    void asked(Clock::time_point now);
    /// @p roundTrip: of what it took, this cost the line nothing.
    void ended(Clock::time_point now, std::chrono::microseconds roundTrip);
    /// What exact pixels have cost.
    void came(std::uint64_t pixels, std::uint64_t bytes);
    double bytesPerPixel() const; ///< of those to come, about

private:
    Clock::duration credit(Clock::time_point now) const;

    double m_bytesPerPixel = 1.5; ///< of photographs in Tight without JPEG
    Clock::time_point m_askedAt;
    Clock::time_point m_endedAt;
    Clock::duration m_credit = mostCredit; ///< at m_endedAt
    std::optional<Clock::time_point> m_retryAt;
};
}
