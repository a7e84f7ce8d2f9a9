// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xroundtrips.h"

#include <deque>
#include <map>
#include <vector>

namespace Nightdesk
{
/// One round trip: the program had said all it had to say, and said nothing more until an answer could have reached it. Derived at
/// the site's end: it blocked from its last byte here until a round trip of the link after the answer was handed on, or until it spoke.
struct XWait {
    std::int64_t from = 0; ///< microseconds of the trace: its last byte before
    std::int64_t answered = 0; ///< the answer was handed on
    std::int64_t to = 0; ///< derived
    std::uint32_t sequence = 0;
    std::uint16_t connection = 0;
    XName name; ///< the last of the requests that were answered; nothing for a set-up
    std::uint16_t raw = 0; ///< of the request
    bool isSetup = false; ///< the connection's own set-up: a round trip, but no request
    bool isCut = false; ///< the trace ends before it was sure
    bool operator==(const XWait &) const = default;
};

/// Finds round trips in records as they come, in order. Pure. Owned by XStartWatch.
class XWaitFinder
{
public:
    /// An answer counts if nothing was said before this part of a round trip after it: clocks and lines vary a little.
    static constexpr double part = 0.8;

    /// Records of all connections; what is certain by now goes to @p out, in the order of their answers for each connection.
    void add(const XRecord &record, const XRoundTrips &roundTrips, std::vector<XWait> &out);
    /// All that is open still, as if the program were silent for ever; those that are not sure at @p end are cut.
    void finish(std::int64_t end, const XRoundTrips &roundTrips, std::vector<XWait> &out);

private:
    struct Asked {
        std::uint32_t sequence = 0;
        XName name;
        std::uint16_t raw = 0;
        bool isSetup = false;
        bool isUnknown = false; ///< in no table: a reply alone proves that it has one
    };
    struct Line {
        std::deque<Asked> asked; ///< not answered yet
        std::vector<XWait> answers; ///< since the program's last word; the newest at the end
        std::int64_t spoke = 0;
    };
    void decide(Line &line, std::int64_t spoke, const XRoundTrips &roundTrips, std::vector<XWait> &out);
    std::map<std::uint16_t, Line> m_lines;
};

namespace XWaits
{
/// All round trips that take time of [from, to); the earliest answer first. @p roundTrip as in XTally::of. One that lasts longer than
/// a minute may be missing from a range that begins or ends within it.
std::vector<XWait> of(const XTrace &trace, std::int64_t from, std::int64_t to, std::int64_t roundTrip = -1);
std::vector<XWait> of(const XTrace &trace, std::int64_t from, std::int64_t to, const XRoundTrips &roundTrips);
}
}
