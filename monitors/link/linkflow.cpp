// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkflow.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
using Time = std::chrono::microseconds;

constexpr auto remoteFresh = 25s; ///< two and a half times the interval at which LinkMonitor queries the remote host
constexpr auto shortest = 200ms; ///< minimum time between two samples: a shorter one gives no useful rate
constexpr double nearlyFull = 0.8; ///< share of a window in flight from which the window counts as full
/// Share of a window in flight above which a window that is already the limit still counts as full.
constexpr double stillFull = 0.6;
/// libssh enlarges a channel's window of 2 MiB again when half of it is used, so at least this much can be in flight.
constexpr Bytes ownChannelWindow{1024 * 1024};

std::optional<Bytes> perSecond(Bytes before, Bytes now, double seconds)
{
    return now >= before ? std::optional(Bytes{static_cast<std::int64_t>(static_cast<double>((now - before).count) / seconds)}) : std::nullopt;
}

double share(Time before, Time now, double seconds)
{
    return std::max(0.0, std::chrono::duration<double>(now - before).count() / seconds);
}

std::optional<double> share(std::optional<Time> before, std::optional<Time> now, double seconds)
{
    return before && now ? std::optional(share(*before, *now, seconds)) : std::nullopt;
}

/// How full a window is, scaled so that FlowClassifier's limits for shares apply.
std::optional<double> fullness(std::optional<Bytes> rate, std::optional<Time> roundTrip, std::optional<Bytes> window)
{
    if (!rate || !roundTrip || !window || window->count <= 0) {
        return {};
    }
    const double part = static_cast<double>(rate->count) * std::chrono::duration<double>(*roundTrip).count() / static_cast<double>(window->count);
    return part >= nearlyFull ? 1.0 : part >= stillFull ? (FlowClassifier::enterShare + FlowClassifier::leaveShare) / 2 : 0.0;
}

/// Whether the round trip shows a queue: more than jitter, with a tolerance that grows with the path's round trip.
bool isQueued(std::optional<Time> least, std::optional<Time> now)
{
    return least && now && *now - *least >= std::max<Time>(20ms, *least / 5);
}
}

FlowFacts LinkFlow::sent(const LinkSample &sample, double seconds) const
{
    FlowFacts facts;
    const LinkSample &before = *m_last;
    facts.certainty = sample.tcp && sample.tcpLeg == TcpLeg::Whole ? Certainty::Measured : Certainty::Estimated;
    facts.rate = perSecond(before.wireOut, sample.wireOut, seconds);
    facts.channelShut = share(before.queues.channelShut, sample.queues.channelShut, seconds);
    facts.dataWaits = sample.queues.waiting.count > 0;
    if (sample.queues.channelWindow.count > 0) {
        facts.channelWindow = sample.queues.channelWindow;
    }
    if (sample.tcp && before.tcp) {
        const TcpFacts &tcp = *sample.tcp;
        facts.busy = share(before.tcp->busy, tcp.busy, seconds);
        facts.windowFull = share(before.tcp->windowLimited, tcp.windowLimited, seconds);
        facts.bufferFull = share(before.tcp->bufferLimited, tcp.bufferLimited, seconds);
        facts.dataWaits = facts.dataWaits || (tcp.notSent && tcp.notSent->count > 0);
        facts.receiveWindow = tcp.peerWindow;
        facts.segment = tcp.segment;
        facts.smoothedRoundTrip = sample.tcpRoundTrip;
        facts.deliveryRate = tcp.deliveryRate;
    }
    return facts;
}

FlowFacts LinkFlow::received(const LinkSample &sample, double seconds, std::optional<Time> least) const
{
    FlowFacts facts;
    const LinkSample &before = *m_last;
    facts.rate = perSecond(before.wireIn, sample.wireIn, seconds);
    facts.heldBack = share(before.queues.heldBack, sample.queues.heldBack, seconds);
    facts.channelWindow = ownChannelWindow;
    if (sample.tcp) {
        facts.receiveWindow = sample.tcp->ownWindow;
        facts.segment = sample.tcp->segment; // most paths allow the same segment size in both directions
    }
    facts.windowFull = fullness(facts.rate, sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : least, facts.receiveWindow);
    const Bytes fastest{static_cast<std::int64_t>(static_cast<double>(sample.queues.fastestChannel.count) / seconds)};
    facts.channelShut = fullness(fastest, least, ownChannelWindow);
    return facts;
}

