// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/flowclassifier.h"
#include "monitors/link/roundtriplevel.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// Rates a connection and gives the reason, from its state and RoundTripLevel. A connection that was lost is a fault until it is
/// live again, however far the attempts in between get, and degraded for its first answers. Pure; one sample is about a second. The
/// limits are documented in docs/support/faults.md. Owned by LinkMonitor.
class ConnectionLevel
{
public:
    using Level = RoundTripLevel::Level;
    enum class Reason {
        NoProblem,
        Connecting, ///< the first attempt to connect
        JustReconnected, ///< few answers since the last outage
        SlowerThanUsual,
        Slow, ///< round trips above the ceiling that applies to all connections
        BandwidthUsedUp, ///< slower than usual or above the ceiling, while the received data uses the whole bandwidth
        NoAnswer,
        Lost ///< the connection is closed by a failure, or reconnecting
    };
    struct Verdict {
        Level level = Level::Ok;
        Reason reason = Reason::NoProblem;
        bool operator==(const Verdict &) const = default;
    };
    static constexpr int answersToRecover = 3; ///< consecutive ssh probes that have to be answered after an outage

    /// @p isLost: the connection was closed by a failure, not by the user.
    void setState(LinkState state, bool isLost);
    /// Adds the result of one probe. An empty @p roundTrip means that it was not answered. @p receiveLimit: what limits the received data.
    void addProbeResult(std::optional<std::chrono::microseconds> roundTrip, FlowLimit receiveLimit);

    /// The current level and its reason; empty: no connection is requested.
    std::optional<Verdict> verdict() const;
    const RoundTripLevel &roundTrip() const;

private:
    std::optional<Verdict> liveVerdict() const;

    RoundTripLevel m_roundTripLevel;
    LinkState m_linkState = LinkState::Idle;
    FlowLimit m_receiveLimit = FlowLimit::Unknown;
    bool m_isRecoveringFromLoss = false;
    /// Consecutive answers since the connection was lost; not counted beyond the limit.
    int m_answersSinceLoss = answersToRecover;
};
}
