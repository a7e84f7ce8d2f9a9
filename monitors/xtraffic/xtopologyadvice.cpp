// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xtopologyadvice.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
using BetterTopology = XTopologyAdvice::BetterTopology;
using Time = std::chrono::microseconds;

constexpr Time minLongStartDuration = 60s;
/// Schmidt et al. 1999: people notice 50 to 150 ms.
constexpr Time noticed = 150ms;

/// @p noticeable: a difference smaller than this is ignored.
BetterTopology betterTopology(const std::optional<Time> &x11, const std::optional<Time> &vncApp, Time noticeable)
{
    if (!x11 || !vncApp) {
        return BetterTopology::NotKnown;
    }
    const auto clearlyMore = [noticeable](Time more, Time less) {
        return more - less > noticeable && more * 2 > less * 3;
    };
    if (clearlyMore(*x11, *vncApp)) {
        return BetterTopology::VncApp;
    }
    return clearlyMore(*vncApp, *x11) ? BetterTopology::X11 : BetterTopology::EquallyGood;
}

BetterTopology chooseOverallTopology(BetterTopology start, BetterTopology use, const std::optional<Time> &startTime)
{
    if (start == BetterTopology::VncApp && startTime >= minLongStartDuration) {
        return BetterTopology::VncApp;
    }
    return use == BetterTopology::NotKnown || use == BetterTopology::EquallyGood ? start : use;
}
}

XTopologyAdvice
XTopologyAdvice::of(const std::optional<XCost> &start, const std::vector<XInteraction> &interactions, const XLinkFigures &link, const VncAppFigures &vncApp)
{
    XTopologyAdvice result;
    result.link = link;
    result.vncApp = vncApp;
    if (start) {
        result.roundTripCountOfStart = start->roundTripCount;
        result.startTime = start->durationOver(link);
    }
    if (const auto middle = XForecast::medianInteraction(interactions, link)) {
        result.interactionTime = middle->cost.durationOver(link);
        for (const XInteraction &interaction : interactions) {
            result.slowestInteractionTime = std::max(result.slowestInteractionTime, std::optional(interaction.cost.durationOver(link)));
        }
    }
    result.betterTopologyForStart = betterTopology(result.startTime, vncApp.startTime, 2s);
    if (result.betterTopologyForStart == BetterTopology::NotKnown && result.startTime >= minLongStartDuration) {
        // Even an unknown start as vnc-app takes less than a minute, because the program runs at the summit.
        result.betterTopologyForStart = BetterTopology::VncApp;
    }
    result.betterTopologyForInteraction = betterTopology(result.interactionTime, vncApp.interactionTime, noticed);
    result.betterTopologyOverall = chooseOverallTopology(result.betterTopologyForStart, result.betterTopologyForInteraction, result.startTime);
    return result;
}
}
