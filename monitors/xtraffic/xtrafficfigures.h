// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xliverates.h"
#include "monitors/xtraffic/xstartwatch.h"

namespace Nightdesk
{
/// What is currently known of a shown program.
struct XTrafficFigures {
    std::optional<XLiveRates> now; ///< empty: the program does not use the local X server
    XStartWatch::Verdict start; ///< not set if now is empty
    bool isLost = false; ///< a connection's messages could not be parsed to the end
    std::optional<std::chrono::milliseconds> startPredicted; ///< predicted before the start; empty: no prediction was possible
    std::optional<std::chrono::milliseconds> startSeen; ///< observed time until the program was ready for input
    std::optional<std::chrono::milliseconds> interactionSeen; ///< last interaction, from the key or button until the image stopped changing
    bool operator==(const XTrafficFigures &) const = default;
};
}
