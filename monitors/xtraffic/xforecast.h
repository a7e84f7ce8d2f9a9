// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// A link as far as forecasts go. A value: ConsoleTraffic makes it for TrafficWindow.
struct XLinkFigures {
    std::chrono::microseconds roundTrip{}; ///< there and back
    double bytesPerSecond = 0; ///< each direction; 0: no limit
    std::int64_t travelTime(std::int64_t bytes) const; ///< microseconds at that rate
    bool operator==(const XLinkFigures &) const = default;
};

/// What a start, or a thing done with a program, costs wherever it is done: enough to tell its time over another link.
/// Its round trips are those that take time: a connection's set-up is one, those that several connections wait for at once are
/// one, and of an interaction the way to the program and back is one. XTally counts requests.
struct XCost {
    std::int64_t synchronous = 0; ///< round trips that take time
    std::int64_t bytesUp = 0; ///< from the program
    std::int64_t bytesDown = 0;
    std::int64_t local = 0; ///< microseconds that neither round trips nor bytes explain
    bool operator==(const XCost &) const = default;

    std::chrono::microseconds over(const XLinkFigures &link)
        const; ///< synchronous x round trip + bytes / rate + local; what is waited for goes one after another, thus both directions' bytes
};

/// One thing that a person did with a program (a click, a key) and what it set off, until it was quiet again.
struct XInteraction {
    std::int64_t from = 0; ///< microseconds of the trace
    std::int64_t to = 0;
    XCost cost;
};

namespace XForecast
{
/// The link that a trace was taken over: the middle round trip of its marks, 0 without any; the rate of its line.
XLinkFigures link(const XTrace &trace);
/// When the start was over: XTrace::startEnded; else as XStartEnd sees it; empty: not yet, or nothing was mapped. @p link: that of a
/// trace without marks.
std::optional<std::int64_t> startEnd(const XTrace &trace, const XLinkFigures &link = {});
/// Of the trace's start, to startEnd() or its end. @p link: the one that it was taken over.
XCost start(const XTrace &trace, const XLinkFigures &link);
/// After its start. Motion alone sets off no interaction.
std::vector<XInteraction> interactions(const XTrace &trace, const XLinkFigures &link);
/// The middle one by its time over @p link; empty: none.
std::optional<XInteraction> middle(const std::vector<XInteraction> &interactions, const XLinkFigures &link);
/// How far a start has got that is expected to cost @p expected: what is left. Empty: it cannot be told.
std::optional<std::chrono::microseconds> left(const XTrace &soFar, const XCost &expected, const XLinkFigures &link);
std::optional<std::chrono::microseconds> left(const XCost &done, const XCost &expected, const XLinkFigures &link);
}
}
