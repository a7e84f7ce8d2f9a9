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

constexpr auto remoteFresh = 25s; ///< facts of the remote host are used up to this age: 2.5 times the interval of LinkMonitor's queries
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
std::optional<double> windowFullShare(std::optional<Bytes> rate, std::optional<Time> roundTrip, std::optional<Bytes> window)
{
    if (!rate || !roundTrip || !window || window->count <= 0) {
        return {};
    }
    const double part = static_cast<double>(rate->count) * std::chrono::duration<double>(*roundTrip).count() / static_cast<double>(window->count);
    return part >= nearlyFull ? 1.0 : part >= stillFull ? (FlowClassifier::minShareToBeginLimit + FlowClassifier::minShareToKeepLimit) / 2 : 0.0;
}

/// Whether the round trip shows a queue: more than jitter, with a tolerance that grows with the path's round trip.
bool hasQueueDelay(std::optional<Time> least, std::optional<Time> now)
{
    return least && now && *now - *least >= std::max<Time>(20ms, *least / 5);
}
}

FlowFacts LinkFlow::sentFacts(const LinkSample &sample, double seconds) const
{
    FlowFacts facts;
    const LinkSample &before = *m_lastSample;
    facts.certainty = sample.tcp && sample.tcpCoverage == TcpCoverage::WholePath ? Certainty::Measured : Certainty::Estimated;
    facts.rate = perSecond(before.wireOut, sample.wireOut, seconds);
    facts.channelWindowFullShare = share(before.queues.channelWindowExhaustedTime, sample.queues.channelWindowExhaustedTime, seconds);
    facts.isDataWaiting = sample.queues.waitingBytes.count > 0;
    if (sample.queues.largestSendWindow.count > 0) {
        facts.channelWindow = sample.queues.largestSendWindow;
    }
    if (sample.tcp && before.tcp) {
        const TcpFacts &tcp = *sample.tcp;
        facts.busySendingShare = share(before.tcp->busySendingTime, tcp.busySendingTime, seconds);
        facts.receiveWindowFullShare = share(before.tcp->windowLimitedTime, tcp.windowLimitedTime, seconds);
        facts.sendBufferFullShare = share(before.tcp->bufferLimitedTime, tcp.bufferLimitedTime, seconds);
        facts.isDataWaiting = facts.isDataWaiting || (tcp.unsentBytes && tcp.unsentBytes->count > 0);
        facts.receiveWindow = tcp.peerReceiveWindow;
        facts.segmentSize = tcp.segmentSize;
        facts.smoothedRoundTrip = sample.tcpRoundTrip;
        facts.deliveryRate = tcp.deliveryRate;
    }
    return facts;
}

FlowFacts LinkFlow::receivedFacts(const LinkSample &sample, double seconds, std::optional<Time> least) const
{
    FlowFacts facts;
    const LinkSample &before = *m_lastSample;
    facts.rate = perSecond(before.wireIn, sample.wireIn, seconds);
    facts.programNotReadingShare = share(before.queues.programNotReadingTime, sample.queues.programNotReadingTime, seconds);
    facts.channelWindow = ownChannelWindow;
    if (sample.tcp) {
        facts.receiveWindow = sample.tcp->ownReceiveWindow;
        facts.segmentSize = sample.tcp->segmentSize; // most paths allow the same segment size in both directions
    }
    facts.receiveWindowFullShare = windowFullShare(facts.rate, sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : least, facts.receiveWindow);
    const Bytes fastest{static_cast<std::int64_t>(static_cast<double>(sample.queues.busiestChannelBytes.count) / seconds)};
    facts.channelWindowFullShare = windowFullShare(fastest, least, ownChannelWindow);
    return facts;
}

