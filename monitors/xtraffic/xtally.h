// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtrace.h"

#include <array>
#include <map>

namespace Nightdesk
{
/// Where the time of a program went (Packard & Gettys 2003, section 4.1), microseconds. Of several connections at once each moment
/// counts once: waiting before sending before idle. Derived at the site's end: a wait is what the server took, and a round trip of the link.
struct XTimes {
    std::int64_t total = 0;
    std::int64_t idle = 0;
    std::int64_t sending = 0; ///< what it had to say was on its way: window or bandwidth
    std::int64_t waiting = 0; ///< for replies
    std::int64_t delay = 0; ///< sending and waiting: what the network cost
    bool operator==(const XTimes &) const = default;
};

/// One request, event or error, all of them.
struct XCount {
    std::int64_t count = 0;
    std::int64_t bytes = 0; ///< of the message itself
    std::int64_t replyBytes = 0;
    std::int64_t synchronous = 0; ///< how often the program waited for its answer
    std::int64_t waited = 0; ///< microseconds, all of them together
    std::int64_t largest = 0; ///< bytes
    bool operator==(const XCount &) const = default;
};

/// What passed in a range of a trace. A value: held by TrafficSummary.
struct XTally {
    std::int64_t from = 0; ///< microseconds of the trace
    std::int64_t to = 0;
    std::int64_t requests = 0;
    std::int64_t replies = 0;
    std::int64_t events = 0;
    std::int64_t errors = 0;
    std::int64_t withReply = 0; ///< requests that are answered, whoever waited
    std::int64_t synchronous = 0; ///< round trips: answers that the program did nothing before
    std::int64_t bytesUp = 0;
    std::int64_t bytesDown = 0;
    std::int64_t bursts = 0; ///< what the program said in one go, each
    std::int64_t smallPackets = 0; ///< bursts of the program below 256 bytes
    std::int64_t busiestSecond = 0; ///< most round trips in one second
    std::int64_t retransmits = -1; ///< of the link, meanwhile; < 0: not known
    std::array<std::int64_t, 6> bytesByClass{}; ///< by XByteClass: requests and their replies
    XTimes times;
    std::map<XName, XCount> byRequest;
    std::map<XName, XCount> byEvent;
    std::map<XName, XCount> byError;
    std::map<std::uint16_t, XCount> unnamed; ///< requests of extensions that are not in the tables, by XRecord::raw
    std::vector<XRecord> largest; ///< the largest requests, ten at most

    /// Messages in [from, to). @p connection: that one alone; else all. @p roundTrip: the link's, microseconds; < 0: as the trace's marks tell (0 without any).
    static XTally of(const XTrace &trace, std::int64_t from, std::int64_t to, std::optional<std::uint16_t> connection = {}, std::int64_t roundTrip = -1);
};
}
