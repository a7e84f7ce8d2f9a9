// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xroundtrips.h"

#include <deque>
#include <map>
#include <vector>

namespace Nightdesk
{
/// One round trip: the program sent nothing more until an answer could have reached it. Estimated from the local end:
/// the program waited from its last byte received here until one link round trip after the answer was forwarded, or
/// until its next byte.
struct XWait {
    /// Begin in microseconds since the begin of the trace: when the program's last byte before the answer arrived.
    std::int64_t from = 0;
    std::int64_t answeredAt = 0; ///< microseconds of the trace: when the answer was forwarded to the program
    std::int64_t to = 0; ///< estimated end of the wait
    std::uint32_t sequence = 0;
    std::uint16_t connection = 0;
    XName name; ///< the last of the answered requests; empty for a connection's setup
    std::uint16_t wireCode = 0; ///< code of the answered request, as in XRecord::wireCode
    bool isConnectionSetup = false; ///< the setup of the connection: a round trip, but not a request
    bool isTruncated = false; ///< the trace ends before it is certain that the program waited
    bool operator==(const XWait &) const = default;
};

/// Finds round trips in a stream of records. Pure. Owned by XProgramStartMonitor.
class XWaitFinder
{
public:
    /// An answer counts as one that the program waited for if nothing was sent for this fraction of a round trip after
    /// it. Less than 1, as times vary.
    static constexpr double quietFraction = 0.8;

    /// Adds a record of any connection. Round trips that are certain are appended to @p out, for each connection in the
    /// order of their answers.
    void add(const XRecord &record, const XRoundTrips &roundTrips, std::vector<XWait> &out);
    /// Appends all open round trips to @p out, as if the program sent nothing more. Those that are not certain at @p
    /// end are marked as truncated.
    void finish(std::int64_t end, const XRoundTrips &roundTrips, std::vector<XWait> &out);

private:
    struct PendingRequest {
        std::uint32_t sequence = 0;
        XName name;
        std::uint16_t wireCode = 0;
        bool isConnectionSetup = false;
        bool isUnknown = false; ///< the request is not in the tables of requests, so only a reply shows that it has replies
    };
    struct ConnectionState {
        std::deque<PendingRequest> pendingRequests; ///< requests without an answer
        std::vector<XWait> undecidedAnswers; ///< answers since the program's last message, newest last
        std::int64_t lastMessageAt = 0;
    };
    void decideWaits(ConnectionState &line, std::int64_t lastMessageAt, const XRoundTrips &roundTrips, std::vector<XWait> &out);
    std::map<std::uint16_t, ConnectionState> m_connections;
};

namespace XWaits
{
/// All round trips that take time in [from, to), by the time of their answers. @p roundTrip as in XTally::of. A round trip longer than
/// a minute may be missing if the range begins or ends within it.
std::vector<XWait> of(const XTrace &trace, std::int64_t from, std::int64_t to, std::int64_t roundTrip = -1);
std::vector<XWait> of(const XTrace &trace, std::int64_t from, std::int64_t to, const XRoundTrips &roundTrips);
}
}