/// Replaces estimates in @p facts with what the remote end measured.
void LinkFlow::addRemoteFactsTo(FlowFacts &facts, const LinkSample &sample) const
{
    if (!m_remoteFacts || sample.takenAt - m_remoteFacts->at > remoteFresh) {
        return;
    }
    const TcpFacts &now = m_remoteFacts->facts;
    facts.deliveryRate = now.deliveryRate;
    facts.segmentSize = now.segmentSize;
    facts.smoothedRoundTrip = now.smoothedRoundTrip;
    facts.receiveWindow = now.peerReceiveWindow ? now.peerReceiveWindow : facts.receiveWindow;
    facts.isDataWaiting = now.unsentBytes && now.unsentBytes->count > 0;
    if (m_previousRemoteFacts) {
        const TcpFacts &before = m_previousRemoteFacts->facts;
        const double seconds = std::chrono::duration<double>(m_remoteFacts->at - m_previousRemoteFacts->at).count();
        facts.busySendingShare = share(before.busySendingTime, now.busySendingTime, seconds);
        facts.receiveWindowFullShare = share(before.windowLimitedTime, now.windowLimitedTime, seconds);
        facts.sendBufferFullShare = share(before.bufferLimitedTime, now.bufferLimitedTime, seconds);
        facts.certainty = facts.busySendingShare ? Certainty::Measured : Certainty::Estimated;
    }
}

void LinkFlow::add(const LinkSample &sample, std::optional<Time> minimumRoundTrip, std::optional<Time> latestRoundTrip)
{
    if (m_lastSample && sample.takenAt - m_lastSample->takenAt < shortest) {
        return;
    }
    const double seconds = m_lastSample ? std::chrono::duration<double>(sample.takenAt - m_lastSample->takenAt).count() : 0;
    if (seconds > 0) {
        FlowFacts out = sentFacts(sample, seconds);
        FlowFacts in = receivedFacts(sample, seconds, minimumRoundTrip);
        // A ping waits in the queues of both directions; the busier direction is taken to be the full one.
        const bool isFull = hasQueueDelay(minimumRoundTrip, latestRoundTrip);
        in.hasQueueDelay = isFull && in.rate && out.rate && *in.rate >= *out.rate;
        out.hasQueueDelay = isFull && in.rate && out.rate && *out.rate > *in.rate;
        if (in.hasQueueDelay) { // with a queue on the path, the channel window cannot be the limit
            in.channelWindowFullShare.reset();
            // A full TCP window makes a ping wait, too, but in the sender's buffer, which TCP's own round trip does not include.
            const bool isInBuffer = sample.tcpRoundTrip && sample.tcpMinimumRoundTrip && !hasQueueDelay(sample.tcpMinimumRoundTrip, sample.tcpRoundTrip);
            in.receiveWindowFullShare = isInBuffer ? in.receiveWindowFullShare : std::nullopt;
        }
        addRemoteFactsTo(in, sample);
        for (FlowFacts *each : {&out, &in}) {
            each->roundTrip = sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : minimumRoundTrip;
            each->minSshRoundTrip = minimumRoundTrip ? minimumRoundTrip : each->roundTrip;
        }
        m_sentClassifier.addFacts(out);
        m_receivedClassifier.addFacts(in);
    }
    m_lastSample = sample;
}

void LinkFlow::addRemoteFacts(std::chrono::steady_clock::time_point at, const std::optional<TcpFacts> &facts)
{
    m_isRemoteNotReporting = !facts;
    if (facts) {
        m_previousRemoteFacts = std::exchange(m_remoteFacts, RemoteFacts{at, *facts});
        if (m_previousRemoteFacts && (at <= m_previousRemoteFacts->at || at - m_previousRemoteFacts->at > remoteFresh)) {
            m_previousRemoteFacts.reset();
        }
    }
}

void LinkFlow::discardFigures()
{
    *this = {};
}

const FlowVerdict &LinkFlow::verdict(FlowDirection direction) const
{
    return (direction == FlowDirection::Sent ? m_sentClassifier : m_receivedClassifier).verdict();
}

LinkFlow::RemoteReporting LinkFlow::remoteReporting() const
{
    return m_isRemoteNotReporting ? RemoteReporting::NotReporting : m_remoteFacts ? RemoteReporting::Reporting : RemoteReporting::NotQueried;
}

std::optional<TcpFacts> LinkFlow::senderFacts(FlowDirection direction) const
{
    if (direction == FlowDirection::Sent) {
        return m_lastSample ? m_lastSample->tcp : std::nullopt;
    }
    const bool isFresh = m_remoteFacts && m_lastSample && m_lastSample->takenAt - m_remoteFacts->at <= remoteFresh;
    return isFresh ? std::optional(m_remoteFacts->facts) : std::nullopt;
}

const LinkQueues &LinkFlow::queues() const
{
    static const LinkQueues none;
    return m_lastSample ? m_lastSample->queues : none;
}
}
