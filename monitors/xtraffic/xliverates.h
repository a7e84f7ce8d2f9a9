// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

#include <chrono>

namespace Nightdesk
{
/// The current rates of a program. Pure. A value: XWatchedWindow makes it, FigureRecorder keeps the last one.
struct XLiveRates {
    static constexpr std::chrono::microseconds averagingPeriod = std::chrono::seconds(5); ///< the period that counts as "now"

    double roundTripsPerSecond = 0;
    /// Estimated share of the time that the program waits, 0 to 1; simultaneous waits of several connections count
    /// once.
    double waitingShare = 0;
    std::int64_t bytesUp = 0; ///< bytes from the program within averagingPeriod
    std::int64_t bytesDown = 0; ///< bytes to the program within averagingPeriod
    /// Converts bytesUp or bytesDown, which count the bytes of averagingPeriod, to bytes per second.
    static constexpr std::int64_t perSecond(std::int64_t bytes)
    {
        return bytes / std::chrono::duration_cast<std::chrono::seconds>(averagingPeriod).count();
    }
    bool operator==(const XLiveRates &) const = default;

    /// The rates of the last seconds before @p now (microseconds of the trace); reads only that part. @p countedWaits: receives the counted
    /// round trips, sorted by begin.
    static XLiveRates of(const XTrace &trace, std::int64_t now, std::chrono::microseconds roundTrip, std::vector<XWait> *countedWaits = nullptr);
};
}
