// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/figure.h"
#include "sessions/common/units.h"

#include <deque>

namespace Nightdesk
{
enum class FlowDirection {
    Received, ///< from the remote host
    Sent
};

/// What limits one direction of a connection (Packard & Gettys 2003, 4.1).
enum class FlowBound {
    Unknown,
    Idle, ///< hardly anything is sent
    Program, ///< data is sent at once: the program produces no more, or the receiving program accepts no more
    Bandwidth,
    ReceiveWindow, ///< of TCP, at the receiving end
    SendBuffer, ///< of TCP, at the sending end
    ChannelWindow, ///< of an ssh channel
};

/// One second of one direction, as seen by its sender or its receiver. Shares are fractions of that second. Empty: not known.
struct FlowFacts {
    Certainty certainty = Certainty::Estimated; ///< Measured: reported by the sender's own kernel or ssh
    std::optional<Bytes> rate; ///< bytes per second on the wire
    std::optional<double> busy; ///< share of the time in which the sender had unacknowledged data
    std::optional<double> windowFull; ///< the receive window was full
    std::optional<double> bufferFull; ///< the send buffer was full
    std::optional<double> channelShut; ///< data waited for an ssh channel's window
    std::optional<double> heldBack; ///< received data was not accepted by the program
    bool dataWaits = false; ///< data waits at the sender for the network
    bool isQueued = false; ///< the round trip is longer than without queues
    std::optional<std::chrono::microseconds> roundTrip; ///< of the TCP connection without queues
    std::optional<std::chrono::microseconds> smoothedRoundTrip; ///< current value, including delayed acknowledgments
    std::optional<std::chrono::microseconds> channelRoundTrip; ///< of the ssh connection without queues; longer than roundTrip behind a jump host
    std::optional<Bytes> receiveWindow;
    std::optional<Bytes> segment; ///< TCP sends only whole segments
    std::optional<Bytes> channelWindow;
    std::optional<Bytes> deliveryRate; ///< bytes per second, as last measured by the sender
};

/// What the facts of one second suggest.
enum class FlowEvidence {
    None, ///< nothing is known of this second
    Quiet,
    Unhurried,
    PathFull,
    WindowFull,
    BufferFull,
    ChannelShut,
};

/// What limits a direction now, and how much it allows.
struct FlowVerdict {
    FlowBound bound = FlowBound::Unknown;
    Certainty certainty = Certainty::Unknown;
    std::optional<Bytes> rate; ///< bytes per second
    std::optional<Bytes> allowed; ///< bytes per second that the limit allows; empty: not known
    std::optional<Bytes> window; ///< the limiting window; if idle or limited by a program: the smallest window
    std::optional<Bytes> bandwidthDelay; ///< bandwidth-delay product of the path: last measured rate times round trip
    bool operator==(const FlowVerdict &) const = default;
};

/// A transition of the state: which evidence leads to which limit.
struct FlowStep {
    FlowEvidence on;
    FlowBound to;
    int after; ///< consecutive seconds of this evidence; the first state is entered at once
};
inline constexpr FlowStep flowSteps[] = {
    {FlowEvidence::None, FlowBound::Unknown, 3},
    {FlowEvidence::Quiet, FlowBound::Idle, 3},
    {FlowEvidence::Unhurried, FlowBound::Program, 3},
    {FlowEvidence::PathFull, FlowBound::Bandwidth, 2},
    {FlowEvidence::WindowFull, FlowBound::ReceiveWindow, 2},
    {FlowEvidence::BufferFull, FlowBound::SendBuffer, 2},
    {FlowEvidence::ChannelShut, FlowBound::ChannelWindow, 2},
};

/// Determines what limits one direction. The verdict changes only after several consecutive seconds, and each limit is left at a lower
/// share than it is entered. Pure. Owned by LinkFlow.
class FlowClassifier
{
public:
    static constexpr double enterShare = 0.3; ///< share of a second
    static constexpr double leaveShare = 0.15;
    static constexpr double wholeShare = 0.9;
    static constexpr std::size_t wholeSeconds = 10; ///< number of seconds that are averaged to find what a full window carries
    static constexpr std::int64_t quietRate = 16 * 1024; ///< bytes a second: pings, keys and requests for updates are below it

    void addFacts(const FlowFacts &facts);
    const FlowVerdict &verdict() const;
    /// What @p facts suggest while @p now is the current limit.
    static FlowEvidence evidence(const FlowFacts &facts, FlowBound now);
    /// Bytes per second that @p window allows: window over round trip (Kibrick et al. 2004, 2.2). @p segment: only whole segments of the
    /// window count; empty: the whole window counts.
    static Bytes allowed(Bytes window, std::chrono::microseconds roundTrip, std::optional<Bytes> segment = {});

private:
    std::optional<Bytes> allowedByReceiveWindow(const FlowFacts &facts) const;

    FlowVerdict m_verdict;
    FlowEvidence m_last = FlowEvidence::None;
    int m_inRow = 0;
    std::optional<Bytes> m_carried; ///< bytes per second that the path carried when it was full
    std::deque<Bytes> m_throughWindow; ///< rates of the last seconds in which the receive window was full for the whole second
};
}
