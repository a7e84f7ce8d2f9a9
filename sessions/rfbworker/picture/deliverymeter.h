// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Makes a queue of round trips: what one took beyond the least of late waited behind pictures. Pure: the time comes in. Owned by DeliveryProbe.
class DeliveryMeter
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// The least is forgotten in one to two of these: a line may have become longer.
    static constexpr std::chrono::seconds memory{30};
    /// A server answers later than its link does, but no server that keeps up does so by more than this.
    static constexpr std::chrono::milliseconds serverTime{30};
    static constexpr unsigned sureAfter = 3; ///< answers

    /// What the console knows of the link; 0: nothing.
    void setLink(Duration roundTrip, Duration least, Time now);
    /// Our question was answered; nothing at all came for @p silence of that time: a way that is full is never silent, a server
    /// that is busy or sleeps is.
    void answered(Time now, Duration took, Duration silence);
    /// A question is not answered yet, after so long: the queue is that much at least.
    void waiting(Duration since, Duration silence);
    /// The link's own ping found this queue: the server's clock is not in it.
    void linkAnswered(Duration queue);
    /// The queue that a link's ping waits in by now, at the least; below zero: it may be on time. @p since: the answer to the one before.
    /// @p apart: so long after that one it leaves, but not before its answer. @p least: round trip of the link.
    static Duration pingWaits(Duration since, Duration apart, Duration least);

    std::optional<Duration> least() const;
    /// The same, once it can be decided by: one answer alone may have waited behind the first picture.
    std::optional<Duration> provenLeastRoundTrip() const;
    std::optional<Duration> queue() const;

private:
    Duration m_linkLeast{};
    unsigned m_answers = 0;
    std::optional<Duration> m_now; ///< the least since m_since
    std::optional<Duration> m_before;
    Time m_since;
    std::optional<Duration> m_queue;
};
}
