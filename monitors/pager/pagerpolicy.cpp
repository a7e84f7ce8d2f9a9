// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/pager/pagerpolicy.h"

#include <algorithm>

namespace Nightdesk
{
void PagerPolicy::addOrUpdateCall(const DeskName &desk, const BoardWire::Call &call, Time now)
{
    if (call.state != BoardWire::CallState::Ringing) {
        m_ringingCalls.remove(desk);
        if (const auto caller = m_runsByDesk.find(desk); caller != m_runsByDesk.end() && call.state == BoardWire::CallState::Acknowledged) {
            caller->unacknowledgedCalls = 0;
        }
        return;
    }
    const auto known = m_ringingCalls.find(desk);
    if (known != m_ringingCalls.end() && known->call.id == call.id) {
        known->call = call; // the text of the call may have changed
        return;
    }
    m_ringingCalls.insert(desk, {.call = call, .nextRunAt = std::max(now, earliestFirstRun(desk, now)), .runCount = 0});
}

PagerPolicy::Time PagerPolicy::earliestFirstRun(const DeskName &desk, Time now) const
{
    const auto caller = m_runsByDesk.find(desk);
    if (caller == m_runsByDesk.end() || caller->unacknowledgedCalls == 0 || now - caller->lastRunAt > backOffResetTime) {
        return now;
    }
    return caller->lastRunAt + std::min<std::chrono::minutes>(minRunInterval * (1 << std::min(caller->unacknowledgedCalls - 1, 10)), maxFirstRunDelay);
}

std::optional<PagerPolicy::DueCall> PagerPolicy::takeDueCall(Time now)
{
    if (m_lastRunOfAnyDeskAt && now < *m_lastRunOfAnyDeskAt + minRunInterval) {
        return {};
    }
    auto chosen = m_ringingCalls.end();
    const auto lastOf = [this](const DeskName &desk) {
        return m_runsByDesk.contains(desk) ? m_runsByDesk.value(desk).lastRunAt : Time::min();
    };
    for (auto it = m_ringingCalls.begin(); it != m_ringingCalls.end(); ++it) {
        if (it->runCount < maxRunsPerCall && it->nextRunAt <= now
            && (chosen == m_ringingCalls.end() || std::pair(lastOf(it.key()), it->nextRunAt) < std::pair(lastOf(chosen.key()), chosen->nextRunAt))) {
            chosen = it;
        }
    }
    if (chosen == m_ringingCalls.end()) {
        return {};
    }
    DeskRuns &caller = m_runsByDesk[chosen.key()];
    if (now - caller.lastRunAt > backOffResetTime) {
        caller.unacknowledgedCalls = 0;
    }
    caller.lastRunAt = now;
    caller.unacknowledgedCalls += chosen->runCount == 0 ? 1 : 0;
    ++chosen->runCount;
    chosen->nextRunAt = now + repeatInterval;
    m_lastRunOfAnyDeskAt = now;
    return DueCall{.desk = chosen.key(), .call = chosen->call};
}

std::optional<PagerPolicy::Time> PagerPolicy::nextDueTime() const
{
    std::optional<Time> first;
    for (const RingingCall &ringing : m_ringingCalls) {
        if (ringing.runCount < maxRunsPerCall) {
            first = std::min(first.value_or(ringing.nextRunAt), ringing.nextRunAt);
        }
    }
    return first && m_lastRunOfAnyDeskAt ? std::optional(std::max(*first, *m_lastRunOfAnyDeskAt + minRunInterval)) : first;
}
}
