// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xstreammaker.h"

#include <algorithm>

namespace Nightdesk::Test
{
namespace
{
void put(Octets &bytes, std::size_t at, const Octets &value)
{
    std::ranges::copy(value, bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void append(Octets &bytes, const Octets &more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
}
}

Octets XStreamMaker::number16(std::uint32_t value) const
{
    Octets bytes;
    XBytes::append16(bytes, static_cast<std::uint16_t>(value), m_bigEndian);
    return bytes;
}

Octets XStreamMaker::number32(std::uint32_t value) const
{
    Octets bytes = number16(m_bigEndian ? value >> 16 : value);
    append(bytes, number16(m_bigEndian ? value : value >> 16));
    return bytes;
}

Octets XStreamMaker::setup() const
{
    XSetupRequest request;
    request.bigEndian = m_bigEndian;
    request.majorVersion = 11;
    return request.withAuthorization("MIT-MAGIC-COOKIE-1", "sixteen bytes...");
}

Octets XStreamMaker::setupAnswer(std::uint8_t status, std::uint16_t units) const
{
    Octets bytes(8 + std::size_t(units) * 4);
    bytes[0] = status;
    put(bytes, 6, number16(units));
    return bytes;
}

Octets XStreamMaker::request(std::uint8_t major, std::uint8_t minor, Octets body, int units) const
{
    body.resize(XBytes::padded(body.size()));
    Octets bytes = {major, minor};
    append(bytes, number16(units < 0 ? static_cast<std::uint32_t>(1 + body.size() / 4) : static_cast<std::uint32_t>(units)));
    append(bytes, body);
    return bytes;
}

Octets XStreamMaker::bigRequest(std::uint8_t major, std::uint8_t minor, Octets body, std::int64_t units) const
{
    body.resize(XBytes::padded(body.size()));
    Octets bytes = {major, minor, 0, 0};
    append(bytes, number32(static_cast<std::uint32_t>(units < 0 ? 2 + static_cast<std::int64_t>(body.size() / 4) : units)));
    append(bytes, body);
    return bytes;
}

Octets XStreamMaker::queryExtension(std::string_view name, int nameSize) const
{
    Octets body = number16(nameSize < 0 ? static_cast<std::uint32_t>(name.size()) : static_cast<std::uint32_t>(nameSize));
    append(body, {0, 0});
    body.insert(body.end(), name.begin(), name.end());
    return request(98, 0, body);
}

Octets XStreamMaker::message(std::uint8_t type, std::uint8_t detail, std::uint16_t sequence) const
{
    Octets bytes(32);
    bytes[0] = type;
    bytes[1] = detail;
    put(bytes, 2, number16(sequence));
    return bytes;
}

Octets XStreamMaker::longMessage(std::uint8_t type, std::uint8_t detail, std::uint16_t sequence, std::uint32_t units, std::int64_t claimed) const
{
    Octets bytes = message(type, detail, sequence);
    put(bytes, 4, number32(claimed < 0 ? units : static_cast<std::uint32_t>(claimed)));
    bytes.resize(32 + std::size_t(units) * 4);
    return bytes;
}

Octets XStreamMaker::reply(std::uint16_t sequence, std::uint32_t units, std::uint8_t detail) const
{
    return longMessage(1, detail, sequence, units);
}

Octets XStreamMaker::present(std::uint16_t sequence, std::uint8_t major, std::uint8_t firstEvent, std::uint8_t firstError) const
{
    Octets bytes = reply(sequence);
    put(bytes, 8, {1, major, firstEvent, firstError});
    return bytes;
}

Octets XStreamMaker::genericEvent(std::uint8_t major, std::uint16_t type, std::uint16_t sequence, std::uint32_t units, std::int64_t claimed) const
{
    Octets bytes = longMessage(35, major, sequence, units, claimed);
    put(bytes, 8, number16(type));
    return bytes;
}
}
