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
    Estimated, ///< worked out from others: what they leave out is in it
    Unknown
};

/// A duration over the last minutes. Value; the times are all there or none is, but for "now". Held by the round-trip layers that show it.
struct Figure {
    Certainty certainty = Certainty::Unknown;
    std::optional<std::chrono::microseconds> now; ///< empty: not known at this moment
    std::optional<std::chrono::microseconds> least;
    std::optional<std::chrono::microseconds> median;
    std::optional<std::chrono::microseconds> p95;

    /// Of @p times in any order; none: Unknown. A percentile is the value at the nearest rank.
    static Figure of(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> now);
    /// The same of @p times that are in order, the least first.
    static Figure ofSorted(std::span<const std::chrono::microseconds> times, Certainty certainty, std::optional<std::chrono::microseconds> now);
    bool operator==(const Figure &) const = default;
};
}
