// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Estimates the queue from round trips: the time beyond the recent minimum was spent waiting behind images. Pure: the caller passes the time.
/// Owned by PathProbe.
class QueueDelayEstimator
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// The minimum is forgotten after one to two of these periods: the path may have become longer.
    static constexpr std::chrono::seconds minRoundTripLifetime{30};
    /// A server that keeps up answers at most this much later than its link.
    static constexpr std::chrono::milliseconds maxServerDelay{30};
    static constexpr unsigned minAnswersForProof = 3; ///< answers needed for provenMinRoundTrip()

    /// The link's present and minimum round trip, as the console knows them; 0: not known.
    void setLinkRoundTrips(Duration roundTrip, Duration least, Time now);
    /// A probe was answered. @p silence: how long nothing came meanwhile. A path that is full is never silent, but a busy or sleeping server is.
    void handleProbeAnswer(Time now, Duration took, Duration silence);
    /// A probe has had no answer for @p since: the queue is at least that long.
    void noteUnansweredProbe(Duration since, Duration silence);
    /// The link's own ping measured this queue. The value does not include the server's time.
    void setLinkQueueDelay(Duration queue);
    /// How late the answer to the link's next ping is now: the queue on the path is at least this long. Below zero: not
    /// late. @p since: time since the answer to the last ping. @p apart: interval between two pings, which leave only
    /// after the answer to the last. @p least: minimum round trip of the link.
    static Duration unansweredPingDelay(Duration since, Duration apart, Duration least);

    std::optional<Duration> minRoundTrip() const;
    /// The same as minRoundTrip(), but empty until minAnswersForProof answers have come, since a single one may have waited behind the first image.
    std::optional<Duration> provenMinRoundTrip() const;
    std::optional<Duration> queueDelay() const;

private:
    Duration m_linkMinRoundTrip{};
    unsigned m_probeAnswerCount = 0;
    std::optional<Duration> m_periodMinRoundTrip; ///< minimum round trip since m_periodBeganAt
    std::optional<Duration> m_previousPeriodMinRoundTrip;
    Time m_periodBeganAt;
    std::optional<Duration> m_queueDelay;
};
}
