// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// The duration of a start over other links: one row per round trip, one column per rate. Pure. A value: made by the code that writes a trace.
struct XGrid {
    std::vector<std::chrono::microseconds> roundTrips; ///< there and back
    std::vector<double> bytesPerSecond; ///< to the site; 0: no limit
    std::vector<std::vector<std::chrono::microseconds>> times; ///< [round trip][rate]

    static std::vector<std::chrono::microseconds> usualRoundTrips(); ///< 0 to 500 ms
    static std::vector<double> usualRates(); ///< 1 Mbit/s to no limit
    static XGrid of(const XCost &cost,
                    const std::vector<std::chrono::microseconds> &roundTrips = usualRoundTrips(),
                    const std::vector<double> &bytesPerSecond = usualRates());
    /// One-way latency, as some tables use it; shown next to the round trip with a label.
    static std::chrono::microseconds oneWay(std::chrono::microseconds roundTrip);
};
}
