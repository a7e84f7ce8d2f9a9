// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/durationfigure.h"

#include <algorithm>
#include <vector>

namespace Nightdesk
{
DurationFigure DurationFigure::of(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> currentValue)
{
    std::vector<std::chrono::microseconds> sorted(times.begin(), times.end());
    std::ranges::sort(sorted);
    return ofSorted(sorted, certainty, currentValue);
}

DurationFigure
DurationFigure::ofSorted(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> currentValue)
{
    if (times.empty() || certainty == Certainty::Unknown) {
        return {};
    }
    const auto atRank = [times](std::size_t percent) {
        return times[(times.size() * percent + 99) / 100 - 1];
    };
    return {certainty, currentValue, times.front(), atRank(50), atRank(95)};
}
}
