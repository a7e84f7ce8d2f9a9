// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// What was measured of the same program as vnc-app, which does not use the local X server.
struct XAppFigures {
    std::optional<std::chrono::microseconds> start; ///< until the program is ready for input
    std::optional<std::chrono::microseconds> interaction; ///< from a key or click until the image stops changing; the median
    bool operator==(const XAppFigures &) const = default;
};

/// Whether x11 or vnc-app is better for a program over a link, for its start and for its use. Pure. A value: held by TrafficSummary.
struct XJudgement {
    enum class Better {
        NotKnown,
        X11,
        Either, ///< the difference is not noticeable
        VncApp
    };
    std::int64_t startSynchronous = 0; ///< round trips of a start
    XLinkFigures link;
    std::optional<std::chrono::microseconds> start; ///< predicted, x11
    std::optional<std::chrono::microseconds> interaction; ///< predicted, x11: the median of the interactions in the trace
    std::optional<std::chrono::microseconds> slowestInteraction; ///< predicted, x11
    XAppFigures app;
    Better startBetter = Better::NotKnown;
    Better useBetter = Better::NotKnown;
    /// The overall verdict: use counts more, as a night is long, unless the start takes minutes.
    Better better = Better::NotKnown;
    bool operator==(const XJudgement &) const = default;

    /// @p start and @p interactions may be empty.
    static XJudgement of(const std::optional<XCost> &start, const std::vector<XInteraction> &interactions, const XLinkFigures &link, const XAppFigures &app);
};
}
