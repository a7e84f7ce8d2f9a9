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
/// AnswerDetector, DesktopLiveness and WorkerConnection.
class WaitMeter
{
public:
    using Instant = BootClock::time_point;
    static constexpr std::chrono::milliseconds maxCountedInterval{1000};

    /// Adds the time since the last call. @p counts: false while an answer cannot be expected, so this time does not
    /// count.
    void addInterval(Instant now, bool counts = true)
    {
        if (m_lastCallAt && counts && now > *m_lastCallAt) {
            m_waitedTime += std::min<BootClock::duration>(now - *m_lastCallAt, maxCountedInterval);
        }
        m_lastCallAt = now;
    }
    /// The answer arrived, or waiting begins now.
    void restart()
    {
        m_waitedTime = {};
    }
    std::chrono::milliseconds waited() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(m_waitedTime);
    }

private:
    std::optional<Instant> m_lastCallAt;
    BootClock::duration m_waitedTime{};
};
}
