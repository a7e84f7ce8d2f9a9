// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/refinebudget.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
// Assumed rate of a path not measured yet: 16 Mbit/s.
constexpr double unknownRate = 2'000'000;
// Less movement than one tile changed five times a second (a cursor, a clock) counts as still.
constexpr double stillPixels = 5 * 64 * 64;
// Limits of the estimated bytes per exact pixel. Text needs only 0.1, but the estimate stays higher and falls by at most half at a time, since the
// pixels of the next request may show stars, which need more.
constexpr double cheapest = 0.5;
constexpr double dearest = 4.5;
constexpr std::uint64_t minMeasuredPixels = 4096; ///< in pixels; smaller pieces do not show the cost
// Exact pixels next to a video may delay it for one part in this many of the time, apart from the initial credit.
constexpr int rarity = 20;
constexpr std::chrono::seconds longestWait{30};
}

std::uint64_t RefineBudget::pixelsToRequest(const Facts &facts, Clock::time_point now)
{
    const double rate = std::max(facts.capacityBytesPerSecond.value_or(unknownRate), 10'000.0);
    const double roundTrip = std::chrono::duration<double>(facts.roundTrip).count();
    const bool moves = facts.movingPixelsPerSecond > stillPixels;
    m_retryAt.reset();
    const bool isTyping = facts.typingTimeLeft > Clock::duration::zero();
    if (isTyping && facts.typingDuration < longTypingTime) {
        m_retryAt = now + facts.typingTimeLeft;
        return 0;
    }
    double patience = std::chrono::duration<double>(isTyping                           ? maxRequestTimeTyping
                                                        : facts.isUserWorking || moves ? maxRequestTimeInUse
                                                                                       : maxRequestTimeIdle)
                          .count();
    if (!facts.isUserWorking && !moves) {
        patience = std::max(patience, 2 * roundTrip); // only one request is answered in a round trip, so many small requests would take too long
    } else if (moves) {
        const auto full = std::min<Clock::duration>(rarity * (m_requestEndedAt - m_requestSentAt), longestWait);
        const auto wait = facts.isPathSaturated ? full : std::max<Clock::duration>(-rarity * m_videoDelayCredit, Clock::duration::zero());
        if (now < m_requestEndedAt + wait) {
            m_retryAt = m_requestEndedAt + wait;
            return 0;
        }
        // If the video saturates the path, one request may take a whole round trip; otherwise only as long as a video may be
        // delayed.
        const double most = facts.isPathSaturated ? roundTrip : std::min(roundTrip, std::chrono::duration<double>(maxRequestTimeNextToVideo).count());
        patience = isTyping ? patience : std::max(patience, most);
    }
    return static_cast<std::uint64_t>(rate * patience / m_bytesPerPixel);
}

std::optional<RefineBudget::Clock::time_point> RefineBudget::retryAt() const
{
    return m_retryAt;
}

void RefineBudget::noteRequestSent(Clock::time_point now)
{
    m_requestSentAt = now;
}

RefineBudget::Clock::duration RefineBudget::videoDelayCredit(Clock::time_point now) const
{
    return std::min<Clock::duration>(m_videoDelayCredit + (now - m_requestEndedAt) / rarity, maxVideoDelayCredit);
}

void RefineBudget::noteRequestEnded(Clock::time_point now, std::chrono::microseconds roundTrip)
{
    const auto spent = std::max<Clock::duration>(now - m_requestSentAt - roundTrip, Clock::duration::zero());
    m_videoDelayCredit = std::max<Clock::duration>(videoDelayCredit(now) - spent, -Clock::duration(longestWait) / rarity);
    m_requestEndedAt = now;
}

double RefineBudget::bytesPerPixel() const
{
    return m_bytesPerPixel;
}

void RefineBudget::noteExactPixels(std::uint64_t pixels, std::uint64_t bytes)
{
    if (pixels >= minMeasuredPixels) {
        const double cost = std::clamp(static_cast<double>(bytes) / static_cast<double>(pixels), cheapest, dearest);
        m_bytesPerPixel = std::max(cost, m_bytesPerPixel / 2);
    }
}
}
