// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

namespace Nightdesk
{
struct BitRate {
    std::int64_t bitsPerSecond = 0; ///< always positive
    bool operator==(const BitRate &) const = default;
};

struct QueueBytes {
    std::int64_t count = 0;
    bool operator==(const QueueBytes &) const = default;
};

/// How much may wait for the line: so many bytes, or as many as the line sends in this time.
using QueueBound = std::variant<QueueBytes, std::chrono::nanoseconds>;

/// What one direction of the emulated link does. Sizes are those of whole IP packets.
struct LinkSettings {
    std::chrono::nanoseconds delay{}; ///< one way
    std::chrono::nanoseconds jitter{}; ///< even between -jitter and +jitter; never more than the delay
    std::optional<BitRate> rate; ///< empty: no limit, hence no queue
    QueueBound queue = std::chrono::nanoseconds(std::chrono::milliseconds(100));
    double loss = 0; ///< probability from 0 to 1, each packet for itself
    bool reorder = false; ///< may jitter let a packet overtake another
    bool cut = false;
    bool operator==(const LinkSettings &) const = default;
};
}
