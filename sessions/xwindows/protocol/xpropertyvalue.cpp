// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xpropertyvalue.h"

#include "sessions/xwindows/protocol/xmessage.h"

#include <bit>
#include <cstring>

namespace Nightdesk
{
XPropertyValue XPropertyValue::parse(std::span<const std::uint8_t> reply)
{
    constexpr bool bigEndian = std::endian::native == std::endian::big;
    XPropertyValue value;
    if (reply.size() < XMessage::unit) {
        return value;
    }
    const std::uint8_t format = reply[1];
    const std::uint64_t size = std::uint64_t(XBytes::read32(&reply[16], bigEndian)) * (format / 8);
    if ((format != 8 && format != 16 && format != 32) || size > reply.size() - XMessage::unit) {
        return value;
    }
    value.type = XBytes::read32(&reply[8], bigEndian);
    value.format = format;
    value.bytes = reply.subspan(XMessage::unit, size);
    return value;
}

std::vector<std::uint32_t> XPropertyValue::numbers(std::uint32_t wantedType) const
{
    if (format != 32 || (wantedType != 0 && type != wantedType)) {
        return {};
    }
    std::vector<std::uint32_t> result(bytes.size() / 4);
    if (!result.empty()) {
        std::memcpy(result.data(), bytes.data(), result.size() * 4);
    }
    return result;
}
}
