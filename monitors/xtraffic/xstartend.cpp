// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xstartend.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr XName expose{.extension = XName::core, .code = 12};
constexpr XName visibilityNotify{.extension = XName::core, .code = 15};
}

void XStartEnd::add(const XRecord &record)
{
    if (record.kind == XKind::Event && m_mapped && (record.name == expose || record.name == visibilityNotify)) {
        m_isShown = true;
    }
    if (record.has(XRecord::Input) && !record.has(XRecord::Up) && m_isShown) {
        m_input = record.at;
        m_waitedSinceInput = 0;
    }
    if (m_ended || !record.has(XRecord::Maps)) {
        return;
    }
    if (m_input && record.at - *m_input - m_waitedSinceInput <= response.count()) {
        return;
    }
    m_mapped = record.at;
    m_waited = 0;
    m_waitedTo = record.at;
}

void XStartEnd::add(const XWait &wait)
{
    if (!m_mapped || wait.to <= m_waitedTo) {
        return;
    }
    m_waited += wait.to - std::max(wait.from, m_waitedTo);
    if (m_input) {
        m_waitedSinceInput += std::max<std::int64_t>(0, wait.to - std::max({wait.from, m_waitedTo, *m_input}));
    }
    m_waitedTo = wait.to;
}

std::optional<std::int64_t> XStartEnd::at(std::int64_t now)
{
    if (!m_ended && m_mapped && now - *m_mapped - m_waited >= (m_isShown ? quiet : unseenQuiet).count()) {
        m_ended = m_mapped;
    }
    return m_ended;
}

std::optional<std::int64_t> XStartEnd::lastMapped() const
{
    return m_mapped;
}
}
