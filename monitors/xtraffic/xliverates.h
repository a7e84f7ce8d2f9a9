// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

#include <chrono>

namespace Nightdesk
{
/// What a program does at this moment. Pure. A value: XWatchedWindow makes it, FigureRecorder keeps the last one.
struct XLiveRates {
    static constexpr std::chrono::microseconds span = std::chrono::seconds(5); ///< what "now" is

    double roundTripsPerSecond = 0;
    double waitingShare = 0; ///< of the time, derived: 0 to 1; several connections at once count once
    std::int64_t bytesUp = 0; ///< from the program, in that span
    std::int64_t bytesDown = 0;
    /// Of one of the two, over the span.
    static constexpr std::int64_t perSecond(std::int64_t bytes)
    {
        return bytes / std::chrono::duration_cast<std::chrono::seconds>(span).count();
    }
    bool operator==(const XLiveRates &) const = default;

    /// Of the last seconds before @p now, microseconds of the trace; looks at no more of it. @p counted: the round trips that are counted
    /// are added to it, by their begin.
    static XLiveRates of(const XTrace &trace, std::int64_t now, std::chrono::microseconds roundTrip, std::vector<XWait> *counted = nullptr);
};
}
