// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace Nightdesk
{
/// How far a figure can be trusted.
enum class Certainty {
    Measured, ///< read from one counter or one clock
    Estimated, ///< computed from other figures, so it includes anything that these do not cover
    Unknown
};

/// A duration that was measured repeatedly over the last minutes. A value. Except for the current value, either all
/// times are set or none is.
struct DurationFigure {
    Certainty certainty = Certainty::Unknown;
    std::optional<std::chrono::microseconds> now; ///< the current value; empty: currently not known
    std::optional<std::chrono::microseconds> least;
    std::optional<std::chrono::microseconds> median;
    std::optional<std::chrono::microseconds> p95;

    /// Summarizes @p times, which may be in any order; without times: Unknown. A percentile is the value at the nearest
    /// rank.
    static DurationFigure of(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> currentValue);
    /// Summarizes @p times like of(), but they must already be sorted in ascending order.
    static DurationFigure
    ofSorted(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> currentValue);
    bool operator==(const DurationFigure &) const = default;
};
}
