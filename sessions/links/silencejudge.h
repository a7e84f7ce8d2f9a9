// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How long a live link may say nothing: Stalled after max(3 s, 4 RTT), dead after max(20 s, 10 RTT). With a ping a second a
/// healthy link is never silent for longer than a second and a round trip.
enum class Silence {
    None,
    Stalled,
    Dead
};
constexpr Silence judgeSilence(std::chrono::steady_clock::duration silent, std::optional<std::chrono::microseconds> roundTrip)
{
    using namespace std::chrono_literals;
    const auto known = roundTrip.value_or(0us);
    if (silent > std::max<std::chrono::microseconds>(20s, 10 * known)) {
        return Silence::Dead;
    }
    if (silent > std::max<std::chrono::microseconds>(3s, 4 * known)) {
        return Silence::Stalled;
    }
    return Silence::None;
}
}
