// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"

namespace Nightdesk
{
/// What a start would take over other links: round trips down, rates across. Pure. A value: made by those who write a trace's text or JSON.
struct XGrid {
    std::vector<std::chrono::microseconds> roundTrips; ///< there and back
    std::vector<double> bytesPerSecond; ///< to the site; 0: no limit
    std::vector<std::vector<std::chrono::microseconds>> times; ///< [round trip][rate]

    static std::vector<std::chrono::microseconds> usualRoundTrips(); ///< 0 to 500 ms
    static std::vector<double> usualRates(); ///< 1 Mbit/s to no limit
    static XGrid of(const XCost &cost,
                    const std::vector<std::chrono::microseconds> &roundTrips = usualRoundTrips(),
                    const std::vector<double> &bytesPerSecond = usualRates());
    /// What some tables call latency; shown beside the round trip, and labelled.
    static std::chrono::microseconds oneWay(std::chrono::microseconds roundTrip);
};
}
