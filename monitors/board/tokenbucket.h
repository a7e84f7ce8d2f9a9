// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

#include <algorithm>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// A token bucket: limits bytes to a burst and an average rate. A message larger than the bucket may be sent when the bucket is full;
/// the level then becomes negative. Pure. Owned by NoteBook.
class TokenBucket
{
public:
    using Clock = std::chrono::steady_clock;

    TokenBucket(double bytesPerSecond, double holds)
        : m_bytesPerSecond(bytesPerSecond)
        , m_capacity(holds)
        , m_availableTokens(holds)
    {
    }

    bool isWithinRateLimit(double bytes, Clock::time_point now)
    {
        fill(now);
        return m_availableTokens >= std::min(bytes, m_capacity);
    }
    void spendTokens(double bytes, Clock::time_point now)
    {
        fill(now);
        m_availableTokens -= bytes;
    }
    /// When @p bytes may be sent; @p now if at once.
    Clock::time_point affordableAt(double bytes, Clock::time_point now)
    {
        fill(now);
        const double missing = std::min(bytes, m_capacity) - m_availableTokens;
        // One millisecond more, because the rounded-down time would be just too early.
        return missing <= 0 ? now : now + std::chrono::milliseconds(static_cast<qint64>(missing / m_bytesPerSecond * 1000) + 1);
    }

private:
    void fill(Clock::time_point now)
    {
        if (m_filledAt && now > *m_filledAt) {
            m_availableTokens = std::min(m_capacity, m_availableTokens + std::chrono::duration<double>(now - *m_filledAt).count() * m_bytesPerSecond);
        }
        m_filledAt = now; // also if the clock was set back: otherwise the bucket would not fill until the clock has passed its earlier time
    }

    double m_bytesPerSecond;
    double m_capacity;
    double m_availableTokens;
    std::optional<Clock::time_point> m_filledAt;
};
}
