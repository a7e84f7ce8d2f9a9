// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk
{
/// Decides when a busy connection is read next. A thread that wakes for each TCP segment spends most of its time on
/// waking: 1400 times a second at 30 Mbit/s, for ssh packets of 32 KiB that cannot be decrypted before they are
/// complete. Therefore, within a burst the thread waits until about `bytesPerRead` bytes have arrived, but no longer
/// than `longestPause`. Three cases are read immediately, so that images and answers are not delayed: the first bytes
/// of a burst, those around the length of the burst before (the frames of a video have similar sizes), and a connection
/// so fast or so slow that a pause saves nothing. Pure. Owned by LiveSession.
class ReadPausePolicy
{
public:
    using Time = BootClock::time_point;
    using Duration = BootClock::duration;

    static constexpr std::uint64_t bytesPerRead = 8 * 1024;
    static constexpr std::chrono::microseconds longestPause{2000};

    /// Call after @p bytes bytes were read.
    void noteRead(std::uint64_t bytes, Time now);
    /// Do not read before this time; empty: read as soon as data arrives.
    std::optional<Time> pauseEnd(Time now) const;

private:
    std::uint64_t bytesToAwait() const;

    Time m_ratePeriodStartedAt; ///< start of the period over which the rate is measured
    std::uint64_t m_bytesInRatePeriod = 0;
    std::uint64_t m_currentBurstBytes = 0;
    std::uint64_t m_lastBurstBytes = 0; ///< size of the last large burst
    Time m_lastReadAt;
    Time m_pauseEndsAt;
};
}
