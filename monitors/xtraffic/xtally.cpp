// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xtally.h"

#include "monitors/xtraffic/xspans.h"

#include <algorithm>
#include <unordered_map>

namespace Nightdesk
{
namespace
{
constexpr std::size_t mostLargest = 10;
constexpr std::int64_t smallBurst = 256; ///< a burst of fewer bytes is small: the headers of a packet and of ssh are about as large
constexpr std::int64_t maxPauseInBurst = 1000; ///< microseconds: pieces that follow one another within this time were written at once
constexpr std::int64_t second = 1'000'000;

/// Adds up the messages in a range of a trace.
class XTallyBuilder
{
public:
    explicit XTallyBuilder(XTally &tally)
        : m_tally(tally)
    {
    }

    void add(const XRecord &record)
    {
        (record.has(XRecord::FromProgram) ? m_tally.bytesUp : m_tally.bytesDown) += record.size;
        if (record.has(XRecord::FromProgram)) {
            addToBurst(record);
        }
        switch (record.kind) {
        case XRecordKind::Request:
            addRequest(record);
            break;
        case XRecordKind::Reply:
            ++m_tally.replies;
            totalsOfRequest(record).replyBytes += record.size;
            bytesOfRequestClass(record.name) += record.size;
            break;
        case XRecordKind::Event:
            ++m_tally.events;
            addToTotals(m_tally.totalsByEvent[record.name], record);
            break;
        case XRecordKind::Error:
            ++m_tally.errors;
            addToTotals(m_tally.totalsByError[record.name], record);
            break;
        case XRecordKind::Setup:
        case XRecordKind::ParsingStopped:
        case XRecordKind::Closed:
            break;
        }
    }

    void add(const XWait &wait)
    {
        ++m_tally.roundTripCount;
        XMessageTotals &count = isNamed(wait.name) ? m_tally.totalsByRequest[wait.name] : m_tally.totalsOfUnnamedRequests[wait.wireCode];
        ++count.roundTripCount;
        count.waitTime += wait.endedAt - wait.beganAt;
    }

    void finish()
    {
        for (const auto &[connection, burst] : m_bursts) {
            countBurst(burst);
        }
    }

private:
    struct Burst {
        std::int64_t lastRecordAt = 0;
        std::int64_t bytes = 0;
    };

    static bool isNamed(XName name)
    {
        return name.extensionIndex != XName::unknownExtensionIndex;
    }

    XMessageTotals &totalsOfRequest(const XRecord &record)
    {
        return isNamed(record.name) ? m_tally.totalsByRequest[record.name] : m_tally.totalsOfUnnamedRequests[record.wireCode];
    }

    std::int64_t &bytesOfRequestClass(XName request)
    {
        return m_tally.bytesByClass[static_cast<std::size_t>(XNames::byteClass(request))];
    }

    static void addToTotals(XMessageTotals &count, const XRecord &record)
    {
        ++count.count;
        count.bytes += record.size;
        count.largestMessageBytes = std::max<std::int64_t>(count.largestMessageBytes, record.size);
    }

    void addRequest(const XRecord &record)
    {
        ++m_tally.requests;
        m_tally.requestsWithReply += record.has(XRecord::HasReply);
        addToTotals(totalsOfRequest(record), record);
        bytesOfRequestClass(record.name) += record.size;
        std::vector<XRecord> &largest = m_tally.largestRequests;
        if (largest.size() < mostLargest || record.size > largest.back().size) {
            largest.insert(std::ranges::upper_bound(largest, record.size, std::greater(), &XRecord::size), record);
            largest.resize(std::min(largest.size(), mostLargest));
        }
    }

    void addToBurst(const XRecord &record)
    {
        Burst &burst = m_bursts[record.connection];
        if (burst.bytes && record.at - burst.lastRecordAt > maxPauseInBurst) {
            countBurst(burst);
            burst.bytes = 0;
        }
        burst.lastRecordAt = record.at;
        burst.bytes += record.size;
    }

