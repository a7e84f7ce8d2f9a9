// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xroundtrips.h"

#include <algorithm>
#include <deque>
#include <ranges>

namespace Nightdesk
{
namespace
{
constexpr std::int64_t halfMinute = 30'000'000;

/// The median of the round trips of @p points; empty: there are none.
std::optional<std::int64_t> medianOf(const auto &points)
{
    std::vector<std::int64_t> times;
    for (const auto &point : points) {
        times.push_back(point.roundTrip);
    }
    if (times.empty()) {
        return {};
    }
    const auto half = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, half);
    return *half;
}
}

XRoundTrips::XRoundTrips(const XTrace &trace, std::int64_t fixedRoundTrip)
    : m_fixedRoundTrip(std::max<std::int64_t>(fixedRoundTrip, 0))
{
    if (fixedRoundTrip >= 0) {
        return;
    }
    // With jump hosts the TCP round trip covers only the first hop, so it is used only without ssh pings.
    const bool pings = std::ranges::any_of(trace.linkSamples, [](const XLinkSample &sample) {
        return sample.roundTrip >= 0;
    });
    for (const XLinkSample &sample : trace.linkSamples) {
        const std::int64_t roundTrip = pings ? sample.roundTrip : sample.pathRoundTrip;
        if (roundTrip >= 0) {
            m_roundTripPoints.push_back({.at = sample.at, .roundTrip = roundTrip, .shortestRoundTripAround = roundTrip});
        }
    }
    // For each point, finds the shortest round trip within half a minute before and after it. The deque holds the indexes of the points that
    // may be the shortest one now or later, in rising order of their round trips, so the first is the shortest.
    std::deque<std::size_t> rising;
    std::size_t next = 0;
    for (RoundTripPoint &point : m_roundTripPoints) {
        for (; next < m_roundTripPoints.size() && m_roundTripPoints[next].at <= point.at + halfMinute; ++next) {
            while (!rising.empty() && m_roundTripPoints[rising.back()].roundTrip >= m_roundTripPoints[next].roundTrip) {
                rising.pop_back();
            }
            rising.push_back(next);
        }
        while (rising.size() > 1 && m_roundTripPoints[rising.front()].at < point.at - halfMinute) {
            rising.pop_front();
        }
        point.shortestRoundTripAround = m_roundTripPoints[rising.front()].roundTrip;
    }
}

XRoundTrips XRoundTrips::fromSamplesOrFixed(const XTrace &trace, std::chrono::microseconds fixedRoundTrip)
{
    XRoundTrips marked(trace);
    if (marked.m_roundTripPoints.empty()) {
        marked.m_fixedRoundTrip = std::max<std::int64_t>(fixedRoundTrip.count(), 0);
    }
    return marked;
}

std::optional<std::int64_t> XRoundTrips::median(std::int64_t from, std::int64_t to) const
{
    const auto first = std::ranges::lower_bound(m_roundTripPoints, from, {}, &RoundTripPoint::at);
    return medianOf(std::ranges::subrange(first, std::ranges::upper_bound(first, m_roundTripPoints.end(), to, {}, &RoundTripPoint::at)));
}

std::optional<std::int64_t> XRoundTrips::medianOfNewest(std::size_t most) const
{
    return medianOf(std::span(m_roundTripPoints).last(std::min(most, m_roundTripPoints.size())));
}

const XRoundTrips::RoundTripPoint *XRoundTrips::findPoint(std::int64_t time) const
{
    if (m_roundTripPoints.empty()) {
        return nullptr;
    }
    const auto after = std::ranges::upper_bound(m_roundTripPoints, time, {}, &RoundTripPoint::at);
    return after == m_roundTripPoints.begin() ? &m_roundTripPoints.front() : &*(after - 1);
}

std::int64_t XRoundTrips::roundTripAt(std::int64_t time) const
{
    const RoundTripPoint *point = findPoint(time);
    return point ? point->roundTrip : m_fixedRoundTrip;
}

std::int64_t XRoundTrips::shortestRoundTripAround(std::int64_t time) const
{
    const RoundTripPoint *point = findPoint(time);
    return point ? point->shortestRoundTripAround : m_fixedRoundTrip;
}
}
