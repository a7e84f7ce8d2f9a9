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
constexpr std::int64_t breath = 20'000; ///< microseconds between two pieces of one burst; allows for time slices of a loaded machine
constexpr std::int64_t rateWindow = 100'000;

/// The bytes that arrived on one connection at one time.
struct Arrival {
    std::int64_t at = 0;
    std::int64_t bytes = 0;
    std::int64_t total = 0; ///< number of bytes, including all earlier arrivals
    bool waitedBefore = false; ///< the program waited for an answer since the previous arrival
};

/// Whether @p arrival may belong to the same burst as the previous one.
bool followsOn(const Arrival &arrival, std::int64_t before, std::int64_t underWay, const XRoundTrips &roundTrips)
{
    // A full TCP window is enlarged a round trip later, so the next piece of the same burst may arrive that late.
    return !arrival.waitedBefore && arrival.at - before <= breath + roundTrips.least(arrival.at) * 3 / 2 + underWay;
}

/// The highest rate over a tenth of a second without a pause, in bytes per microsecond; 0: there was no large burst.
double bestRate(const std::vector<Arrival> &arrivals, const XRoundTrips &roundTrips)
{
    double best = 0;
    std::size_t first = 0;
    for (std::size_t i = 1; i < arrivals.size(); ++i) {
        const Arrival &arrival = arrivals[i];
        if (!followsOn(arrival, arrivals[i - 1].at, 0, roundTrips)) {
            first = i;
            continue;
        }
        while (first + 1 < i && arrivals[first + 1].at <= arrival.at - rateWindow) {
            ++first;
        }
        const std::int64_t bytes = arrival.total - arrivals[first].total;
        const std::int64_t time = arrival.at - arrivals[first].at;
        if (time >= rateWindow && bytes >= inOneGo) {
            best = std::max(best, static_cast<double>(bytes) / static_cast<double>(time));
        }
    }
    return best;
}

void addBursts(const std::vector<Arrival> &arrivals, const XRoundTrips &roundTrips, std::vector<XTimeSpan> &spans)
{
    const double rate = bestRate(arrivals, roundTrips);
    XTimeSpan burst;
    std::int64_t bytes = 0;
    const auto close = [&] {
        if (bytes > inOneGo && burst.to > burst.from) {
            spans.push_back(burst);
        }
    };
    std::int64_t before = 0;
    for (const Arrival &arrival : arrivals) {
        const std::int64_t gap = bytes ? arrival.at - before : 0; // the gap before the first arrival is not known
        const std::int64_t underWay = rate > 0 ? std::llround(static_cast<double>(arrival.bytes) / rate) : 0;
        if (bytes && followsOn(arrival, before, underWay, roundTrips)) {
            burst.to = arrival.at;
            bytes += arrival.bytes;
        } else {
            close();
            burst = {.from = arrival.at - std::min(gap, underWay), .to = arrival.at};
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

std::int64_t XSpans::covered(const std::vector<XTimeSpan> &spans, std::int64_t from, std::int64_t to)
{
    std::int64_t sum = 0;
    for (const XTimeSpan &span : spans) {
        sum += std::max<std::int64_t>(0, std::min(span.to, to) - std::max(span.from, from));
    }
    return sum;
}

std::vector<XTimeSpan> XSpans::of(const std::vector<XWait> &waits)
{
    std::vector<XTimeSpan> spans;
    spans.reserve(waits.size());
    for (const XWait &wait : waits) {
        spans.push_back({.from = wait.from, .to = wait.to});
    }
    return joined(std::move(spans));
}

std::int64_t XSpans::oneByOne(const std::vector<XWait> &waits)
{
    std::vector<XWait> ordered = waits;
    std::ranges::sort(ordered, {}, &XWait::from);
    double count = 0;
    std::int64_t until = std::numeric_limits<std::int64_t>::min();
    for (const XWait &wait : ordered) {
        const std::int64_t length = wait.to - wait.from;
        if (length <= 0) {
            count += 1; // a wait shorter than a microsecond counts as one whole round trip
        } else if (wait.to > until) {
            count += static_cast<double>(wait.to - std::max(wait.from, until)) / static_cast<double>(length);
        }
        until = std::max(until, wait.to);
    }
    return std::llround(count);
}

std::int64_t XSpans::onTheLine(const std::vector<XWait> &waits)
{
    std::vector<XTimeSpan> spans;
    for (const XWait &wait : waits) {
        spans.push_back({.from = wait.answered, .to = wait.to});
    }
    const auto line = joined(std::move(spans));
    return line.empty() ? 0 : covered(line, line.front().from, line.back().to);
}

std::vector<XTimeSpan> XSpans::sending(const XTrace &trace,
                                       std::int64_t from,
                                       std::int64_t to,
                                       const std::vector<XWait> &waits,
                                       const XRoundTrips &roundTrips,
                                       std::optional<std::uint16_t> connection)
{
    std::map<std::uint16_t, std::vector<Arrival>> lines;
    std::map<std::uint16_t, std::vector<std::int64_t>> answers;
    for (const XWait &wait : waits) {
        // The waits of a connection are already sorted by their answers.
        answers[wait.connection].push_back(wait.answered);
    }
    trace.forEach(trace.lowerBound(from), trace.lowerBound(to), [&](const XRecord &record) {
        if (!record.has(XRecord::Up) || (connection && record.connection != *connection)) {
            return;
        }
        std::vector<Arrival> &line = lines[record.connection];
        if (!line.empty() && line.back().at == record.at) {
            line.back().bytes += record.size;
            line.back().total += record.size;
            return;
        }
        const std::int64_t before = line.empty() ? 0 : line.back().at;
        const auto &answered = answers[record.connection];
        const auto next = std::ranges::upper_bound(answered, before);
        line.push_back({.at = record.at,
                        .bytes = record.size,
                        .total = (line.empty() ? 0 : line.back().total) + record.size,
                        .waitedBefore = next != answered.end() && *next <= record.at});
    });
    std::vector<XTimeSpan> spans;
    for (const auto &[number, arrivals] : lines) {
        addBursts(arrivals, roundTrips, spans);
    }
    return joined(std::move(spans));
}
}
