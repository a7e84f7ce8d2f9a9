// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xpredictiongrid.h"

namespace Nightdesk
{
std::vector<std::chrono::microseconds> XPredictionGrid::standardRoundTrips()
{
    using namespace std::chrono_literals;
    return {0ms, 2ms, 20ms, 50ms, 100ms, 150ms, 300ms, 500ms};
}

std::vector<double> XPredictionGrid::standardByteRates()
{
    constexpr double mbit = 1e6 / 8;
    return {mbit, 4 * mbit, 10 * mbit, 30 * mbit, 100 * mbit, 0};
}

XPredictionGrid XPredictionGrid::of(const XCost &cost, const std::vector<std::chrono::microseconds> &roundTrips, const std::vector<double> &bytesPerSecond)
{
    XPredictionGrid grid{.roundTrips = roundTrips, .bytesPerSecond = bytesPerSecond, .times = {}};
    for (const auto roundTrip : roundTrips) {
        auto &row = grid.times.emplace_back();
        for (const double rate : bytesPerSecond) {
            row.push_back(cost.durationOver({.roundTrip = roundTrip, .bytesPerSecond = rate}));
        }
    }
    return grid;
}

std::chrono::microseconds XPredictionGrid::oneWayTime(std::chrono::microseconds roundTrip)
{
    return roundTrip / 2;
}
}
