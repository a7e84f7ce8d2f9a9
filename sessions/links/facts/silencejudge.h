// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How long a connected link may be silent, in increasing severity: after max(1.5 s, 5 RTT) typed input is not sent, after max(3 s, 4 RTT) the link
/// is stalled, after max(20 s, 10 RTT) dead.
enum class Silence {
    None,
    InputHeld,
    Stalled,
    Dead
};

struct SilenceLimits {
    std::chrono::microseconds inputHeld;
    std::chrono::microseconds stalled;
    std::chrono::microseconds dead;
};

constexpr SilenceLimits silenceLimits(std::optional<std::chrono::microseconds> roundTrip)
{
    using namespace std::chrono_literals;
    const auto known = roundTrip.value_or(0us);
    const auto held = std::max<std::chrono::microseconds>(1500ms, 5 * known);
    // For round trips above 750 ms, 5 RTT is later than the limit for stalled: a stalled link never takes input, whatever the distance.
    const auto stalled = std::max<std::chrono::microseconds>(3s, 4 * known);
    return {std::min(held, stalled), stalled, std::max<std::chrono::microseconds>(20s, 10 * known)};
}

constexpr Silence judgeSilence(std::chrono::nanoseconds silent, std::optional<std::chrono::microseconds> roundTrip)
{
    const SilenceLimits limits = silenceLimits(roundTrip);
    if (silent > limits.dead) {
        return Silence::Dead;
    }
    if (silent > limits.stalled) {
        return Silence::Stalled;
    }
    return silent > limits.inputHeld ? Silence::InputHeld : Silence::None;
}
}
