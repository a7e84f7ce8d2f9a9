// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xroundtrips.h"

#include <deque>
#include <map>
#include <vector>

namespace Nightdesk
{
/// One wait of a program for the answer of the X server, which is one round trip. Estimated at the local end of the link: the wait began
/// when the last byte from the program arrived here. It ended one round trip of the link after the answer was forwarded, or earlier if the
/// next byte from the program arrived earlier.
struct XWait {
    /// When the program's last byte before the answer arrived. All times are in microseconds since the begin of the trace.
    std::int64_t beganAt = 0;
    std::int64_t answeredAt = 0; ///< when the answer was forwarded to the program
    std::int64_t endedAt = 0; ///< estimated end of the wait
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
    /// The program is taken to have waited for an answer if it sent nothing for this fraction of a round trip after the answer. Less than 1,
    /// because round trips vary.
    static constexpr double minQuietFraction = 0.8;

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
        bool hasUnknownCode = false; ///< no table names the request, so only the arrival of a reply shows that it has one
    };
    struct ConnectionState {
        std::deque<PendingRequest> pendingRequests; ///< requests without an answer
        std::vector<XWait> possibleWaits; ///< waits for the answers since the program's last message; the next message decides which one is real
        std::int64_t lastMessageAt = 0; ///< time of the program's last message, in microseconds of the trace
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
