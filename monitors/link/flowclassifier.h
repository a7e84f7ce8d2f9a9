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

/// What keeps one direction of a connection from carrying more (Packard & Gettys 2003, 4.1).
enum class FlowBound {
    Unknown,
    Idle, ///< hardly anything is sent
    Program, ///< what is sent goes at once: its program makes no more, or does not take more
    Bandwidth,
    ReceiveWindow, ///< TCP's, of the end that receives
    SendBuffer, ///< TCP's, of the end that sends
    ChannelWindow, ///< of an ssh channel
};

/// One second of one direction, as its sender or its receiver sees it. Shares are parts of that second. Empty: not known.
struct FlowFacts {
    Certainty certainty = Certainty::Estimated; ///< Measured: the sender's own kernel or ssh says so
    std::optional<Bytes> rate; ///< a second, on the wire
    std::optional<double> busy; ///< the sender had something on its way
    std::optional<double> windowFull; ///< the receive window was full
    std::optional<double> bufferFull; ///< the send buffer was full
    std::optional<double> channelShut; ///< data waited for an ssh channel's window
    std::optional<double> heldBack; ///< what had come was not taken by its program
    bool dataWaits = false; ///< at the sender, for the network
    bool isQueued = false; ///< the round trip is longer than that of an empty path
    std::optional<std::chrono::microseconds> roundTrip; ///< of the TCP connection, empty
    std::optional<std::chrono::microseconds> smoothedRoundTrip; ///< of it now: acknowledgments that wait are in it
    std::optional<std::chrono::microseconds> channelRoundTrip; ///< of the ssh connection, empty: longer behind a jump host
    std::optional<Bytes> receiveWindow;
    std::optional<Bytes> segment; ///< TCP sends whole ones only
    std::optional<Bytes> channelWindow;
    std::optional<Bytes> deliveryRate; ///< a second, as the sender last measured it
};

/// What one second of a direction speaks for.
enum class FlowEvidence {
    None, ///< nothing is known of that second
    Quiet,
    Unhurried,
    PathFull,
    WindowFull,
    BufferFull,
    ChannelShut,
};

/// What bounds a direction now, and what that lets through.
struct FlowVerdict {
    FlowBound bound = FlowBound::Unknown;
    Certainty certainty = Certainty::Unknown;
    std::optional<Bytes> rate; ///< a second
    std::optional<Bytes> allowed; ///< a second, by what bounds it; empty: nothing says so
    std::optional<Bytes> window; ///< the one that bounds it; idle or by a program: the smallest there is
    std::optional<Bytes> bandwidthDelay; ///< what the path itself holds: rate as last measured times round trip
    bool operator==(const FlowVerdict &) const = default;
};

/// How the state of a direction follows the evidence of its seconds.
struct FlowStep {
    FlowEvidence on;
    FlowBound to;
    int after; ///< seconds of it in a row; the first state is entered at once
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

/// Says what bounds one direction. It changes its mind only after seconds in a row, and each bound is left at a lower share than it is
/// entered. Pure. Owned by LinkFlow.
class FlowClassifier
{
public:
    static constexpr double enterShare = 0.3; ///< of a second
    static constexpr double leaveShare = 0.15;
    static constexpr double wholeShare = 0.9;
    static constexpr std::size_t wholeSeconds = 10; ///< so many tell what a full window carries
    static constexpr std::int64_t quietRate = 16 * 1024; ///< bytes a second: pings, keys and requests for updates are below it

    void addFacts(const FlowFacts &facts);
    const FlowVerdict &verdict() const;
    /// What @p facts speak for while @p now is what bounds it.
    static FlowEvidence evidence(const FlowFacts &facts, FlowBound now);
    /// What @p window lets through each second: window over round trip (Kibrick et al. 2004, 2.2). @p segment: of it only whole ones
    /// count; empty: all of it.
    static Bytes allowed(Bytes window, std::chrono::microseconds roundTrip, std::optional<Bytes> segment = {});

private:
    std::optional<Bytes> allowedByReceiveWindow(const FlowFacts &facts) const;

    FlowVerdict m_verdict;
    FlowEvidence m_last = FlowEvidence::None;
    int m_inRow = 0;
    std::optional<Bytes> m_carried; ///< a second: what the path carried when it was full
    std::deque<Bytes> m_throughWindow; ///< in each of the last seconds in which the receive window was full from its begin to its end
};
}
