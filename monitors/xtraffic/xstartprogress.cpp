// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xstartprogress.h"

#include <algorithm>

namespace Nightdesk
{
std::optional<XProgramStartProgress> XProgramStartProgress::of(const XTrafficFigures &figures)
{
    using State = XProgramStartMonitor::State;
    if (!figures.liveRates) {
        return {}; // the program does not use the local X server, so its start cannot be observed
    }
    const XProgramStartMonitor::Verdict &start = figures.startVerdict;
    const auto known = [&start](std::chrono::microseconds left) {
        const auto rest = std::max(left, std::chrono::microseconds(0));
        const std::chrono::duration<double> whole = std::max<std::chrono::microseconds>(start.elapsed + rest, std::chrono::microseconds(1));
        return XProgramStartProgress{.doneShare = std::chrono::duration<double>(start.elapsed) / whole,
                                     .remainingTime = std::chrono::ceil<std::chrono::seconds>(rest)};
    };
    if (start.state == State::LongStart && start.remainingTime) {
        return known(*start.remainingTime);
    }
    if (start.state == State::LongStartOfUnknownLength) {
        return XProgramStartProgress{};
    }
    const bool isEarly = start.state == State::Undecided || start.state == State::NoLongStart;
    if (isEarly && !figures.observedStartTime && figures.predictedStartTime && *figures.predictedStartTime >= minPredictedStartTime
        && start.elapsed < *figures.predictedStartTime) {
        return known(*figures.predictedStartTime - start.elapsed);
    }
    return {};
}
}
