// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <vector>

namespace Nightdesk
{
/// The link's round trip at any time of a trace, in microseconds. Made for one computation by code that evaluates a trace.
class XRoundTrips
{
public:
    /// @p fixedRoundTrip: the round trip at all times; if negative: the round trips of the trace's marks, or 0 without marks.
    explicit XRoundTrips(const XTrace &trace, std::int64_t fixedRoundTrip = -1);
    /// The round trips of the trace's marks; without marks, @p otherwise at all times.
    static XRoundTrips fromMarksOrFixed(const XTrace &trace, std::chrono::microseconds otherwise);

    std::int64_t at(std::int64_t time) const; ///< the round trip at that time, which includes path and queues
    /// The shortest round trip within half a minute before and after @p time. An answer takes at least this time, as
    /// queues change within seconds.
    std::int64_t least(std::int64_t time) const;
    /// The median of the marks in [from, to]; empty: no mark has a round trip.
    std::optional<std::int64_t> middle(std::int64_t from, std::int64_t to) const;
    /// The median of the last @p most marks with a round trip.
    std::optional<std::int64_t> newest(std::size_t most) const;

private:
    struct Point {
        std::int64_t at = 0;
        std::int64_t roundTrip = 0;
        std::int64_t least = 0;
    };
    const Point *findPoint(std::int64_t time) const;
    std::int64_t m_fixedRoundTrip = 0;
    std::vector<Point> m_roundTripPoints;
};
}
