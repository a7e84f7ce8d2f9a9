// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"

#include <deque>
#include <vector>

namespace Nightdesk
{
/// One round trip that an X program waited for, as seen by the X relay.
struct XWaitTimes {
    std::chrono::microseconds serverTime{}; ///< time of the local X server, from the program's last byte until the answer was forwarded
    /// How long the program waited: from its last byte until its next byte, but at most until one round trip of the link after the
    /// answer was forwarded. An estimate.
    std::chrono::microseconds totalTime{};
    bool operator==(const XWaitTimes &) const = default;
};

/// The round trips in the last minutes of one X program, or of all X programs on one connection. They are kept sorted
/// by duration: adding takes one pass over at most 20,000 round trips, reading takes none. Pure: "now" is an argument. Owned by
/// LinkHistory or XWatchedWindow.
class XWaitHistory
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr auto maxAge = std::chrono::minutes(5);
    static constexpr auto maxCurrentAge = std::chrono::seconds(5); ///< the current median is computed from round trips up to this age
    /// Maximum of round trips kept per second; more are thinned evenly by rank. An X connection over a path of 16 ms or
    /// more cannot make more.
    static constexpr std::size_t maxWaitsPerSecond = 64;

    /// @p at must not decrease. Removes round trips that are too old, so call it about once a second even without new
    /// ones.
    void add(Time at, std::vector<XWaitTimes> waits);
    void clear();
    bool isEmpty() const;
    /// The layer XServer, then the sum XRoundTrip. Both are Unknown without round trips.
    QList<RoundTripLayer> layers(Time now) const;
    /// Median of the total times of the last seconds before @p now; empty: none.
    std::optional<std::chrono::microseconds> currentMedian(Time now) const;

private:
    struct WaitBatch {
        Time addedAt;
        std::vector<XWaitTimes> waits; ///< at least one
    };
    std::optional<std::chrono::microseconds> recentMedian(Time now, std::chrono::microseconds XWaitTimes::*part) const;

    std::deque<WaitBatch> m_waitBatches; ///< oldest first
    std::vector<std::chrono::microseconds> m_sortedServerTimes; ///< server times of all round trips, in ascending order
    std::vector<std::chrono::microseconds> m_sortedTotalTimes; ///< total times of all round trips, in ascending order
};
}