/// Replaces estimates in @p facts with what the remote end measured.
void LinkFlow::addRemoteTo(FlowFacts &facts, const LinkSample &sample) const
{
    if (!m_remote || sample.takenAt - m_remote->at > remoteFresh) {
        return;
    }
    const TcpFacts &now = m_remote->facts;
    facts.deliveryRate = now.deliveryRate;
    facts.segment = now.segment;
    facts.smoothedRoundTrip = now.smoothedRoundTrip;
    facts.receiveWindow = now.peerWindow ? now.peerWindow : facts.receiveWindow;
    facts.dataWaits = now.notSent && now.notSent->count > 0;
    if (m_remoteBefore) {
        const TcpFacts &before = m_remoteBefore->facts;
        const double seconds = std::chrono::duration<double>(m_remote->at - m_remoteBefore->at).count();
        facts.busy = share(before.busy, now.busy, seconds);
        facts.windowFull = share(before.windowLimited, now.windowLimited, seconds);
        facts.bufferFull = share(before.bufferLimited, now.bufferLimited, seconds);
        facts.certainty = facts.busy ? Certainty::Measured : Certainty::Estimated;
    }
}

void LinkFlow::add(const LinkSample &sample, std::optional<Time> least, std::optional<Time> now)
{
    if (m_last && sample.takenAt - m_last->takenAt < shortest) {
        return;
    }
    const double seconds = m_last ? std::chrono::duration<double>(sample.takenAt - m_last->takenAt).count() : 0;
    if (seconds > 0) {
        FlowFacts out = sent(sample, seconds);
        FlowFacts in = received(sample, seconds, least);
        // A ping waits in the queues of both directions; the busier direction is taken to be the full one.
        const bool isFull = isQueued(least, now);
        in.isQueued = isFull && in.rate && out.rate && *in.rate >= *out.rate;
        out.isQueued = isFull && in.rate && out.rate && *out.rate > *in.rate;
        if (in.isQueued) { // with a queue on the path, the channel window cannot be the limit
            in.channelShut.reset();
            // A full TCP window makes a ping wait, too, but in the sender's buffer, which TCP's own round trip does not include.
            const bool isInBuffer = sample.tcpRoundTrip && sample.tcpMinimumRoundTrip && !isQueued(sample.tcpMinimumRoundTrip, sample.tcpRoundTrip);
            in.windowFull = isInBuffer ? in.windowFull : std::nullopt;
        }
        addRemoteTo(in, sample);
        for (FlowFacts *each : {&out, &in}) {
            each->roundTrip = sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : least;
            each->channelRoundTrip = least ? least : each->roundTrip;
        }
        m_sent.addFacts(out);
        m_received.addFacts(in);
    }
    m_last = sample;
}

void LinkFlow::addRemote(std::chrono::steady_clock::time_point at, const std::optional<TcpFacts> &facts)
{
    m_isSilent = !facts;
    if (facts) {
        m_remoteBefore = std::exchange(m_remote, RemoteFacts{at, *facts});
        if (m_remoteBefore && (at <= m_remoteBefore->at || at - m_remoteBefore->at > remoteFresh)) {
            m_remoteBefore.reset();
        }
    }
}

void LinkFlow::breakOff()
{
    *this = {};
}

const FlowVerdict &LinkFlow::verdict(FlowDirection direction) const
{
    return (direction == FlowDirection::Sent ? m_sent : m_received).verdict();
}

LinkFlow::Remote LinkFlow::remote() const
{
    return m_isSilent ? Remote::Silent : m_remote ? Remote::Known : Remote::NotAsked;
}

std::optional<TcpFacts> LinkFlow::sender(FlowDirection direction) const
{
    if (direction == FlowDirection::Sent) {
        return m_last ? m_last->tcp : std::nullopt;
    }
    const bool isFresh = m_remote && m_last && m_last->takenAt - m_remote->at <= remoteFresh;
    return isFresh ? std::optional(m_remote->facts) : std::nullopt;
}

const LinkQueues &LinkFlow::queues() const
{
    static const LinkQueues none;
    return m_last ? m_last->queues : none;
}
}
