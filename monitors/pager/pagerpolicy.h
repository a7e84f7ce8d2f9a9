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
    static constexpr std::chrono::minutes again{5};
    static constexpr std::chrono::minutes pause{1}; ///< between two runs, for all desks together
    /// A desk's next call waits for `pause` after its previous run. The wait doubles with each call that was not acknowledged,
    /// up to this limit; without it, a new call each minute would wake people all night.
    static constexpr std::chrono::minutes longestPause{60};
    static constexpr std::chrono::hours forgotten{12}; ///< a caller's back-off is reset after this time
    static constexpr int most = 12; ///< maximum number of runs for one call

    struct Due {
        DeskName desk;
        BoardWire::Call call;
        bool operator==(const Due &) const = default;
    };
    /// Adds or updates a desk's call.
    void addCall(const DeskName &desk, const BoardWire::Call &call, Time now);
    /// The call to run now, counted as run. Desks whose last run is longer ago come first, so that one desk cannot block the others.
    std::optional<Due> due(Time now);
    /// When to call due() again; empty: not before the next addCall().
    std::optional<Time> next() const;

private:
    Time earliest(const DeskName &desk, Time now) const; ///< earliest first run of a new call

    struct Ringing {
        BoardWire::Call call;
        Time dueAt;
        int runs = 0;
    };
    QHash<DeskName, Ringing> m_ringing;
    struct Caller {
        Time last; ///< time of the last run
        int unheard = 0; ///< number of calls that were run since the last acknowledgement
    };
    QHash<DeskName, Caller> m_callers;
    std::optional<Time> m_last;
};
}
