// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xroundtrips.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::int64_t halfMinute = 30'000'000;
}

XRoundTrips::XRoundTrips(const XTrace &trace, std::int64_t fixed)
    : m_fixed(std::max<std::int64_t>(fixed, 0))
{
    if (fixed >= 0) {
        return;
    }
    // The path by TCP is that to the first hop, where there are jump hosts: only for want of anything better.
    const bool pings = std::ranges::any_of(trace.marks, [](const XLinkMark &mark) {
        return mark.roundTrip >= 0;
    });
    for (const XLinkMark &mark : trace.marks) {
        const std::int64_t roundTrip = pings ? mark.roundTrip : mark.pathRoundTrip;
        if (roundTrip >= 0) {
            m_points.push_back({.at = mark.at, .roundTrip = roundTrip, .least = roundTrip});
        }
    }
    std::size_t first = 0;
    for (Point &point : m_points) {
        while (m_points[first].at < point.at - halfMinute) {
            ++first;
        }
        for (std::size_t i = first; i < m_points.size() && m_points[i].at <= point.at + halfMinute; ++i) {
            point.least = std::min(point.least, m_points[i].roundTrip);
        }
    }
}

XRoundTrips XRoundTrips::markedOr(const XTrace &trace, std::chrono::microseconds otherwise)
{
    XRoundTrips marked(trace);
    if (marked.m_points.empty()) {
        marked.m_fixed = std::max<std::int64_t>(otherwise.count(), 0);
    }
    return marked;
}

const XRoundTrips::Point *XRoundTrips::find(std::int64_t time) const
{
    if (m_points.empty()) {
        return nullptr;
    }
    const auto after = std::ranges::upper_bound(m_points, time, {}, &Point::at);
    return after == m_points.begin() ? &m_points.front() : &*(after - 1);
}

std::int64_t XRoundTrips::at(std::int64_t time) const
{
    const Point *point = find(time);
    return point ? point->roundTrip : m_fixed;
}

std::int64_t XRoundTrips::least(std::int64_t time) const
{
    const Point *point = find(time);
    return point ? point->least : m_fixed;
}
}
