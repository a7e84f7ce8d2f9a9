// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
void XBytes::append16(std::vector<std::uint8_t> &bytes, std::uint16_t value, bool bigEndian)
{
    const auto high = static_cast<std::uint8_t>(value >> 8);
    const auto low = static_cast<std::uint8_t>(value & 0xff);
    bytes.push_back(bigEndian ? high : low);
    bytes.push_back(bigEndian ? low : high);
}

void XBytes::appendPadded(std::vector<std::uint8_t> &bytes, std::string_view text)
{
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.resize(bytes.size() + padded(text.size()) - text.size());
}

XSetupParseResult XSetupRequest::parse(std::span<const std::uint8_t> bytes, XSetupRequest &request)
{
    if (bytes.empty()) {
        return XSetupParseResult::NeedMore;
    }
    if (bytes[0] != 'B' && bytes[0] != 'l') {
        return XSetupParseResult::Malformed;
    }
    if (bytes.size() < 12) {
        return XSetupParseResult::NeedMore;
    }
    const bool bigEndian = bytes[0] == 'B';
    const std::size_t nameSize = XBytes::read16(&bytes[6], bigEndian);
    const std::size_t dataSize = XBytes::read16(&bytes[8], bigEndian);
    if (nameSize > maxNameSize || dataSize > maxDataSize) {
        return XSetupParseResult::Malformed;
    }
    const std::size_t size = 12 + XBytes::padded(nameSize) + XBytes::padded(dataSize);
    if (bytes.size() < size) {
        return XSetupParseResult::NeedMore;
    }
    const auto text = [&](std::size_t from, std::size_t length) {
        return std::string(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
    };
    request.bigEndian = bigEndian;
    request.majorVersion = XBytes::read16(&bytes[2], bigEndian);
    request.minorVersion = XBytes::read16(&bytes[4], bigEndian);
    request.authorizationName = text(12, nameSize);
    request.authorizationData = text(12 + XBytes::padded(nameSize), dataSize);
    request.packetSize = size;
    return XSetupParseResult::Complete;
}

std::vector<std::uint8_t> XSetupRequest::withAuthorization(std::string_view name, std::string_view data) const
{
    std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(bigEndian ? 'B' : 'l'), 0};
    XBytes::append16(bytes, majorVersion, bigEndian);
    XBytes::append16(bytes, minorVersion, bigEndian);
    XBytes::append16(bytes, static_cast<std::uint16_t>(name.size()), bigEndian);
    XBytes::append16(bytes, static_cast<std::uint16_t>(data.size()), bigEndian);
    XBytes::append16(bytes, 0, bigEndian);
    XBytes::appendPadded(bytes, name);
    XBytes::appendPadded(bytes, data);
    return bytes;
}
}
