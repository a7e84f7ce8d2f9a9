// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <vector>

namespace Nightdesk
{
/// The round trip of the link at any time of a trace, in microseconds. Made for one computation by code that evaluates a trace.
class XRoundTrips
{
public:
    /// @p fixedRoundTrip: the round trip at all times; if negative: the round trips of the trace's link samples, or 0 without samples.
    explicit XRoundTrips(const XTrace &trace, std::int64_t fixedRoundTrip = -1);
    /// The round trips of the trace's link samples; without samples, @p fixedRoundTrip at all times.
    static XRoundTrips fromSamplesOrFixed(const XTrace &trace, std::chrono::microseconds fixedRoundTrip);

    std::int64_t roundTripAt(std::int64_t time) const; ///< the round trip at that time, including waits in queues on the path
    /// The shortest round trip within half a minute before and after @p time. An answer takes at least this time, as
    /// queues change within seconds.
    std::int64_t shortestRoundTripAround(std::int64_t time) const;
    /// The median of the link samples in [from, to]; empty: none of them has a round trip.
    std::optional<std::int64_t> median(std::int64_t from, std::int64_t to) const;
    /// The median of the last link samples with a round trip, at most @p most of them.
    std::optional<std::int64_t> medianOfNewest(std::size_t most) const;

private:
    struct RoundTripPoint {
        std::int64_t at = 0;
        std::int64_t roundTrip = 0;
        std::int64_t shortestRoundTripAround = 0;
    };
    const RoundTripPoint *findPoint(std::int64_t time) const;
    std::int64_t m_fixedRoundTrip = 0;
    std::vector<RoundTripPoint> m_roundTripPoints;
};
}
