// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/connectionhistory.h"

#include <algorithm>

namespace Nightdesk
{
void ConnectionHistory::addAnswer(Time at, std::chrono::microseconds roundTrip)
{
    removeOldEntries(at);
    endOutage(at); // an answer ends the outage even before the link's state changes
    m_answers.push_back({at, roundTrip});
}

void ConnectionHistory::beginOutage(Time at)
{
    removeOldEntries(at);
    if (m_outages.empty() || m_outages.back().end) {
        m_outages.push_back({m_answers.empty() ? at : m_answers.back().at, {}});
    }
}

void ConnectionHistory::endOutage(Time at)
{
    if (!m_outages.empty() && !m_outages.back().end) {
        m_outages.back().end = at;
    }
}

QList<ConnectionHistory::TimeSlot> ConnectionHistory::timeSlots(Time now, int count) const
{
    QList<TimeSlot> timeSlots(std::max(0, count));
    const auto begin = now - span;
    const auto slotOf = [&](Time at) {
        return static_cast<qsizetype>((at - begin) * count / std::chrono::duration_cast<Time::duration>(span));
    };
    for (const ProbeAnswer &answer : m_answers) {
        const qsizetype slot = std::min<qsizetype>(slotOf(answer.at), count - 1);
        if (answer.at >= begin && slot >= 0) {
            timeSlots[slot].roundTrip = std::max(timeSlots[slot].roundTrip.value_or(answer.roundTrip), answer.roundTrip);
        }
    }
    for (const Outage &outage : m_outages) {
        const Time to = std::min(outage.end.value_or(now), now);
        if (to >= begin && outage.begin < now) {
            const qsizetype last = std::min<qsizetype>(slotOf(to), count - 1);
            for (qsizetype slot = slotOf(std::max(outage.begin, begin)); slot <= last; ++slot) {
                timeSlots[slot].isOutage = true;
            }
        }
    }
    return timeSlots;
}

int ConnectionHistory::outageCount(Time now) const
{
    return static_cast<int>(std::ranges::count_if(m_outages, [&](const Outage &outage) {
        return outage.end.value_or(now) >= now - span;
    }));
}

void ConnectionHistory::removeOldEntries(Time now)
{
    while (!m_answers.empty() && now - m_answers.front().at > span) {
        m_answers.pop_front();
    }
    while (!m_outages.empty() && m_outages.front().end && now - *m_outages.front().end > span) {
        m_outages.pop_front();
    }
}
}
