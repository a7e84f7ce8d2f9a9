// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xjudge.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
using Better = XJudgement::Better;
using Time = std::chrono::microseconds;

constexpr Time longStart = 60s;
/// Schmidt et al. 1999: people notice 50 to 150 ms.
constexpr Time noticed = 150ms;

/// @p noticeable: a difference smaller than this is ignored.
Better compare(const std::optional<Time> &x11, const std::optional<Time> &app, Time noticeable)
{
    if (!x11 || !app) {
        return Better::NotKnown;
    }
    const auto clearlyMore = [noticeable](Time more, Time less) {
        return more - less > noticeable && more * 2 > less * 3;
    };
    if (clearlyMore(*x11, *app)) {
        return Better::VncApp;
    }
    return clearlyMore(*app, *x11) ? Better::X11 : Better::Either;
}

Better both(Better start, Better use, const std::optional<Time> &startTime)
{
    if (start == Better::VncApp && startTime >= longStart) {
        return Better::VncApp;
    }
    return use == Better::NotKnown || use == Better::Either ? start : use;
}
}

XJudgement XJudgement::of(const std::optional<XCost> &start, const std::vector<XInteraction> &interactions, const XLinkFigures &link, const XAppFigures &app)
{
    XJudgement result;
    result.link = link;
    result.app = app;
    if (start) {
        result.startSynchronous = start->synchronous;
        result.start = start->over(link);
    }
    if (const auto middle = XForecast::middle(interactions, link)) {
        result.interaction = middle->cost.over(link);
        for (const XInteraction &interaction : interactions) {
            result.slowestInteraction = std::max(result.slowestInteraction, std::optional(interaction.cost.over(link)));
        }
    }
    result.startBetter = compare(result.start, app.start, 2s);
    if (result.startBetter == Better::NotKnown && result.start >= longStart) {
        // Even an unknown start as vnc-app takes less than a minute, because the program runs at the summit.
        result.startBetter = Better::VncApp;
    }
    result.useBetter = compare(result.interaction, app.interaction, noticed);
    result.better = both(result.startBetter, result.useBetter, result.start);
    return result;
}
}
