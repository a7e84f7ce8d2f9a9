// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/flowclassifier.h"
#include "monitors/link/roundtriplevel.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// Says in one word how a connection is, and why: by its state and by RoundTripLevel. A connection that was lost is a fault until it is
/// back, whatever the attempts in between reach, and degraded for its first answers. Pure; one sample is about a second. The limits
/// stand in docs/support/faults.md. Owned by LinkMonitor.
class ConnectionLevel
{
public:
    using Level = RoundTripLevel::Level;
    enum class Reason {
        None,
        Connecting, ///< for the first time
        JustBack, ///< after an outage: few answers yet
        SlowerThanUsual,
        Slow, ///< over the ceiling that holds for all connections
        Full, ///< slower than usual or over the ceiling, because it carries all that it can
        NoAnswer,
        Lost ///< closed, or being made again
    };
    struct Verdict {
        Level level = Level::Ok;
        Reason reason = Reason::None;
        bool operator==(const Verdict &) const = default;
    };
    static constexpr int answersToBeBack = 3; ///< in a row, of the ssh probes

    /// @p isLost: Closed by a failure, not by a person.
    void setState(LinkState state, bool isLost);
    /// One probe; @p roundTrip empty: it was not answered. @p received: what bounds what comes.
    void add(std::optional<std::chrono::microseconds> roundTrip, FlowBound received);

    /// Empty: nobody wants the connection.
    std::optional<Verdict> verdict() const;
    const RoundTripLevel &roundTrip() const;

private:
    std::optional<Verdict> judge() const;

    RoundTripLevel m_roundTrip;
    LinkState m_state = LinkState::Idle;
    FlowBound m_received = FlowBound::Unknown;
    bool m_wasLost = false;
    int m_answers = answersToBeBack; ///< in a row since it was lost; at most answersToBeBack
};
}
