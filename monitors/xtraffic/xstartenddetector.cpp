// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xstartenddetector.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr XName expose{.extensionIndex = XName::coreProtocolIndex, .code = 12};
constexpr XName visibilityNotify{.extensionIndex = XName::coreProtocolIndex, .code = 15};
}

void XProgramStartEndDetector::add(const XRecord &record)
{
    if (record.kind == XRecordKind::Event && m_lastMappedAt && (record.name == expose || record.name == visibilityNotify)) {
        m_isWindowShown = true;
    }
    if (record.has(XRecord::UserInput) && !record.has(XRecord::FromProgram) && m_isWindowShown) {
        m_lastInputAt = record.at;
        m_waitTimeSinceInput = 0;
    }
    if (m_startEndedAt || !record.has(XRecord::MapsWindow)) {
        return;
    }
    if (m_lastInputAt && record.at - *m_lastInputAt - m_waitTimeSinceInput <= maxResponseTime.count()) {
        return;
    }
    m_lastMappedAt = record.at;
    m_waitTimeSinceMapping = 0;
    m_waitsCountedUntil = record.at;
}

void XProgramStartEndDetector::add(const XWait &wait)
{
    if (!m_lastMappedAt || wait.endedAt <= m_waitsCountedUntil) {
        return;
    }
    m_waitTimeSinceMapping += wait.endedAt - std::max(wait.beganAt, m_waitsCountedUntil);
    if (m_lastInputAt) {
        m_waitTimeSinceInput += std::max<std::int64_t>(0, wait.endedAt - std::max({wait.beganAt, m_waitsCountedUntil, *m_lastInputAt}));
    }
    m_waitsCountedUntil = wait.endedAt;
}

std::optional<std::int64_t> XProgramStartEndDetector::detectEnd(std::int64_t now)
{
    if (!m_startEndedAt && m_lastMappedAt && now - *m_lastMappedAt - m_waitTimeSinceMapping >= (m_isWindowShown ? quietTime : quietTimeIfNotShown).count()) {
        m_startEndedAt = m_lastMappedAt;
    }
    return m_startEndedAt;
}

std::optional<std::int64_t> XProgramStartEndDetector::lastMappedAt() const
{
    return m_lastMappedAt;
}
}
