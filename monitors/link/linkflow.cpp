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
constexpr double nearlyFull = 0.8; ///< a window counts as full if unacknowledged data fills at least this share of it
/// The same for a window that already is the limit of the flow: it counts as full down to this share.
constexpr double stillFull = 0.6;
/// Bytes that can always be in flight: libssh opens a window of 2 MiB for a channel, and refills it when half of it is used.
constexpr Bytes ownChannelWindow{1024 * 1024};

std::optional<Bytes> perSecond(Bytes before, Bytes now, double seconds)
{
    return now >= before ? std::optional(Bytes{static_cast<std::int64_t>(static_cast<double>((now - before).count) / seconds)}) : std::nullopt;
}

double shareOfTime(Time before, Time now, double seconds)
{
    return std::max(0.0, std::chrono::duration<double>(now - before).count() / seconds);
}

std::optional<double> shareOfTime(std::optional<Time> before, std::optional<Time> now, double seconds)
{
    return before && now ? std::optional(shareOfTime(*before, *now, seconds)) : std::nullopt;
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
bool hasQueueDelay(std::optional<Time> leastRoundTrip, std::optional<Time> currentRoundTrip)
{
    return leastRoundTrip && currentRoundTrip && *currentRoundTrip - *leastRoundTrip >= std::max<Time>(20ms, *leastRoundTrip / 5);
}
}

FlowFacts LinkFlow::sentFacts(const LinkSample &sample, double seconds) const
{
    FlowFacts facts;
    const LinkSample &before = *m_lastSample;
    facts.certainty = sample.tcp && sample.tcpMeasuredPathPart == TcpMeasuredPathPart::WholePath ? Certainty::Measured : Certainty::Estimated;
    facts.bytesPerSecond = perSecond(before.totalWireBytesSent, sample.totalWireBytesSent, seconds);
    facts.channelWindowFullShare = shareOfTime(before.queues.channelWindowExhaustedTime, sample.queues.channelWindowExhaustedTime, seconds);
    facts.isDataWaiting = sample.queues.waitingBytes.count > 0;
    if (sample.queues.largestSendWindow.count > 0) {
        facts.channelWindow = sample.queues.largestSendWindow;
    }
    if (sample.tcp && before.tcp) {
        const TcpFacts &tcp = *sample.tcp;
        facts.busySendingShare = shareOfTime(before.tcp->busySendingTime, tcp.busySendingTime, seconds);
        facts.receiveWindowFullShare = shareOfTime(before.tcp->receiveWindowLimitedTime, tcp.receiveWindowLimitedTime, seconds);
        facts.sendBufferFullShare = shareOfTime(before.tcp->sendBufferLimitedTime, tcp.sendBufferLimitedTime, seconds);
        facts.isDataWaiting = facts.isDataWaiting || (tcp.unsentBytes && tcp.unsentBytes->count > 0);
        facts.receiveWindow = tcp.peerReceiveWindow;
        facts.segmentSize = tcp.segmentSize;
        facts.smoothedRoundTrip = sample.tcpRoundTrip;
        facts.deliveryRate = tcp.deliveryRate;
    }
    return facts;
}

FlowFacts LinkFlow::receivedFacts(const LinkSample &sample, double seconds, std::optional<Time> leastRoundTrip) const
{
    FlowFacts facts;
    const LinkSample &before = *m_lastSample;
    facts.bytesPerSecond = perSecond(before.totalWireBytesReceived, sample.totalWireBytesReceived, seconds);
    facts.programNotReadingShare = shareOfTime(before.queues.programNotReadingTime, sample.queues.programNotReadingTime, seconds);
    facts.channelWindow = ownChannelWindow;
    if (sample.tcp) {
        facts.receiveWindow = sample.tcp->ownReceiveWindow;
        facts.segmentSize = sample.tcp->segmentSize; // most paths allow the same segment size in both directions
    }
    facts.receiveWindowFullShare =
        windowFullShare(facts.bytesPerSecond, sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : leastRoundTrip, facts.receiveWindow);
    const Bytes fastest{static_cast<std::int64_t>(static_cast<double>(sample.queues.busiestChannelReceivedBytes.count) / seconds)};
    facts.channelWindowFullShare = windowFullShare(fastest, leastRoundTrip, ownChannelWindow);
    return facts;
}

