// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// The round trip and the rate of a link, as forecasts need them. A value: ConsoleTraffic makes it for TrafficWindow.
struct XLinkFigures {
    std::chrono::microseconds roundTrip{}; ///< time from a request until its answer, there and back
    double bytesPerSecond = 0; ///< rate of each direction; 0: no limit
    std::int64_t transferTime(std::int64_t bytes) const; ///< microseconds to transfer @p bytes at that rate
    bool operator==(const XLinkFigures &) const = default;
};

/// The cost of a start or an interaction, independent of the link: enough to compute its duration over another link.
/// Counts only round trips that take time: a connection's setup is one, round trips that several connections wait for at once are
/// one, and an interaction's path to the program and back is one. XTally counts requests.
struct XCost {
    std::int64_t roundTripCount = 0; ///< number of round trips; simultaneous ones count as one
    std::int64_t bytesUp = 0; ///< bytes that the program sends
    std::int64_t bytesDown = 0; ///< bytes that the program receives
    std::int64_t nonNetworkTime = 0; ///< time in microseconds that neither round trips nor bytes explain
    bool operator==(const XCost &) const = default;

    std::chrono::microseconds
    /// Duration over @p link: round trips, bytes of both directions, and the time outside the network are added, because waits follow one
    /// another.
    durationOver(const XLinkFigures &link) const;
};

/// One user action in a program (a click, a key) and its effects, until the program was quiet again.
struct XInteraction {
    std::int64_t from = 0; ///< begin in microseconds of the trace
    std::int64_t to = 0;
    XCost cost;
};

namespace XForecast
{
/// The figures of the link over which a trace was taken: the median round trip of the trace's link samples (0 if there are none), and the
/// rate of the emulated connection (0 if none was emulated).
XLinkFigures linkFiguresOf(const XTrace &trace);
/// When the start was over, in microseconds since the begin of the trace: XTrace::startEndedAt; else the time that XProgramStartEndDetector detects.
/// Empty: not over yet, or no window was mapped. @p link: used for a trace without link samples.
std::optional<std::int64_t> startupEndMicroseconds(const XTrace &trace, const XLinkFigures &link = {});
/// The cost of the trace's start, up to startupEndMicroseconds() or the end of the trace. @p link: the link of the trace.
XCost startCost(const XTrace &trace, const XLinkFigures &link);
/// The interactions after the start. Pointer motion alone begins no interaction.
std::vector<XInteraction> interactions(const XTrace &trace, const XLinkFigures &link);
/// The interaction with the median duration over @p link; empty: there are no interactions.
std::optional<XInteraction> medianInteraction(const std::vector<XInteraction> &interactions, const XLinkFigures &link);
/// The remaining time of a start whose whole cost is expected to be @p expected, after the part with the cost @p done. Empty: cannot be determined.
std::optional<std::chrono::microseconds> remainingTime(const XCost &done, const XCost &expected, const XLinkFigures &link);
}
}
