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
        if (const auto caller = m_commandRunStateByDesk.find(desk);
            caller != m_commandRunStateByDesk.end() && call.state == BoardWire::CallState::Acknowledged) {
            caller->unacknowledgedCalls = 0;
        }
        return;
    }
    const auto known = m_ringingCalls.find(desk);
    if (known != m_ringingCalls.end() && known->call.id == call.id) {
        known->call = call; // the text of the call may have changed
        return;
    }
    m_ringingCalls.insert(desk, {.call = call, .nextCommandRunAt = std::max(now, earliestFirstCommandRun(desk, now)), .commandRunCount = 0});
}

PagerPolicy::Time PagerPolicy::earliestFirstCommandRun(const DeskName &desk, Time now) const
{
    const auto caller = m_commandRunStateByDesk.find(desk);
    if (caller == m_commandRunStateByDesk.end() || caller->unacknowledgedCalls == 0 || now - caller->lastCommandRunAt > backOffResetTime) {
        return now;
    }
    return caller->lastCommandRunAt
        + std::min<std::chrono::minutes>(minCommandRunInterval * (1 << std::min(caller->unacknowledgedCalls - 1, 10)), maxFirstCommandRunDelay);
}

std::optional<PagerPolicy::DueCall> PagerPolicy::takeDueCall(Time now)
{
    if (m_lastCommandRunAt && now < *m_lastCommandRunAt + minCommandRunInterval) {
        return {};
    }
    auto chosen = m_ringingCalls.end();
    const auto lastOf = [this](const DeskName &desk) {
        return m_commandRunStateByDesk.contains(desk) ? m_commandRunStateByDesk.value(desk).lastCommandRunAt : Time::min();
    };
    for (auto it = m_ringingCalls.begin(); it != m_ringingCalls.end(); ++it) {
        if (it->commandRunCount < maxCommandRunsPerCall && it->nextCommandRunAt <= now
            && (chosen == m_ringingCalls.end()
                || std::pair(lastOf(it.key()), it->nextCommandRunAt) < std::pair(lastOf(chosen.key()), chosen->nextCommandRunAt))) {
            chosen = it;
        }
    }
    if (chosen == m_ringingCalls.end()) {
        return {};
    }
    DeskCommandRunState &caller = m_commandRunStateByDesk[chosen.key()];
    if (now - caller.lastCommandRunAt > backOffResetTime) {
        caller.unacknowledgedCalls = 0;
    }
    caller.lastCommandRunAt = now;
    caller.unacknowledgedCalls += chosen->commandRunCount == 0 ? 1 : 0;
    ++chosen->commandRunCount;
    chosen->nextCommandRunAt = now + repeatInterval;
    m_lastCommandRunAt = now;
    return DueCall{.desk = chosen.key(), .call = chosen->call};
}

std::optional<PagerPolicy::Time> PagerPolicy::nextDueTime() const
{
    std::optional<Time> first;
    for (const RingingCall &ringing : m_ringingCalls) {
        if (ringing.commandRunCount < maxCommandRunsPerCall) {
            first = std::min(first.value_or(ringing.nextCommandRunAt), ringing.nextCommandRunAt);
        }
    }
    return first && m_lastCommandRunAt ? std::optional(std::max(*first, *m_lastCommandRunAt + minCommandRunInterval)) : first;
}
}
