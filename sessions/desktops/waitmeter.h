// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How long something has been waited for, added up from looks at the clock. A pause between two looks that is longer than a
/// second counts as one: the machine slept then, or we did, and what came meanwhile is not read yet. Pure. Member of AnswerDetector,
/// DesktopLiveness and WorkerConnection.
class WaitMeter
{
public:
    using Instant = BootClock::time_point;
    static constexpr std::chrono::milliseconds longestStep{1000};

    /// @p counts: false while it cannot be expected to come.
    void look(Instant now, bool counts = true)
    {
        if (m_lookedAt && counts && now > *m_lookedAt) {
            m_waited += std::min<BootClock::duration>(now - *m_lookedAt, longestStep);
        }
        m_lookedAt = now;
    }
    /// It came, or is waited for from now on.
    void restart()
    {
        m_waited = {};
    }
    std::chrono::milliseconds waited() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(m_waited);
    }

private:
    std::optional<Instant> m_lookedAt;
    BootClock::duration m_waited{};
};
}
