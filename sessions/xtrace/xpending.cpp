// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xpending.h"

#include <algorithm>

namespace Nightdesk
{
void XPending::addRequest(const Entry &entry, bool mayBeAnswered)
{
    m_asked = mayBeAnswered ? std::optional(entry) : std::nullopt;
}

bool XPending::add(std::uint32_t sequence)
{
    if (m_asked) {
        m_asked->sequence = sequence;
        m_entries.push_back(*m_asked);
        m_asked.reset();
    }
    return m_entries.size() <= limit;
}

std::optional<XPending::Entry> XPending::answered(std::uint16_t sequence, std::uint8_t detail)
{
    const auto found = std::ranges::find_if(m_entries, [sequence](const Entry &entry) {
        return static_cast<std::uint16_t>(entry.sequence) == sequence;
    });
    if (found == m_entries.end()) {
        return std::nullopt;
    }
    const Entry entry = *found;
    const bool isLast = entry.repeats == Repeats::No || (entry.repeats == Repeats::Fonts && detail == 0);
    m_entries.erase(m_entries.begin(), found + (isLast ? 1 : 0));
    return entry;
}

void XPending::failed(std::uint32_t sequence)
{
    // Earlier requests get no more replies: a server processes requests in order.
    while (!m_entries.empty() && static_cast<std::int32_t>(m_entries.front().sequence - sequence) <= 0) {
        m_entries.pop_front();
    }
}

void XPending::passed(std::uint32_t sequence)
{
    // A request without a reply must not take the reply of a request 65,536 later.
    while (!m_entries.empty() && m_entries.front().repeats == Repeats::NotKnown && static_cast<std::int32_t>(m_entries.front().sequence - sequence) < 0) {
        m_entries.pop_front();
    }
}

std::optional<std::uint32_t> XPending::extendedSequence(std::uint16_t sequence, std::uint32_t seen, std::uint32_t sent)
{
    const auto ahead = static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(seen));
    return ahead <= sent - seen ? std::optional(seen + ahead) : std::nullopt;
}
}
