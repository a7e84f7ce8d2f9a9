// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// What has been measured of the way from the server to here, by its updates. Empty: not known yet.
struct DeliveryFacts {
    std::optional<std::chrono::microseconds> roundTrip; ///< least seen of late, to the server and back
    std::optional<std::chrono::microseconds> queue; ///< what waits before an update that is sent now
    std::optional<double> bytesPerSecond; ///< that the way carries; only known when it was full
    bool isFull = false; ///< the server has more to send than the way carries
    bool operator==(const DeliveryFacts &) const = default;
};
}
