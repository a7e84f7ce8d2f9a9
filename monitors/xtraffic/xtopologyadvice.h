// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// Durations that were measured when the same program ran as vnc-app, which does not use the local X server.
struct VncAppFigures {
    std::optional<std::chrono::microseconds> startTime; ///< time from the start until the program is ready for input
    /// Median time from a key or click until the image stops changing.
    std::optional<std::chrono::microseconds> interactionTime;
    bool operator==(const VncAppFigures &) const = default;
};

/// Whether x11 or vnc-app is better for a program over a link, for its start and for its use. Pure. A value: held by TrafficSummary.
struct XTopologyAdvice {
    enum class BetterTopology {
        NotKnown,
        X11,
        EquallyGood, ///< the difference is not noticeable
        VncApp
    };
    std::int64_t roundTripCountOfStart = 0; ///< number of round trips from the begin of a start until the program is ready
    XLinkFigures link;
    std::optional<std::chrono::microseconds> startTime; ///< predicted duration of a start with x11
    /// Predicted median duration of the interactions in the trace with x11.
    std::optional<std::chrono::microseconds> interactionTime;
    /// Predicted duration of the slowest interaction with x11.
    std::optional<std::chrono::microseconds> slowestInteractionTime;
    VncAppFigures vncApp;
    BetterTopology betterTopologyForStart = BetterTopology::NotKnown;
    BetterTopology betterTopologyForInteraction = BetterTopology::NotKnown;
    /// The topology that is better overall. Use counts more than the start, because a night is long, unless the start
    /// takes minutes.
    BetterTopology betterTopologyOverall = BetterTopology::NotKnown;
    bool operator==(const XTopologyAdvice &) const = default;

    /// @p start and @p interactions may be empty, if they are not known.
    static XTopologyAdvice
    of(const std::optional<XCost> &start, const std::vector<XInteraction> &interactions, const XLinkFigures &link, const VncAppFigures &vncApp);
};
}
