// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/flowclassifier.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// What limits each direction of one connection, from its samples. For sent data the local kernel reports the cause; for received data
/// the local kernel sees only the result, unless the remote host reports, too. Pure: "now" is the newest sample's time. Owned by LinkMonitor.
class LinkFlow
{
public:
    enum class RemoteReportState {
        NotQueried,
        ReportReceived,
        NoReport ///< the remote host answered that it does not report the state of its TCP connection
    };

    /// Adds a sample. @p minimumRoundTrip: the shortest ssh round trip, which is without queues. @p latestRoundTrip: the latest ssh round trip.
    void add(const LinkSample &sample, std::optional<std::chrono::microseconds> minimumRoundTrip, std::optional<std::chrono::microseconds> latestRoundTrip);
    /// Adds what the remote kernel reports about its end of the connection. Empty: the remote host cannot report this, and need
    /// not be queried again.
    void addRemoteFacts(std::chrono::steady_clock::time_point at, const std::optional<TcpFacts> &facts);
    /// The connection ended or was replaced: discards the figures of that connection.
    void discardFigures();

    const FlowVerdict &verdict(FlowDirection direction) const;
    RemoteReportState remoteReportState() const;
    /// What the kernel of the sending computer reports: for sent data this one, for received data the remote host. Empty: not known.
    std::optional<TcpFacts> senderFacts(FlowDirection direction) const;
    /// How much data waits in the queues on this computer.
    const LinkQueues &queues() const;

private:
    struct RemoteFacts {
        std::chrono::steady_clock::time_point receivedAt;
        TcpFacts facts;
    };
    FlowFacts sentFacts(const LinkSample &sample, double seconds) const;
    FlowFacts receivedFacts(const LinkSample &sample, double seconds, std::optional<std::chrono::microseconds> leastRoundTrip) const;
    void addRemoteFactsTo(FlowFacts &facts, const LinkSample &sample) const;

    std::optional<LinkSample> m_lastSample;
    std::optional<RemoteFacts> m_remoteFacts;
    std::optional<RemoteFacts> m_previousRemoteFacts;
    bool m_isRemoteNotReporting = false;
    FlowClassifier m_sentDataClassifier;
    FlowClassifier m_receivedDataClassifier;
};
}
