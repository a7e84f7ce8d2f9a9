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
    /// A probe was sent @p sinceSent ago and has no answer yet. @p silence: how long nothing came meanwhile, which the queue did not cause.
    void noteUnansweredProbe(Duration sinceSent, Duration silence);
    /// The ping of the ssh connection measured this queue delay. Unlike with a probe, the time that the VNC server takes to answer is not included.
    void setLinkQueueDelay(Duration queue);
    /// How late the answer to the ssh connection's open ping is now: the queue on the path is at least this long. Below zero: not late.
    /// @p sinceLastAnswer: time since the answer to the previous ping. @p pingInterval: time between two pings; the next one is sent only
    /// after the answer to the previous one. @p minRoundTrip: minimum round trip of the ssh connection.
    static Duration unansweredPingDelay(Duration sinceLastAnswer, Duration pingInterval, Duration minRoundTrip);

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
