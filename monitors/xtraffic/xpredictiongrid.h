// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// The predicted duration of a start over links with other figures: one row for each round trip, one column for each
/// rate. Pure. A value: made by the code that writes a trace.
struct XPredictionGrid {
    std::vector<std::chrono::microseconds> roundTrips; ///< round trips of the rows
    std::vector<double> bytesPerSecond; ///< rates of the columns, in the direction from the program to the user; 0: no limit
    std::vector<std::vector<std::chrono::microseconds>> times; ///< predicted durations, as times[round trip][rate]

    static std::vector<std::chrono::microseconds> standardRoundTrips(); ///< round trips from 0 to 500 ms
    static std::vector<double> standardByteRates(); ///< rates from 1 Mbit/s to no limit
    static XPredictionGrid of(const XCost &cost,
                              const std::vector<std::chrono::microseconds> &roundTrips = standardRoundTrips(),
                              const std::vector<double> &bytesPerSecond = standardByteRates());
    /// The latency of one direction: half of @p roundTrip. Shown next to the round trip, because some published tables use it.
    static std::chrono::microseconds oneWayTime(std::chrono::microseconds roundTrip);
};
}