    void countBurst(const Burst &burst)
    {
        ++m_tally.burstCount;
        m_tally.smallBurstCount += burst.bytes < smallBurst;
    }

    XTally &m_tally;
    std::unordered_map<std::uint16_t, Burst> m_bursts;
};

std::int64_t maxRoundTripsInOneSecond(const std::vector<XWait> &waits)
{
    std::size_t first = 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        while (waits[first].answeredAt <= waits[i].answeredAt - second) {
            ++first;
        }
        best = std::max(best, i - first + 1);
    }
    return static_cast<std::int64_t>(best);
}

std::int64_t retransmitsOf(const XTrace &trace, std::int64_t from, std::int64_t to)
{
    std::int64_t before = -1;
    std::int64_t last = -1;
    for (const XLinkSample &sample : trace.linkSamples) {
        if (sample.retransmits < 0 || sample.at > to) {
            continue;
        }
        if (sample.at <= from || before < 0) {
            before = sample.retransmits;
        }
        last = sample.retransmits;
    }
    return last < 0 ? -1 : std::max<std::int64_t>(0, last - before); // after a reconnection the counter starts at 0 again
}

/// The parts of [from, to) in which the connection existed.
std::vector<XTimeSpan> connectionLifetimes(const XTrace &trace, std::int64_t from, std::int64_t to, std::optional<std::uint16_t> connection)
{
    if (!connection) {
        return from < to ? std::vector{XTimeSpan{.from = from, .to = to}} : std::vector<XTimeSpan>{};
    }
    std::vector<XTimeSpan> spans;
    for (const XConnection &each : trace.connections) {
        if (each.number == *connection) {
            spans.push_back({.from = std::max(from, each.openedAt), .to = std::min(to, each.closedAt.value_or(to))});
        }
    }
    return XSpans::joined(std::move(spans));
}

XTimeBreakdown timeBreakdownOf(const std::vector<XTimeSpan> &life, const std::vector<XTimeSpan> &waiting, const std::vector<XTimeSpan> &sending)
{
    XTimeBreakdown result;
    std::vector<XTimeSpan> both = waiting;
    both.insert(both.end(), sending.begin(), sending.end());
    both = XSpans::joined(std::move(both));
    for (const XTimeSpan &span : life) {
        result.totalTime += span.to - span.from;
        result.waitingTime += XSpans::coveredTime(waiting, span.from, span.to);
        result.networkTime += XSpans::coveredTime(both, span.from, span.to);
    }
    result.sendingTime = result.networkTime - result.waitingTime;
    result.idleTime = result.totalTime - result.networkTime;
    return result;
}
}

XTally XTally::of(const XTrace &trace, std::int64_t from, std::int64_t to, std::optional<std::uint16_t> connection, std::int64_t roundTrip)
{
    XTally tally;
    tally.rangeBegin = from;
    tally.rangeEnd = to;
    XTallyBuilder builder(tally);
    trace.forEach(trace.lowerBound(from), trace.lowerBound(to), [&](const XRecord &record) {
        if (!connection || record.connection == *connection) {
            builder.add(record);
        }
    });
    builder.finish();

    const XRoundTrips roundTrips(trace, roundTrip);
    std::vector<XWait> waits = XWaits::of(trace, from, to, roundTrips);
    if (connection) {
        std::erase_if(waits, [&](const XWait &wait) {
            return wait.connection != *connection;
        });
    }
    const auto waiting = XSpans::of(waits);
    const auto sending = XSpans::sendingSpans(trace, from, to, waits, roundTrips, connection);
    tally.times = timeBreakdownOf(connectionLifetimes(trace, from, to, connection), waiting, sending);

    std::erase_if(waits, [&](const XWait &wait) {
        return wait.isConnectionSetup || wait.answeredAt < from || wait.answeredAt >= to;
    });
    for (const XWait &wait : waits) {
        builder.add(wait);
    }
    tally.roundTripsInBusiestSecond = maxRoundTripsInOneSecond(waits);
    tally.retransmits = retransmitsOf(trace, from, to);
    return tally;
}
}