/// Replaces estimates in @p facts with what the remote end measured.
void LinkFlow::addRemoteFactsTo(FlowFacts &facts, const LinkSample &sample) const
{
    if (!m_remoteFacts || sample.takenAt - m_remoteFacts->receivedAt > remoteFresh) {
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
        const double seconds = std::chrono::duration<double>(m_remoteFacts->receivedAt - m_previousRemoteFacts->receivedAt).count();
        facts.busySendingShare = shareOfTime(before.busySendingTime, now.busySendingTime, seconds);
        facts.receiveWindowFullShare = shareOfTime(before.receiveWindowLimitedTime, now.receiveWindowLimitedTime, seconds);
        facts.sendBufferFullShare = shareOfTime(before.sendBufferLimitedTime, now.sendBufferLimitedTime, seconds);
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
        // A longer round trip does not show which direction has the queue: the direction with the higher rate is assumed to have it.
        const bool isFull = hasQueueDelay(minimumRoundTrip, latestRoundTrip);
        in.hasQueueDelay = isFull && in.bytesPerSecond && out.bytesPerSecond && *in.bytesPerSecond >= *out.bytesPerSecond;
        out.hasQueueDelay = isFull && in.bytesPerSecond && out.bytesPerSecond && *out.bytesPerSecond > *in.bytesPerSecond;
        if (in.hasQueueDelay) { // with a queue on the path, the channel window cannot be the limit
            in.channelWindowFullShare.reset();
            // A longer ssh round trip may also be a wait in the send buffer, behind a full TCP window. That wait is not part of TCP's own
            // round trip.
            const bool isInBuffer = sample.tcpRoundTrip && sample.tcpMinimumRoundTrip && !hasQueueDelay(sample.tcpMinimumRoundTrip, sample.tcpRoundTrip);
            in.receiveWindowFullShare = isInBuffer ? in.receiveWindowFullShare : std::nullopt;
        }
        addRemoteFactsTo(in, sample);
        for (FlowFacts *each : {&out, &in}) {
            each->roundTrip = sample.tcpMinimumRoundTrip ? sample.tcpMinimumRoundTrip : minimumRoundTrip;
            each->minSshRoundTrip = minimumRoundTrip ? minimumRoundTrip : each->roundTrip;
        }
        m_sentDataClassifier.addFacts(out);
        m_receivedDataClassifier.addFacts(in);
    }
    m_lastSample = sample;
}

void LinkFlow::addRemoteFacts(std::chrono::steady_clock::time_point at, const std::optional<TcpFacts> &facts)
{
    m_isRemoteNotReporting = !facts;
    if (facts) {
        m_previousRemoteFacts = std::exchange(m_remoteFacts, RemoteFacts{at, *facts});
        if (m_previousRemoteFacts && (at <= m_previousRemoteFacts->receivedAt || at - m_previousRemoteFacts->receivedAt > remoteFresh)) {
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
    return (direction == FlowDirection::Sent ? m_sentDataClassifier : m_receivedDataClassifier).verdict();
}

LinkFlow::RemoteReportState LinkFlow::remoteReportState() const
{
    return m_isRemoteNotReporting ? RemoteReportState::NoReport : m_remoteFacts ? RemoteReportState::ReportReceived : RemoteReportState::NotQueried;
}

std::optional<TcpFacts> LinkFlow::senderFacts(FlowDirection direction) const
{
    if (direction == FlowDirection::Sent) {
        return m_lastSample ? m_lastSample->tcp : std::nullopt;
    }
    const bool isFresh = m_remoteFacts && m_lastSample && m_lastSample->takenAt - m_remoteFacts->receivedAt <= remoteFresh;
    return isFresh ? std::optional(m_remoteFacts->facts) : std::nullopt;
}

const LinkQueues &LinkFlow::queues() const
{
    static const LinkQueues none;
    return m_lastSample ? m_lastSample->queues : none;
}
}
