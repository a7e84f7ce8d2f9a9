// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xrequestfilter.h"

#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <algorithm>
#include <string_view>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t queryExtension = 98;
constexpr std::size_t shortHeader = 4;
constexpr std::string_view hidden[] = {"MIT-SHM", "DRI2", "DRI3", "XFree86-DRI"};
}

XRequestFilter::XRequestFilter(bool bigEndian)
    : m_bigEndian(bigEndian)
{
}

void XRequestFilter::filter(std::span<std::uint8_t> bytes)
{
    std::size_t at = 0;
    while (at < bytes.size() && !m_lost) {
        if (m_skip > 0) {
            const auto part = std::min<std::uint64_t>(m_skip, bytes.size() - at);
            m_skip -= part;
            at += static_cast<std::size_t>(part);
            continue;
        }
        m_bytes[m_have++] = bytes[at++];
        if (m_have < m_want) {
            continue;
        }
        const std::uint64_t rest = collected();
        if (m_want > m_have) {
            continue; // it is one that has to be looked at further
        }
        if (m_have > header) { // a whole name
            const std::string_view name(reinterpret_cast<const char *>(&m_bytes[header]), m_have - header);
            if (std::ranges::find(hidden, name) != std::end(hidden)) {
                bytes[at - 1] = '-';
            }
        }
        m_skip = rest;
        m_have = 0;
        m_want = shortHeader;
    }
}

/// How much of the request is left behind what was collected; m_want grows where more of it is needed first.
std::uint64_t XRequestFilter::collected()
{
    const std::uint64_t size = std::uint64_t(XBytes::read16(&m_bytes[2], m_bigEndian)) * 4;
    if (size == 0) { // BIG-REQUESTS
        if (m_have < header) {
            m_want = header;
            return 0;
        }
        const std::uint64_t bigSize = std::uint64_t(XBytes::read32(&m_bytes[4], m_bigEndian)) * 4;
        m_lost = bigSize < header;
        return m_lost ? 0 : bigSize - header;
    }
    if (m_bytes[0] == queryExtension && m_have < header && size >= header) {
        m_want = header;
        return 0;
    }
    if (m_bytes[0] == queryExtension && m_have == header) {
        const std::size_t nameSize = XBytes::read16(&m_bytes[4], m_bigEndian);
        if (nameSize > 0 && nameSize <= longestName && header + nameSize <= size) {
            m_want = header + nameSize;
            return 0;
        }
    }
    return size - m_have;
}
}
