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
/// When to wake the support astronomer: once for each call, again while nobody has acknowledged it, and never all the time,
/// whatever desks say. Pure: the time is an argument. Owned by Pager.
class PagerPolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::minutes again{5};
    static constexpr std::chrono::minutes pause{1}; ///< between two runs, for all desks together
    /// A desk's next call waits for `pause` after the run before it, and twice as long with each call that nobody has acknowledged,
    /// up to this; a new one each minute would wake people all night.
    static constexpr std::chrono::minutes longestPause{60};
    static constexpr std::chrono::hours forgotten{12}; ///< after that it is another night
    static constexpr int most = 12; ///< runs for one call: who has not come by then does not hear it

    struct Due {
        DeskName desk;
        BoardWire::Call call;
        bool operator==(const Due &) const = default;
    };
    /// What a desk says of its call.
    void addCall(const DeskName &desk, const BoardWire::Call &call, Time now);
    /// One that is to be run now; it counts as run. A desk that was not heard of for longer goes before one that calls all the time.
    std::optional<Due> due(Time now);
    /// When to look again; empty: not before something is taken.
    std::optional<Time> next() const;

private:
    Time earliest(const DeskName &desk, Time now) const; ///< for a new call

    struct Ringing {
        BoardWire::Call call;
        Time dueAt;
        int runs = 0;
    };
    QHash<DeskName, Ringing> m_ringing;
    struct Caller {
        Time last; ///< run
        int unheard = 0; ///< calls that were run since somebody acknowledged one
    };
    QHash<DeskName, Caller> m_callers;
    std::optional<Time> m_last;
};
}
