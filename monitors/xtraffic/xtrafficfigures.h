// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xliverates.h"
#include "monitors/xtraffic/xstartwatch.h"

namespace Nightdesk
{
/// What is known now of a program that is shown.
struct XTrafficFigures {
    std::optional<XLiveRates> now; ///< empty: nothing of it goes through X here
    XStartWatch::Verdict start; ///< the same
    bool isLost = false; ///< a connection of it could not be understood to its end
    std::optional<std::chrono::milliseconds> startPredicted; ///< before it began; empty: nobody could
    std::optional<std::chrono::milliseconds> startSeen; ///< until it had got as far as it gets by itself
    std::optional<std::chrono::milliseconds> interactionSeen; ///< the last thing done with it, from the key or button to the quiet picture
    bool operator==(const XTrafficFigures &) const = default;
};
}
