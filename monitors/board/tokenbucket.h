// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How many bytes may be sent: some at once, and in the long run a rate. What is longer than it holds may be sent when it is full,
/// and is owed then. Pure. Owned by NoteBook.
class TokenBucket
{
public:
    using Clock = std::chrono::steady_clock;

    TokenBucket(double bytesPerSecond, double holds)
        : m_rate(bytesPerSecond)
        , m_holds(holds)
        , m_level(holds)
    {
    }

    bool affords(double bytes, Clock::time_point now)
    {
        fill(now);
        return m_level >= std::min(bytes, m_holds);
    }
    void spend(double bytes, Clock::time_point now)
    {
        fill(now);
        m_level -= bytes;
    }
    /// When it affords so much; now, if it does already.
    Clock::time_point affordsAt(double bytes, Clock::time_point now)
    {
        fill(now);
        const double missing = std::min(bytes, m_holds) - m_level;
        // A millisecond more: what was rounded down would be asked for again at once.
        return missing <= 0 ? now : now + std::chrono::milliseconds(static_cast<qint64>(missing / m_rate * 1000) + 1);
    }

private:
    void fill(Clock::time_point now)
    {
        if (m_filledAt && now > *m_filledAt) {
            m_level = std::min(m_holds, m_level + std::chrono::duration<double>(now - *m_filledAt).count() * m_rate);
        }
        m_filledAt = m_filledAt ? std::max(*m_filledAt, now) : now;
    }

    double m_rate;
    double m_holds;
    double m_level;
    std::optional<Clock::time_point> m_filledAt;
};
}
