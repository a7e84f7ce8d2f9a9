// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk::Test
{
using Octets = std::vector<std::uint8_t>;

/// Messages of the X protocol in either byte order, also such as nobody would send.
class XStreamMaker
{
public:
    explicit XStreamMaker(bool bigEndian)
        : m_bigEndian(bigEndian)
    {
    }

    Octets number16(std::uint32_t value) const;
    Octets number32(std::uint32_t value) const;

    Octets setup() const;
    Octets setupAnswer(std::uint8_t status = 1, std::uint16_t units = 8) const;
    /// @p units: what its length says; < 0: the truth.
    Octets request(std::uint8_t major, std::uint8_t minor = 0, Octets body = {}, int units = -1) const;
    Octets bigRequest(std::uint8_t major, std::uint8_t minor, Octets body = {}, std::int64_t units = -1) const;
    Octets queryExtension(std::string_view name, int nameSize = -1) const;

    Octets message(std::uint8_t type, std::uint8_t detail, std::uint16_t sequence) const; ///< 32 bytes
    /// A reply, or a generic event of @p type: @p claimed: how many units it says; < 0: as many as it has.
    Octets longMessage(std::uint8_t type, std::uint8_t detail, std::uint16_t sequence, std::uint32_t units, std::int64_t claimed = -1) const;
    Octets reply(std::uint16_t sequence, std::uint32_t units = 0, std::uint8_t detail = 0) const;
    Octets present(std::uint16_t sequence, std::uint8_t major, std::uint8_t firstEvent = 0, std::uint8_t firstError = 0) const;
    Octets genericEvent(std::uint8_t major, std::uint16_t type, std::uint16_t sequence, std::uint32_t units = 0, std::int64_t claimed = -1) const;

private:
    bool m_bigEndian;
};
}
