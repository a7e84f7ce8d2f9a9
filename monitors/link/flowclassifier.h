// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/durationfigure.h"
#include "sessions/common/units.h"

#include <deque>

namespace Nightdesk
{
enum class FlowDirection {
    Received, ///< data from the remote host to this computer
    Sent
};

/// What limits one direction of a connection (Packard & Gettys 2003, 4.1).
enum class FlowLimit {
    Unknown,
    Idle, ///< hardly any data is sent
    Program, ///< the sending program produces no more data, or the receiving program reads no more; the network does not limit
    Bandwidth,
    ReceiveWindow, ///< the receive window of TCP at the receiving end
    SendBuffer, ///< the send buffer of TCP at the sending end
    ChannelWindow, ///< the window of an ssh channel
};

/// What was observed of one direction in one second, by its sender or its receiver. Shares are fractions of that
/// second. Empty: not known.
struct FlowFacts {
    Certainty certainty = Certainty::Estimated; ///< Certainty::Measured: the facts were reported by the kernel or ssh of the sender
    std::optional<Bytes> bytesPerSecond; ///< rate on the wire
    std::optional<double> busySendingShare; ///< share of the second in which the sender had unacknowledged data
    std::optional<double> receiveWindowFullShare; ///< share of the second in which the receive window was full
    std::optional<double> sendBufferFullShare; ///< share of the second in which the send buffer was full
    /// Share of the second in which data waited because the window of an ssh channel was used up.
    std::optional<double> channelWindowFullShare;
    /// Share of the second in which the receiving program did not read the received data.
    std::optional<double> programNotReadingShare;
    bool isDataWaiting = false; ///< data waits at the sender for the network
    bool hasQueueDelay = false; ///< the round trip is longer than without queues on the path
    std::optional<std::chrono::microseconds> roundTrip; ///< round trip of the TCP connection without queues
    /// The kernel's smoothed round trip, which includes delayed acknowledgments.
    std::optional<std::chrono::microseconds> smoothedRoundTrip;
    /// Round trip of the ssh connection without queues; longer than that of TCP behind a jump host.
    std::optional<std::chrono::microseconds> minSshRoundTrip;
    std::optional<Bytes> receiveWindow;
    std::optional<Bytes> segmentSize; ///< maximum segment size: TCP sends only whole segments
    std::optional<Bytes> channelWindow;
    std::optional<Bytes> deliveryRate; ///< bytes per second, as last measured by the sender
};

/// What limits one direction now, and the rate that this limit allows.
struct FlowVerdict {
    FlowLimit flowLimit = FlowLimit::Unknown;
    Certainty certainty = Certainty::Unknown;
    std::optional<Bytes> bytesPerSecond; ///< measured rate
    std::optional<Bytes> allowedRate; ///< bytes per second that the limit allows; empty: not known
    /// The window that limits the flow; if idle or limited by a program: the smallest window.
    std::optional<Bytes> windowSize;
    std::optional<Bytes> bandwidthDelayProduct; ///< bandwidth-delay product of the path: last measured rate times round trip
    bool operator==(const FlowVerdict &) const = default;
};

/// Determines what limits one direction. The verdict changes only after several consecutive seconds. Each limit ends at
/// a lower share than the share at which it begins. Pure. Owned by LinkFlow.
class FlowClassifier
{
public:
    static constexpr double minShareToBeginLimit = 0.3; ///< share of a second from which a limit begins
    static constexpr double minShareToKeepLimit = 0.15;
    static constexpr double minShareOfWholeSecond = 0.9; ///< a window that is full for this share of a second counts as full for the whole second
    static constexpr std::size_t averagedSeconds = 10; ///< number of full-window seconds whose rates are averaged
    /// Up to this rate a connection counts as idle: pings, keys and requests for updates need less.
    static constexpr std::int64_t maxIdleBytesPerSecond = 16 * 1024;

    void addFacts(const FlowFacts &facts);
    const FlowVerdict &verdict() const;
    /// What @p facts suggest while @p currentLimit is the limit.
    static FlowLimit evidence(const FlowFacts &facts, FlowLimit currentLimit);
    /// Bytes per second that @p window allows: window over round trip (Kibrick et al. 2004, 2.2). @p segmentSize: only whole segments of the
    /// window count; empty: the whole window counts.
    static Bytes allowedRate(Bytes window, std::chrono::microseconds roundTrip, std::optional<Bytes> segmentSize = {});

private:
    std::optional<Bytes> rateAllowedByReceiveWindow(const FlowFacts &facts) const;

    FlowVerdict m_verdict;
    FlowLimit m_lastEvidence = FlowLimit::Unknown; ///< what the last facts suggested
    int m_evidenceSeconds = 0;
    std::optional<Bytes> m_fullPathRate; ///< rate in bytes per second when the path was full
    /// Rates of those recent seconds in which the receive window was full for the whole second.
    std::deque<Bytes> m_fullWindowRates;
};
}
