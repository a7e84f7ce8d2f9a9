// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk
{
/// Decides when a busy connection is read next. A thread that wakes for each TCP segment spends most of its time on waking: 1400 times a
/// second at 30 Mbit/s, for ssh packets of 32 KiB that cannot be opened before they are whole. So within a burst it waits until about
/// `piece` has come, but no longer than `longest`. Three things are read at once, so that images and answers are not older for it: the
/// first bytes of a burst, those around the place where the burst before ended (the frames of a film have nearly one size), and a
/// connection so fast or so slow that nothing is gained. Pure. Owned by LiveSession.
class ReadPause
{
public:
    using Time = BootClock::time_point;
    using Duration = BootClock::duration;

    static constexpr std::uint64_t piece = 8 * 1024;
    static constexpr std::chrono::microseconds longest{2000};

    /// So many bytes were read.
    void read(std::uint64_t bytes, Time now);
    /// Nothing is to be read before then; empty: read as soon as something comes.
    std::optional<Time> until(Time now) const;

private:
    std::uint64_t next() const;

    Time m_began; ///< what the rate is taken from
    std::uint64_t m_sinceBegan = 0;
    std::uint64_t m_burst = 0;
    std::uint64_t m_lastBurst = 0; ///< the last large one
    Time m_lastRead;
    Time m_until;
};
}
