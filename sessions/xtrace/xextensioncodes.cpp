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

std::uint8_t extensionIndex(std::string_view name)
{
    return XNames::extension(name).value_or(XName::unknownExtension);
}

/// Server and tables may have different versions: an extension's codes end where the next one's begin.
template<typename Owners, typename CodeOwner>
void assignCodes(Owners &owners, CodeOwner owner, std::size_t count)
{
    for (std::size_t code = owner.firstCode; code < std::min(owner.firstCode + count, owners.size()); ++code) {
        if (owners[code].extension == XName::unknownExtension || owners[code].firstCode < owner.firstCode) {
            owners[code] = owner;
        }
    }
}
}

XExtensionCodes::XExtensionCodes()
    : m_bigRequestsExtension(extensionIndex("BIG-REQUESTS"))
    , m_inputExtension(extensionIndex("XInputExtension"))
    , m_keyboardExtension(extensionIndex("XKEYBOARD"))
    , m_recordExtension(extensionIndex("RECORD"))
{
    m_majorOpcodeExtensions.fill(XName::unknownExtension);
}

std::string_view XExtensionCodes::addExtension(const ExtensionAnswer &given)
{
    if (given.majorOpcode < firstExtensionOpcode) {
        return "an extension uses a code of the core protocol";
    }
    std::uint8_t &owner = m_majorOpcodeExtensions[given.majorOpcode - firstExtensionOpcode];
    if (owner == given.extension) {
        return {};
    }
    if (owner != XName::unknownExtension) {
        return "two extensions got the same code";
    }
    if (std::ranges::contains(m_majorOpcodeExtensions, given.extension)) {
        return "an extension got a second code";
    }
    if ((given.firstEvent != 0 && (given.firstEvent < firstExtensionEvent || given.firstEvent >= m_eventOwners.size()))
        || (given.firstError != 0 && given.firstError < firstExtensionError)) {
        return "events or errors of an extension use codes of the core protocol";
    }
    owner = given.extension;
    if (given.firstEvent != 0) {
        assignCodes(m_eventOwners, CodeOwner{.extension = given.extension, .firstCode = given.firstEvent}, XNames::eventCodes(given.extension));
    }
    if (given.firstError != 0) {
        assignCodes(m_errorOwners, CodeOwner{.extension = given.extension, .firstCode = given.firstError}, XNames::errorCodes(given.extension));
    }
    return {};
}

std::uint8_t XExtensionCodes::extension(std::uint8_t major) const
{
    return major < firstExtensionOpcode ? XName::core : m_majorOpcodeExtensions[major - firstExtensionOpcode];
}

XName XExtensionCodes::event(std::uint8_t code, std::uint8_t detail) const
{
    const CodeOwner owner = m_eventOwners[code & 0x7f];
    if (owner.extension == XName::unknownExtension) {
        const bool isCore = !XNames::eventName({.extension = XName::core, .code = code}).empty();
        return {.extension = isCore ? XName::core : XName::unknownExtension, .code = code};
    }
    return {.extension = owner.extension, .code = owner.extension == m_keyboardExtension ? detail : static_cast<std::uint8_t>(code - owner.firstCode)};
}

XName XExtensionCodes::genericEvent(std::uint8_t major, std::uint16_t type) const
{
    const std::uint8_t of = major < firstExtensionOpcode ? XName::unknownExtension : extension(major);
    // XRecord::wireCode stores only these bits of the type.
    const int storedType = of == XName::unknownExtension ? type & 0xff : type;
    return {.extension = of, .code = static_cast<std::uint8_t>(XName::genericEventFlag | std::min(storedType, 0x7f))};
}

XName XExtensionCodes::error(std::uint8_t code) const
{
    const CodeOwner owner = m_errorOwners[code];
    if (owner.extension == XName::unknownExtension) {
        const bool isCore = !XNames::errorName({.extension = XName::core, .code = code}).empty();
        return {.extension = isCore ? XName::core : XName::unknownExtension, .code = code};
    }
    return {.extension = owner.extension, .code = static_cast<std::uint8_t>(code - owner.firstCode)};
}

bool XExtensionCodes::isBigRequests(std::uint8_t extension) const
{
    return extension == m_bigRequestsExtension && extension != XName::unknownExtension;
}

bool XExtensionCodes::mayHaveManyReplies(XName request) const
{
    return request == XName{.extension = m_recordExtension, .code = enableContext};
}

bool XExtensionCodes::isInput(XName event) const
{
    if (event.extension == XName::core) {
        return event.code >= 2 && event.code <= 5; // KeyPress to ButtonRelease
    }
    if (event.extension != m_inputExtension || event.extension == XName::unknownExtension) {
        return false;
    }
    if ((event.code & XName::genericEventFlag) == 0) {
        return event.code >= 1 && event.code <= 4; // DeviceKeyPress to DeviceButtonRelease
    }
    // KeyPress to ButtonRelease, their raw variants, TouchBegin and TouchEnd, their raw variants.
    constexpr std::uint8_t types[] = {2, 3, 4, 5, 13, 14, 15, 16, 18, 20, 22, 24};
    return std::ranges::contains(types, event.code & ~XName::genericEventFlag);
}
}
