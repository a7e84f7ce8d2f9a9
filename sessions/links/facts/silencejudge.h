// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Levels of a connected link's silence, from the time since the host last sent data: after max(1.5 s, 5 RTT) typed input is not sent, after
/// max(3 s, 4 RTT) the link is stalled, after max(20 s, 10 RTT) it is dead.
enum class SilenceLevel {
    None,
    InputBlocked,
    Stalled,
    Dead
};

struct SilenceLimits {
    std::chrono::microseconds inputBlockedAfter;
    std::chrono::microseconds stalledAfter;
    std::chrono::microseconds deadAfter;
};

constexpr SilenceLimits silenceLimits(std::optional<std::chrono::microseconds> roundTrip)
{
    using namespace std::chrono_literals;
    const auto known = roundTrip.value_or(0us);
    const auto held = std::max<std::chrono::microseconds>(1500ms, 5 * known);
    // For long round trips, the limit for input (5 RTT) would be later than the limit for stalled (4 RTT). Input is blocked at the earlier of the
    // two, since a stalled link must never take input.
    const auto stalledAfter = std::max<std::chrono::microseconds>(3s, 4 * known);
    return {std::min(held, stalledAfter), stalledAfter, std::max<std::chrono::microseconds>(20s, 10 * known)};
}

constexpr SilenceLevel judgeSilence(std::chrono::nanoseconds silent, std::optional<std::chrono::microseconds> roundTrip)
{
    const SilenceLimits limits = silenceLimits(roundTrip);
    if (silent > limits.deadAfter) {
        return SilenceLevel::Dead;
    }
    if (silent > limits.stalledAfter) {
        return SilenceLevel::Stalled;
    }
    return silent > limits.inputBlockedAfter ? SilenceLevel::InputBlocked : SilenceLevel::None;
}
}
