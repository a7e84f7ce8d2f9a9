// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Reads a link's pulses: what the path takes when nothing waits in it, what it takes now, and how much arrives. Pure. Owned by LinkSharer.
class LinkGauge
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// A new connection begins, over a path of that length. The host may answer ssh later than its kernel, so this is no queue's
    /// measure.
    void begin(std::chrono::microseconds path);
    void add(Instant at, std::chrono::microseconds roundTrip, std::int64_t bytesIn);
    /// The queue does not go away though less is asked for: it is not ours, or the path has become longer.
    void believeNow();

    std::chrono::microseconds roundTrip() const; ///< the last one; 0: none
    std::chrono::microseconds least() const; ///< of the last minutes; 0: none
    Instant heardAt() const; ///< of the last pulse; long ago: none
    std::chrono::microseconds queue() const; ///< roundTrip() above least()
    std::int64_t rate() const; ///< bytes a second, over the last half second or more

private:
    struct Pulse {
        Instant at;
        std::chrono::microseconds roundTrip;
        std::int64_t bytesIn = 0;
    };
    std::deque<Pulse> m_pulses; ///< of the last seconds
    std::array<std::optional<std::chrono::microseconds>, 2> m_leasts; ///< of these minutes and of those before
    std::chrono::microseconds m_path{}; ///< 0: not known
    Instant m_since; ///< when these minutes began
};
}
