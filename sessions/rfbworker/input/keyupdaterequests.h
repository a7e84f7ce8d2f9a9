// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <chrono>
#include <cstddef>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when update requests follow a key or button, for a server from which updates are requested ahead. What a
/// program draws in response must find a request at the server, but the regular requests are up to 40 ms apart, and the
/// previous frame may have used up the last one. Pure: the caller passes the time. Writer thread only. Owned by
/// ControlPump.
class UpdateRequestsAfterKeys
{
public:
    using Instant = BootClock::time_point;

    /// Delays of the requests after the key. Most programs draw within this time. With these requests, at 100 ms round trip
    /// and next to a video, the effect of keys was seen 21 ms after the round trip (24 keys, 2026-11-22).
    static constexpr std::chrono::milliseconds requestDelays[]{std::chrono::milliseconds(3),
                                                               std::chrono::milliseconds(11),
                                                               std::chrono::milliseconds(19),
                                                               std::chrono::milliseconds(27)};
    /// Minimum time between the beginnings of two bursts: x11vnc reads one message at a time, and keys must not wait behind requests.
    static constexpr std::chrono::milliseconds minBurstInterval{30};

    /// Call when a press or release of a key or button was sent to the server.
    void addSentKeyOrButton(Instant now);
    /// Returns true if a request is due, and counts it as sent. Several requests that are due together count as one.
    bool takeDueRequest(Instant now);
    /// When the next request is due; empty: none until another key or button is sent.
    std::optional<Instant> nextChangeAt() const;

private:
    std::optional<Instant> m_burstStartedAt; ///< time of the key or button that began the burst
    std::size_t m_sentRequestCount = 0; ///< requests of the burst sent so far
};
}
