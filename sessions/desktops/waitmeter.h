// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Measures a waiting time as the sum of the intervals between calls of addInterval(). An interval longer than a second counts as one
/// second: the computer was suspended or this process was stopped, and data that arrived meanwhile has not been read yet. Pure. Member of
/// ServerAnswerDetector, DesktopLiveness and WorkerConnection.
class WaitMeter
{
public:
    using Instant = BootClock::time_point;
    static constexpr std::chrono::milliseconds maxCountedInterval{1000};

    /// Adds the time since the last call. @p isCounted: false while an answer cannot be expected, so this time does not
    /// count.
    void addInterval(Instant now, bool isCounted = true)
    {
        if (m_lastIntervalEnd && isCounted && now > *m_lastIntervalEnd) {
            m_waitedTime += std::min<BootClock::duration>(now - *m_lastIntervalEnd, maxCountedInterval);
        }
        m_lastIntervalEnd = now;
    }
    /// Sets the waiting time to zero. To be called when the awaited answer has arrived, and when waiting begins.
    void restart()
    {
        m_waitedTime = {};
    }
    std::chrono::milliseconds waited() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(m_waitedTime);
    }

private:
    std::optional<Instant> m_lastIntervalEnd;
    BootClock::duration m_waitedTime{};
};
}
