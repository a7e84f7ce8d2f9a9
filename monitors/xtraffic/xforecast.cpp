// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xforecast.h"

#include "monitors/xtraffic/xspans.h"
#include "monitors/xtraffic/xstartenddetector.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
std::int64_t XLinkFigures::transferTime(std::int64_t bytes) const
{
    // Limit in microseconds: a trace file may claim any number, and the sum must not overflow.
    constexpr double longest = 1e15;
    return bytesPerSecond > 0 ? std::llround(std::min(static_cast<double>(bytes) / bytesPerSecond * 1e6, longest)) : 0;
}

std::chrono::microseconds XCost::durationOver(const XLinkFigures &link) const
{
    return roundTripCount * link.roundTrip + std::chrono::microseconds(link.transferTime(bytesUp + bytesDown) + nonNetworkTime);
}

XLinkFigures XForecast::linkFiguresOf(const XTrace &trace)
{
    const XRoundTrips roundTrips(trace);
    auto middle = roundTrips.median(0, trace.startEndedAt.value_or(trace.endTime));
    if (!middle) { // a short start may contain no link sample with a round trip, so the samples after the start are used, too
        middle = roundTrips.median(0, trace.endTime);
    }
    return {.roundTrip = std::chrono::microseconds(middle.value_or(0)), .bytesPerSecond = static_cast<double>(trace.emulatedBytesPerSecond)};
}

std::optional<std::int64_t> XForecast::startupEndMicroseconds(const XTrace &trace, const XLinkFigures &link)
{
    if (trace.startEndedAt) {
        return trace.startEndedAt;
    }
    const XRoundTrips roundTrips = XRoundTrips::fromSamplesOrFixed(trace, link.roundTrip);
    XWaitFinder finder;
    XProgramStartEndDetector end;
    std::vector<XWait> waits;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const XRecord &record = trace.at(i);
        finder.add(record, roundTrips, waits);
        for (const XWait &wait : waits) {
            end.add(wait);
        }
        waits.clear();
        if (const auto ended = end.detectEnd(record.at)) {
            return ended;
        }
        end.add(record);
    }
    const bool isOver = !trace.connections.empty() && std::ranges::all_of(trace.connections, [](const XConnection &connection) {
        return connection.closedAt.has_value();
    });
    return isOver ? end.lastMappedAt() : end.detectEnd(trace.endTime);
}

XCost XForecast::startCost(const XTrace &trace, const XLinkFigures &link)
{
    const std::int64_t end = startupEndMicroseconds(trace, link).value_or(trace.endTime);
    auto waits = XWaits::of(trace, 0, end + 1, XRoundTrips::fromSamplesOrFixed(trace, link.roundTrip));
    std::erase_if(waits, [&](const XWait &wait) {
        return wait.answeredAt > end;
    });
    XCost cost{.roundTripCount = XSpans::countSequentialRoundTrips(waits)};
    trace.forEach(0, trace.lowerBound(end + 1), [&cost](const XRecord &record) {
        (record.has(XRecord::FromProgram) ? cost.bytesUp : cost.bytesDown) += record.size;
    });
    cost.nonNetworkTime = std::max<std::int64_t>(0, end - XSpans::transitTime(waits) - link.transferTime(cost.bytesUp + cost.bytesDown));
    return cost;
}

std::optional<std::chrono::microseconds> XForecast::remainingTime(const XCost &done, const XCost &expected, const XLinkFigures &link)
{
    // The number of round trips varies: it depends on the program's configuration and on what other programs left in the server.
    if (done.roundTripCount > expected.roundTripCount + expected.roundTripCount / 10 + 20) {
        return {};
    }
    return XCost{.roundTripCount = std::max<std::int64_t>(0, expected.roundTripCount - done.roundTripCount),
                 .bytesUp = std::max<std::int64_t>(0, expected.bytesUp - done.bytesUp),
                 .bytesDown = std::max<std::int64_t>(0, expected.bytesDown - done.bytesDown),
                 .nonNetworkTime = std::max<std::int64_t>(0, expected.nonNetworkTime - done.nonNetworkTime)}
        .durationOver(link);
}
}
