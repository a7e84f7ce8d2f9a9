// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtrace.h"

#include <array>
#include <map>

namespace Nightdesk
{
/// How a program spent its time (Packard & Gettys 2003, section 4.1), in microseconds. With several connections each
/// moment counts once: waiting takes precedence over sending, and sending over idle. Estimated from the local end: a
/// wait is the server's time plus one round trip.
struct XTimeBreakdown {
    std::int64_t totalTime = 0; ///< the whole examined time
    std::int64_t idleTime = 0; ///< the program neither waited nor sent
    std::int64_t sendingTime = 0; ///< time in which data of the program was in transit, limited by window or bandwidth
    std::int64_t waitingTime = 0; ///< time in which the program waited for replies
    std::int64_t networkTime = 0; ///< sending plus waiting: the cost of the network
    bool operator==(const XTimeBreakdown &) const = default;
};

/// Totals of one kind of request, event or error.
struct XMessageTotals {
    std::int64_t count = 0;
    std::int64_t bytes = 0; ///< bytes of the messages themselves; replies are counted in replyBytes
    std::int64_t replyBytes = 0;
    std::int64_t roundTripCount = 0; ///< how often the program waited for the answer
    std::int64_t waitTime = 0; ///< microseconds that the program waited, in total
    std::int64_t largestMessageBytes = 0; ///< bytes of the largest message
    bool operator==(const XMessageTotals &) const = default;
};

/// The totals of the traffic in a range of a trace. A value: held by TrafficSummary.
struct XTally {
    std::int64_t rangeBegin = 0; ///< begin of the counted range, in microseconds since the begin of the trace
    std::int64_t rangeEnd = 0;
    std::int64_t requests = 0;
    std::int64_t replies = 0;
    std::int64_t events = 0;
    std::int64_t errors = 0;
    std::int64_t requestsWithReply = 0; ///< requests that have a reply, whether the program waited or not
    std::int64_t roundTripCount = 0; ///< number of round trips: replies for which the program waited
    std::int64_t bytesUp = 0; ///< bytes from the program
    std::int64_t bytesDown = 0; ///< bytes to the program
    std::int64_t burstCount = 0; ///< number of groups of messages that the program sent at once
    std::int64_t smallBurstCount = 0; ///< bursts of the program below 256 bytes
    std::int64_t roundTripsInBusiestSecond = 0; ///< the most round trips within one second
    std::int64_t retransmits = -1; ///< segments that the link sent again in this range; negative: not known
    std::array<std::int64_t, 6> bytesByClass{}; ///< bytes of requests and their replies, by XByteClass
    XTimeBreakdown times;
    std::map<XName, XMessageTotals> totalsByRequest;
    std::map<XName, XMessageTotals> totalsByEvent;
    std::map<XName, XMessageTotals> totalsByError;
    std::map<std::uint16_t, XMessageTotals> totalsOfUnnamedRequests; ///< requests of unknown extensions, by XRecord::wireCode
    std::vector<XRecord> largestRequests; ///< the largest requests, ten at most

    /// Adds up the messages in [from, to). @p connection: the only connection to count; empty: all of them. @p roundTrip: microseconds; if
    /// negative, the round trips of the trace's link samples are used, or 0 without samples.
    static XTally of(const XTrace &trace, std::int64_t from, std::int64_t to, std::optional<std::uint16_t> connection = {}, std::int64_t roundTrip = -1);
};
}
