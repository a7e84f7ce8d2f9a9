// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xliverates.h"
#include "monitors/xtraffic/xstartmonitor.h"

namespace Nightdesk
{
/// What is currently known of a shown program.
struct XTrafficFigures {
    std::optional<XLiveRates> liveRates; ///< current rates; empty: the program does not use the local X server
    XProgramStartMonitor::Verdict startVerdict; ///< state of the program's start; not set if liveRates is empty
    bool hasUnparsedTraffic = false; ///< a connection's messages could not be parsed to the end
    /// Duration predicted before the start; empty: no prediction was possible.
    std::optional<std::chrono::milliseconds> predictedStartTime;
    std::optional<std::chrono::milliseconds> observedStartTime; ///< observed time until the program was ready for input
    /// How long the last interaction took, from the key or button until the image stopped changing.
    std::optional<std::chrono::milliseconds> lastInteractionDuration;
    bool operator==(const XTrafficFigures &) const = default;
};
}
