// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xsetupreply.h"

#include <bit>

namespace Nightdesk
{
namespace
{
/// Valid: the mask is one contiguous run of at least 18 bits that does not overlap the base; the top three bits of a resource id are never set.
bool isValidResourceRange(std::uint32_t base, std::uint32_t mask)
{
    if (std::popcount(mask) < 18) {
        return false;
    }
    const std::uint32_t run = mask >> std::countr_zero(mask);
    return (run & (run + 1)) == 0 && (base & mask) == 0 && ((base | mask) & 0xe0000000) == 0;
}
}

XSetupParseResult XSetupReply::parse(std::span<const std::uint8_t> bytes, bool bigEndian, XSetupReply &reply)
{
    if (bytes.empty()) {
        return XSetupParseResult::NeedMore;
    }
    if (bytes[0] > 2) {
        return XSetupParseResult::Malformed;
    }
    if (bytes.size() < 8) {
        return XSetupParseResult::NeedMore;
    }
    reply.status = static_cast<Status>(bytes[0]);
    const std::size_t rest = std::size_t(XBytes::read16(&bytes[6], bigEndian)) * 4;
    if (reply.status == Status::Success) {
        if (rest < 32) {
            return XSetupParseResult::Malformed;
        }
        if (bytes.size() < 20) {
            return XSetupParseResult::NeedMore;
        }
        reply.packetSize = 8 + rest;
        reply.resourceBase = XBytes::read32(&bytes[12], bigEndian);
        reply.resourceMask = XBytes::read32(&bytes[16], bigEndian);
        return isValidResourceRange(reply.resourceBase, reply.resourceMask) ? XSetupParseResult::Complete : XSetupParseResult::Malformed;
    }
    const std::size_t length = reply.status == Status::Failed ? bytes[1] : rest;
    if (length > rest) {
        return XSetupParseResult::Malformed;
    }
    if (bytes.size() < 8 + length) {
        return XSetupParseResult::NeedMore;
    }
    reply.reason.assign(bytes.begin() + 8, bytes.begin() + 8 + static_cast<std::ptrdiff_t>(length));
    return XSetupParseResult::Complete;
}

std::vector<std::uint8_t> XSetupReply::failure(bool bigEndian, std::string_view reason)
{
    reason = reason.substr(0, 255);
    std::vector<std::uint8_t> bytes = {0, static_cast<std::uint8_t>(reason.size())};
    XBytes::append16(bytes, 11, bigEndian);
    XBytes::append16(bytes, 0, bigEndian);
    XBytes::append16(bytes, static_cast<std::uint16_t>(XBytes::padded(reason.size()) / 4), bigEndian);
    XBytes::appendPadded(bytes, reason);
    return bytes;
}
}
