// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Evaluates a link's ssh pings: the round trip without a queue, the current round trip, and the received rate. Pure. Owned by BandwidthSharer.
class LinkGauge
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// A new connection begins; @p handshakeRoundTrip: the round trip of its TCP handshake. The host may answer ssh later than its kernel answers
    /// TCP, so this does not measure a queue.
    void begin(std::chrono::microseconds handshakeRoundTrip);
    void add(Instant answeredAt, std::chrono::microseconds roundTrip, std::int64_t totalBytesReceived);
    /// Call if the queue persists although the desktops receive less: it has another cause, or the path has become longer. The shortest round trip of
    /// the last seconds then counts as the round trip without a queue.
    void resetMinimumRoundTrip();

    std::chrono::microseconds roundTrip() const; ///< last round trip; 0: none
    std::chrono::microseconds minimumRoundTrip() const; ///< minimum of the last minutes; 0: none
    Instant lastPingAt() const; ///< when the last ping was answered; the start of the clock if none was
    std::chrono::microseconds queueingTime() const; ///< time spent in queues: roundTrip() minus minimumRoundTrip()
    std::int64_t rate() const; ///< received bytes a second, over the last half second or more

private:
    struct Ping {
        Instant answeredAt;
        std::chrono::microseconds roundTrip;
        std::int64_t totalBytesReceived = 0;
    };
    std::deque<Ping> m_recentPings; ///< pings of the last seconds
    /// shortest round trips of the current period of five minutes, and of the one before
    std::array<std::optional<std::chrono::microseconds>, 2> m_minRoundTripsOfLastTwoPeriods;
    std::chrono::microseconds m_handshakeRoundTrip{}; ///< round trip of the TCP handshake; 0: not known
    Instant m_minimumPeriodStart; ///< when the current period began
};
}
