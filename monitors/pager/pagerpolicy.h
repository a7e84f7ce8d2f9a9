// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// When to run the pager: once for each call, again while the call is not acknowledged, with a rate limit
/// whatever desks send. Pure: the time is an argument. Owned by Pager.
class PagerPolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::minutes repeatInterval{5};
    /// Minimum time between two runs of the command, for all desks together.
    static constexpr std::chrono::minutes minCommandRunInterval{1};
    /// Limit of the wait before the next call of a desk runs the command. The wait begins at one minute and doubles
    /// with each call that was not acknowledged. Without this wait, a new call each minute would wake people all night.
    static constexpr std::chrono::minutes maxFirstCommandRunDelay{60};
    /// After this time without a run of the command for a desk, its next call does not have to wait.
    static constexpr std::chrono::hours backOffResetTime{12};
    static constexpr int maxCommandRunsPerCall = 12; ///< maximum number of runs of the command for one call

    struct DueCall {
        DeskName desk;
        BoardWire::Call call;
        bool operator==(const DueCall &) const = default;
    };
    /// Adds or updates a desk's call.
    void addOrUpdateCall(const DeskName &desk, const BoardWire::Call &call, Time now);
    /// The call for which to run the command now; counts the run. Desks whose last run is longer ago come first, so
    /// that one desk cannot block the others.
    std::optional<DueCall> takeDueCall(Time now);
    /// The time at which to call takeDueCall() again; empty: not before the next addOrUpdateCall().
    std::optional<Time> nextDueTime() const;

private:
    /// Earliest time at which a new call of @p desk may run the command.
    Time earliestFirstCommandRun(const DeskName &desk, Time now) const;

    struct RingingCall {
        BoardWire::Call call;
        Time nextCommandRunAt;
        int commandRunCount = 0;
    };
    QHash<DeskName, RingingCall> m_ringingCalls;
    struct DeskCommandRunState {
        Time lastCommandRunAt; ///< time of the last run of the command for this desk
        int unacknowledgedCalls = 0; ///< calls of this desk that ran the command, since it last had a call acknowledged; a call counts once
    };
    QHash<DeskName, DeskCommandRunState> m_commandRunStateByDesk;
    std::optional<Time> m_lastCommandRunAt;
};
}
