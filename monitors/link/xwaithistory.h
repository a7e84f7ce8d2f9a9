// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"

#include <deque>
#include <vector>

namespace Nightdesk
{
/// One round trip that an X program waited for, as the relay sees it.
struct XWaitTimes {
    std::chrono::microseconds server{}; ///< of the X server here, from the program's last byte until its answer was sent on
    std::chrono::microseconds whole{}; ///< until the program's next request, or until the answer could have reached it: estimated
    bool operator==(const XWaitTimes &) const = default;
};

/// The round trips of one X program, or of all in one connection, in the last minutes. They are kept in the order of their lengths: to add
/// some is one pass over 20,000 at most, to read a figure is none. Pure: "now" is an argument. Owned by LinkHistory or XWatchedWindow.
class XWaitHistory
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr auto span = std::chrono::minutes(5);
    static constexpr auto fresh = std::chrono::seconds(5); ///< so long the newest are those of now
    /// More of one second are thinned evenly by rank: over a path of 16 ms or more no X connection makes as many.
    static constexpr std::size_t mostAtOnce = 64;

    /// @p at: not before the one before. Those older than span go: without new ones it is to be called all the same, about once a second.
    void add(Time at, std::vector<XWaitTimes> waits);
    void clear();
    bool isEmpty() const;
    /// XServer, then the sum XRoundTrip. Unknown without round trips.
    QList<RoundTripLayer> layers(Time now) const;
    /// Of all round trips of the last seconds before @p now the median of the whole; empty: none.
    std::optional<std::chrono::microseconds> now(Time now) const;

private:
    struct Looked {
        Time at;
        std::vector<XWaitTimes> waits; ///< not empty
    };
    std::optional<std::chrono::microseconds> newest(Time now, std::chrono::microseconds XWaitTimes::*part) const;

    std::deque<Looked> m_looks; ///< oldest first
    std::vector<std::chrono::microseconds> m_server; ///< of all of them, the least first
    std::vector<std::chrono::microseconds> m_whole; ///< likewise
};
}
