// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// What was measured of the same program as vnc-app, which shows no X here.
struct XAppFigures {
    std::optional<std::chrono::microseconds> start; ///< until it has got as far as it gets by itself
    std::optional<std::chrono::microseconds> interaction; ///< from a key or click to the quiet picture; the middle one
    bool operator==(const XAppFigures &) const = default;
};

/// Whether a program is better shown by x11 or by vnc-app over a link, its start and its use each. Pure. A value: held by TrafficSummary.
struct XJudgement {
    enum class Better {
        NotKnown,
        X11,
        Either, ///< nobody would notice
        VncApp
    };
    std::int64_t startSynchronous = 0; ///< round trips of a start
    XLinkFigures link;
    std::optional<std::chrono::microseconds> start; ///< predicted, x11
    std::optional<std::chrono::microseconds> interaction; ///< predicted, x11: the middle of the interactions seen
    std::optional<std::chrono::microseconds> slowestInteraction; ///< predicted, x11
    XAppFigures app;
    Better startBetter = Better::NotKnown;
    Better useBetter = Better::NotKnown;
    /// Both together: use counts more, since a night is long; a start of minutes outweighs that.
    Better better = Better::NotKnown;
    bool operator==(const XJudgement &) const = default;

    /// @p interactions may be empty; @p start, too.
    static XJudgement of(const std::optional<XCost> &start, const std::vector<XInteraction> &interactions, const XLinkFigures &link, const XAppFigures &app);
};
}
