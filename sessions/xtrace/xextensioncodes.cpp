// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xextensioncodes.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t firstExtensionEvent = 64;
constexpr std::uint8_t firstExtensionError = 128;
constexpr std::uint8_t enableContext = 5; ///< minor opcode of a request of the RECORD extension

std::uint8_t extensionIndexOf(std::string_view name)
{
    return XNames::extension(name).value_or(XName::unknownExtensionIndex);
}

/// Assigns @p count codes to @p owner. The server may have an older version of the extension than Nightdesk's tables, and so fewer codes: a code
/// that is also within the range of a later extension belongs to that one.
template<typename Owners, typename CodeOwner>
void assignCodes(Owners &owners, CodeOwner owner, std::size_t count)
{
    for (std::size_t code = owner.firstCode; code < std::min(owner.firstCode + count, owners.size()); ++code) {
        if (owners[code].extensionIndex == XName::unknownExtensionIndex || owners[code].firstCode < owner.firstCode) {
            owners[code] = owner;
        }
    }
}
}

XExtensionCodes::XExtensionCodes()
    : m_bigRequestsExtensionIndex(extensionIndexOf("BIG-REQUESTS"))
    , m_inputExtensionIndex(extensionIndexOf("XInputExtension"))
    , m_keyboardExtensionIndex(extensionIndexOf("XKEYBOARD"))
    , m_recordExtensionIndex(extensionIndexOf("RECORD"))
{
    m_extensionIndexByMajorOpcode.fill(XName::unknownExtensionIndex);
}

std::string_view XExtensionCodes::addExtension(const ExtensionAnswer &given)
{
    if (given.majorOpcode < firstExtensionOpcode) {
        return "an extension uses a code of the core protocol";
    }
    std::uint8_t &owner = m_extensionIndexByMajorOpcode[given.majorOpcode - firstExtensionOpcode];
    if (owner == given.extensionIndex) {
        return {};
    }
    if (owner != XName::unknownExtensionIndex) {
        return "two extensions got the same code";
    }
    if (std::ranges::contains(m_extensionIndexByMajorOpcode, given.extensionIndex)) {
        return "an extension got a second code";
    }
    if ((given.firstEvent != 0 && (given.firstEvent < firstExtensionEvent || given.firstEvent >= m_eventOwners.size()))
        || (given.firstError != 0 && given.firstError < firstExtensionError)) {
        return "events or errors of an extension use codes of the core protocol";
    }
    owner = given.extensionIndex;
    if (given.firstEvent != 0) {
        assignCodes(m_eventOwners,
                    CodeOwner{.extensionIndex = given.extensionIndex, .firstCode = given.firstEvent},
                    XNames::eventCodeCount(given.extensionIndex));
    }
    if (given.firstError != 0) {
        assignCodes(m_errorOwners,
                    CodeOwner{.extensionIndex = given.extensionIndex, .firstCode = given.firstError},
                    XNames::errorCodeCount(given.extensionIndex));
    }
    return {};
}

std::uint8_t XExtensionCodes::extension(std::uint8_t major) const
{
    return major < firstExtensionOpcode ? XName::coreProtocolIndex : m_extensionIndexByMajorOpcode[major - firstExtensionOpcode];
}

XName XExtensionCodes::event(std::uint8_t code, std::uint8_t detail) const
{
    const CodeOwner owner = m_eventOwners[code & 0x7f];
    if (owner.extensionIndex == XName::unknownExtensionIndex) {
        const bool isCore = !XNames::messageName(XRecordKind::Event, {.extensionIndex = XName::coreProtocolIndex, .code = code}).empty();
        return {.extensionIndex = isCore ? XName::coreProtocolIndex : XName::unknownExtensionIndex, .code = code};
    }
    return {.extensionIndex = owner.extensionIndex,
            .code = owner.extensionIndex == m_keyboardExtensionIndex ? detail : static_cast<std::uint8_t>(code - owner.firstCode)};
}

XName XExtensionCodes::genericEvent(std::uint8_t major, std::uint16_t type) const
{
    const std::uint8_t of = major < firstExtensionOpcode ? XName::unknownExtensionIndex : extension(major);
    // XRecord::wireCode stores only the lower 8 bits of the type.
    const int storedType = of == XName::unknownExtensionIndex ? type & 0xff : type;
    return {.extensionIndex = of, .code = static_cast<std::uint8_t>(XName::genericEventFlag | std::min(storedType, 0x7f))};
}

XName XExtensionCodes::error(std::uint8_t code) const
{
    const CodeOwner owner = m_errorOwners[code];
    if (owner.extensionIndex == XName::unknownExtensionIndex) {
        const bool isCore = !XNames::messageName(XRecordKind::Error, {.extensionIndex = XName::coreProtocolIndex, .code = code}).empty();
        return {.extensionIndex = isCore ? XName::coreProtocolIndex : XName::unknownExtensionIndex, .code = code};
    }
    return {.extensionIndex = owner.extensionIndex, .code = static_cast<std::uint8_t>(code - owner.firstCode)};
}

bool XExtensionCodes::isBigRequests(std::uint8_t extension) const
{
    return extension == m_bigRequestsExtensionIndex && extension != XName::unknownExtensionIndex;
}

bool XExtensionCodes::mayHaveManyReplies(XName request) const
{
    return request == XName{.extensionIndex = m_recordExtensionIndex, .code = enableContext};
}

bool XExtensionCodes::isInput(XName event) const
{
    if (event.extensionIndex == XName::coreProtocolIndex) {
        return event.code >= 2 && event.code <= 5; // KeyPress to ButtonRelease
    }
    if (event.extensionIndex != m_inputExtensionIndex || event.extensionIndex == XName::unknownExtensionIndex) {
        return false;
    }
    if ((event.code & XName::genericEventFlag) == 0) {
        return event.code >= 1 && event.code <= 4; // DeviceKeyPress, DeviceKeyRelease, DeviceButtonPress and DeviceButtonRelease
    }
    // KeyPress to ButtonRelease, their raw variants, TouchBegin and TouchEnd, their raw variants.
    constexpr std::uint8_t types[] = {2, 3, 4, 5, 13, 14, 15, 16, 18, 20, 22, 24};
    return std::ranges::contains(types, event.code & ~XName::genericEventFlag);
}
}
