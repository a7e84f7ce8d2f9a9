// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <chrono>
#include <cstddef>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when requests follow a key or button to a server that is asked ahead: what a program draws in answer must find a request at
/// the server, and the regular ones come up to 40 ms apart, the last of which the frame before may have used up. Pure: the time comes
/// in. Writer thread alone. Owned by ControlPump.
class KeyRequests
{
public:
    using Instant = BootClock::time_point;

    /// Behind the key. Programs draw within these: at 100 ms, beside a film, keys were seen 21 ms after the round trip with them
    /// (24 keys, 2026-11-22).
    static constexpr std::chrono::milliseconds offsets[]{std::chrono::milliseconds(3),
                                                         std::chrono::milliseconds(11),
                                                         std::chrono::milliseconds(19),
                                                         std::chrono::milliseconds(27)};
    /// Between the beginnings of two bursts: x11vnc reads a message at a time, and keys must not wait behind requests.
    static constexpr std::chrono::milliseconds betweenBursts{30};

    /// A key or button went to the server.
    void pressSent(Instant now);
    /// True: a request is due; it counts as sent. Several that are due together are one.
    bool takeDue(Instant now);
    /// When takeDue() will be true; empty: never.
    std::optional<Instant> nextChange() const;

private:
    std::optional<Instant> m_pressedAt; ///< of the burst
    std::size_t m_sent = 0; ///< of it
};
}
