// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/pager/pagerpolicy.h"

#include <algorithm>

namespace Nightdesk
{
void PagerPolicy::addCall(const DeskName &desk, const BoardWire::Call &call, Time now)
{
    if (call.state != BoardWire::CallState::Ringing) {
        m_ringing.remove(desk);
        if (const auto caller = m_callers.find(desk); caller != m_callers.end() && call.state == BoardWire::CallState::Acknowledged) {
            caller->unheard = 0;
        }
        return;
    }
    const auto known = m_ringing.find(desk);
    if (known != m_ringing.end() && known->call.id == call.id) {
        known->call = call; // the text of the call may have changed
        return;
    }
    m_ringing.insert(desk, {.call = call, .dueAt = std::max(now, earliest(desk, now)), .runs = 0});
}

PagerPolicy::Time PagerPolicy::earliest(const DeskName &desk, Time now) const
{
    const auto caller = m_callers.find(desk);
    if (caller == m_callers.end() || caller->unheard == 0 || now - caller->last > forgotten) {
        return now;
    }
    return caller->last + std::min<std::chrono::minutes>(pause * (1 << std::min(caller->unheard - 1, 10)), longestPause);
}

std::optional<PagerPolicy::Due> PagerPolicy::due(Time now)
{
    if (m_last && now < *m_last + pause) {
        return {};
    }
    auto chosen = m_ringing.end();
    const auto lastOf = [this](const DeskName &desk) {
        return m_callers.contains(desk) ? m_callers.value(desk).last : Time::min();
    };
    for (auto it = m_ringing.begin(); it != m_ringing.end(); ++it) {
        if (it->runs < most && it->dueAt <= now
            && (chosen == m_ringing.end() || std::pair(lastOf(it.key()), it->dueAt) < std::pair(lastOf(chosen.key()), chosen->dueAt))) {
            chosen = it;
        }
    }
    if (chosen == m_ringing.end()) {
        return {};
    }
    Caller &caller = m_callers[chosen.key()];
    if (now - caller.last > forgotten) {
        caller.unheard = 0;
    }
    caller.last = now;
    caller.unheard += chosen->runs == 0 ? 1 : 0;
    ++chosen->runs;
    chosen->dueAt = now + again;
    m_last = now;
    return Due{.desk = chosen.key(), .call = chosen->call};
}

std::optional<PagerPolicy::Time> PagerPolicy::next() const
{
    std::optional<Time> first;
    for (const Ringing &ringing : m_ringing) {
        if (ringing.runs < most) {
            first = std::min(first.value_or(ringing.dueAt), ringing.dueAt);
        }
    }
    return first && m_last ? std::optional(std::max(*first, *m_last + pause)) : first;
}
}
