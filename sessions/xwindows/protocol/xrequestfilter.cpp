// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xrequestfilter.h"

#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t queryExtension = 98;
constexpr std::uint8_t changeHosts = 109;
constexpr std::uint8_t setAccessControl = 111;
constexpr std::uint8_t noOperation = 127;
constexpr std::uint8_t bigRequestsEnable = 0; ///< minor opcode
constexpr std::size_t shortHeader = 4;
constexpr std::uint32_t maxUnits = 0x1fffffff; ///< of 4 bytes: 2 GiB; servers compute with 32 bits, and take 127 MiB at most
}

XRequestFilter::XRequestFilter(bool bigEndian, const XRequestCodes &codes)
    : m_bigEndian(bigEndian)
    , m_bigRequests(codes.bigRequests)
    , m_mayBeBig(!codes.bigRequests)
{
    m_refused.set(changeHosts).set(setAccessControl);
    for (const std::uint8_t code : codes.local) {
        m_refused.set(code);
    }
}

bool XRequestFilter::filter(std::span<std::uint8_t> bytes)
{
    std::size_t at = 0;
    while (at < bytes.size() && !m_lost) {
        if (m_skip > 0) {
            const auto part = std::min<std::uint64_t>(m_skip, bytes.size() - at);
            m_skip -= part;
            at += static_cast<std::size_t>(part);
            continue;
        }
        if (m_have == 0 && m_refused.test(bytes[at])) {
            bytes[at] = noOperation;
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
            if (std::ranges::contains(localExtensions, name)) {
                bytes[at - 1] = '-';
            }
        }
        m_skip = rest;
        m_have = 0;
        m_want = shortHeader;
    }
    return !m_lost;
}

/// How much of the request is left behind what was collected; m_want grows where more of it is needed first.
std::uint64_t XRequestFilter::collected()
{
    const std::uint64_t size = std::uint64_t(XBytes::read16(&m_bytes[2], m_bigEndian)) * 4;
    if (size == 0) {
        return bigRequest();
    }
    if (m_bytes[0] == m_bigRequests && m_bytes[0] != 0 && m_bytes[1] == bigRequestsEnable && size == shortHeader) {
        m_mayBeBig = true; // from the next request on
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

/// The same for one whose length has 32 bits. Before BIG-REQUESTS is enabled a server takes what would be that length for the
/// next request.
std::uint64_t XRequestFilter::bigRequest()
{
    if (!m_mayBeBig) {
        m_lost = true;
        return 0;
    }
    if (m_have < header) {
        m_want = header;
        return 0;
    }
    const std::uint32_t units = XBytes::read32(&m_bytes[4], m_bigEndian);
    m_lost = units < header / 4 || units > maxUnits;
    return m_lost ? 0 : std::uint64_t(units) * 4 - header;
}
}
