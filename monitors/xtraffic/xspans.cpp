// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xspans.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace Nightdesk
{
namespace
{
constexpr std::int64_t inOneGo = 16 * 1024; ///< bytes that a program writes at once: the buffer size of Xlib and xcb
constexpr std::int64_t maxPauseWithinBurst = 20'000; ///< microseconds that may pass between two pieces of one burst on a busy computer
constexpr std::int64_t rateWindow = 100'000;

/// The bytes that arrived on one connection at one time.
struct ByteArrival {
    std::int64_t at = 0;
    std::int64_t bytes = 0;
    std::int64_t totalBytes = 0; ///< number of bytes, including all earlier arrivals
    bool hasProgramWaited = false; ///< the program waited for an answer since the previous arrival
};

/// Whether the bytes of @p arrival may belong to the same burst as those of the previous arrival. @p before: time of the previous arrival.
/// @p transferTime: microseconds that the bytes need at the rate of the link.
bool continuesBurst(const ByteArrival &arrival, std::int64_t before, std::int64_t transferTime, const XRoundTrips &roundTrips)
{
    // After a full TCP window, the sender waits a round trip before it may send on, so the next piece of the burst may arrive that late.
    return !arrival.hasProgramWaited && arrival.at - before <= maxPauseWithinBurst + roundTrips.shortestRoundTripAround(arrival.at) * 3 / 2 + transferTime;
}

/// The highest rate of a burst over at least a tenth of a second, in bytes per microsecond; 0: there was no large burst.
double maxBytesPerMicrosecond(const std::vector<ByteArrival> &arrivals, const XRoundTrips &roundTrips)
{
    double best = 0;
    std::size_t first = 0;
    for (std::size_t i = 1; i < arrivals.size(); ++i) {
        const ByteArrival &arrival = arrivals[i];
        if (!continuesBurst(arrival, arrivals[i - 1].at, 0, roundTrips)) {
            first = i;
            continue;
        }
        while (first + 1 < i && arrivals[first + 1].at <= arrival.at - rateWindow) {
            ++first;
        }
        const std::int64_t bytes = arrival.totalBytes - arrivals[first].totalBytes;
        const std::int64_t time = arrival.at - arrivals[first].at;
        if (time >= rateWindow && bytes >= inOneGo) {
            best = std::max(best, static_cast<double>(bytes) / static_cast<double>(time));
        }
    }
    return best;
}

void addLargeBursts(const std::vector<ByteArrival> &arrivals, const XRoundTrips &roundTrips, std::vector<XTimeSpan> &spans)
{
    const double rate = maxBytesPerMicrosecond(arrivals, roundTrips);
    XTimeSpan burst;
    std::int64_t bytes = 0;
    const auto close = [&] {
        if (bytes > inOneGo && burst.to > burst.from) {
            spans.push_back(burst);
        }
    };
    std::int64_t before = 0;
    for (const ByteArrival &arrival : arrivals) {
        const std::int64_t gap = bytes ? arrival.at - before : 0; // the gap before the first arrival is not known
        const std::int64_t transferTime = rate > 0 ? std::llround(static_cast<double>(arrival.bytes) / rate) : 0;
        if (bytes && continuesBurst(arrival, before, transferTime, roundTrips)) {
            burst.to = arrival.at;
            bytes += arrival.bytes;
        } else {
            close();
            burst = {.from = arrival.at - std::min(gap, transferTime), .to = arrival.at};
            bytes = arrival.bytes;
        }
        before = arrival.at;
    }
    close();
}
}

std::vector<XTimeSpan> XSpans::joined(std::vector<XTimeSpan> spans)
{
    std::erase_if(spans, [](const XTimeSpan &span) {
        return span.to <= span.from;
    });
    std::ranges::sort(spans, {}, &XTimeSpan::from);
    std::vector<XTimeSpan> result;
    for (const XTimeSpan &span : spans) {
        if (!result.empty() && span.from <= result.back().to) {
            result.back().to = std::max(result.back().to, span.to);
        } else {
            result.push_back(span);
        }
    }
    return result;
}

std::int64_t XSpans::coveredTime(const std::vector<XTimeSpan> &spans, std::int64_t from, std::int64_t to)
{
    std::int64_t sum = 0;
    for (const XTimeSpan &span : spans) {
        sum += std::max<std::int64_t>(0, std::min(span.to, to) - std::max(span.from, from));
    }
    return sum;
}

std::vector<XTimeSpan> XSpans::of(const std::vector<XWait> &waits, std::int64_t XWait::*begin)
{
    std::vector<XTimeSpan> spans;
    spans.reserve(waits.size());
    for (const XWait &wait : waits) {
        spans.push_back({.from = wait.*begin, .to = wait.endedAt});
    }
    return joined(std::move(spans));
}

std::int64_t XSpans::countSequentialRoundTrips(const std::vector<XWait> &waits)
{
    std::vector<XWait> ordered = waits;
    std::ranges::sort(ordered, {}, &XWait::beganAt);
    double count = 0;
    std::int64_t until = std::numeric_limits<std::int64_t>::min();
    for (const XWait &wait : ordered) {
        const std::int64_t length = wait.endedAt - wait.beganAt;
        if (length <= 0) {
            count += 1; // the wait has no measurable length, so no part of it can overlap another wait
        } else if (wait.endedAt > until) {
            count += static_cast<double>(wait.endedAt - std::max(wait.beganAt, until)) / static_cast<double>(length);
        }
        until = std::max(until, wait.endedAt);
    }
    return std::llround(count);
}

std::int64_t XSpans::transitTime(const std::vector<XWait> &waits)
{
    const auto line = of(waits, &XWait::answeredAt);
    return line.empty() ? 0 : coveredTime(line, line.front().from, line.back().to);
}

std::vector<XTimeSpan> XSpans::sendingSpans(const XTrace &trace,
                                            std::int64_t from,
                                            std::int64_t to,
                                            const std::vector<XWait> &waits,
                                            const XRoundTrips &roundTrips,
                                            std::optional<std::uint16_t> connection)
{
    std::map<std::uint16_t, std::vector<ByteArrival>> lines;
    std::map<std::uint16_t, std::vector<std::int64_t>> answers;
    for (const XWait &wait : waits) {
        // Per connection, XWaits::of() returns the waits in the order of answeredAt, so each list is sorted.
        answers[wait.connection].push_back(wait.answeredAt);
    }
    trace.forEach(trace.lowerBound(from), trace.lowerBound(to), [&](const XRecord &record) {
        if (!record.has(XRecord::FromProgram) || (connection && record.connection != *connection)) {
            return;
        }
        std::vector<ByteArrival> &line = lines[record.connection];
        if (!line.empty() && line.back().at == record.at) {
            line.back().bytes += record.size;
            line.back().totalBytes += record.size;
            return;
        }
        const std::int64_t before = line.empty() ? 0 : line.back().at;
        const auto &answered = answers[record.connection];
        const auto next = std::ranges::upper_bound(answered, before);
        line.push_back({.at = record.at,
                        .bytes = record.size,
                        .totalBytes = (line.empty() ? 0 : line.back().totalBytes) + record.size,
                        .hasProgramWaited = next != answered.end() && *next <= record.at});
    });
    std::vector<XTimeSpan> spans;
    for (const auto &[number, arrivals] : lines) {
        addLargeBursts(arrivals, roundTrips, spans);
    }
    return joined(std::move(spans));
}
}
