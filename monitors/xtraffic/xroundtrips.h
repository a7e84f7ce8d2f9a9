// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <vector>

namespace Nightdesk
{
/// The link's round trip at any time of a trace, microseconds, there and back. Made by those who judge a trace, for one computation.
class XRoundTrips
{
public:
    /// @p fixed: that at all times; < 0: as the trace's marks tell, 0 without any.
    explicit XRoundTrips(const XTrace &trace, std::int64_t fixed = -1);
    /// As the marks tell; @p otherwise without any.
    static XRoundTrips markedOr(const XTrace &trace, std::chrono::microseconds otherwise);

    std::int64_t at(std::int64_t time) const; ///< path and queues
    /// The least of the half minutes before and after: what an answer takes at least. Queues come and go within seconds.
    std::int64_t least(std::int64_t time) const;
    /// The middle one of the marks of [from, to]; empty: they tell nothing.
    std::optional<std::int64_t> middle(std::int64_t from, std::int64_t to) const;
    /// That of the last @p most that tell anything.
    std::optional<std::int64_t> newest(std::size_t most) const;

private:
    struct Point {
        std::int64_t at = 0;
        std::int64_t roundTrip = 0;
        std::int64_t least = 0;
    };
    const Point *find(std::int64_t time) const;
    std::int64_t m_fixed = 0;
    std::vector<Point> m_points;
};
}
