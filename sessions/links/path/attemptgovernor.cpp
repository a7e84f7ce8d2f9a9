// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/attemptgovernor.h"

namespace Nightdesk
{
AttemptGovernor &AttemptGovernor::instance()
{
    static AttemptGovernor governor;
    return governor;
}

std::chrono::steady_clock::time_point AttemptGovernor::reserve(const QString &place, std::chrono::steady_clock::time_point now)
{
    const std::scoped_lock lock(m_mutex);
    // Old entries are removed: the table holds only the places of the last second.
    m_last.removeIf([now](const auto &entry) {
        return entry.value() + spacing <= now;
    });
    const auto last = m_last.constFind(place);
    const auto moment = last == m_last.cend() ? now : std::max(now, *last + spacing);
    m_last.insert(place, moment);
    return moment;
}

std::shared_ptr<void> AttemptGovernor::begin(const QString &place)
{
    const std::scoped_lock lock(m_mutex);
    int &unanswered = m_unanswered[place];
    if (unanswered >= unansweredLimit) {
        return {};
    }
    ++unanswered;
    return std::shared_ptr<void>(this, [this, place](void *) {
        end(place);
    });
}

void AttemptGovernor::end(const QString &place)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_unanswered.find(place);
    if (found != m_unanswered.end() && --*found <= 0) {
        m_unanswered.erase(found);
    }
}
}
