// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/attemptlimiter.h"

namespace Nightdesk
{
AttemptLimiter &AttemptLimiter::instance()
{
    static AttemptLimiter governor;
    return governor;
}

std::chrono::steady_clock::time_point AttemptLimiter::reserveAttemptTime(const QString &place, std::chrono::steady_clock::time_point now)
{
    const std::scoped_lock lock(m_mutex);
    // Old entries are removed: the table holds only the places of the last second.
    m_lastReservedTimeByPlace.removeIf([now](const auto &entry) {
        return entry.value() + minAttemptInterval <= now;
    });
    const auto last = m_lastReservedTimeByPlace.constFind(place);
    const auto moment = last == m_lastReservedTimeByPlace.cend() ? now : std::max(now, *last + minAttemptInterval);
    m_lastReservedTimeByPlace.insert(place, moment);
    return moment;
}

std::shared_ptr<void> AttemptLimiter::beginAttempt(const QString &place)
{
    const std::scoped_lock lock(m_mutex);
    int &unanswered = m_unansweredCounts[place];
    if (unanswered >= maxUnansweredAttempts) {
        return {};
    }
    ++unanswered;
    return std::shared_ptr<void>(this, [this, place](void *) {
        endAttempt(place);
    });
}

void AttemptLimiter::endAttempt(const QString &place)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_unansweredCounts.find(place);
    if (found != m_unansweredCounts.end() && --*found <= 0) {
        m_unansweredCounts.erase(found);
    }
}
}
