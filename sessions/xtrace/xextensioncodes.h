// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xnames.h"

#include <array>

namespace Nightdesk
{
/// The codes that a server assigned to its extensions in one connection, from its answers to QueryExtension: they translate numbers on the wire to
/// names. Pure, Qt-free. Owned by XStreamReader.
class XExtensionCodes
{
public:
    XExtensionCodes();

    /// A server's answer to QueryExtension.
    struct ExtensionAnswer {
        std::uint8_t extensionIndex = XName::coreProtocolIndex; ///< index into XNames' extensions
        std::uint8_t majorOpcode = 0;
        std::uint8_t firstEvent = 0; ///< 0: no events
        std::uint8_t firstError = 0;
    };
    /// Stores an answer. Returns why it is not valid, in English; empty: stored.
    std::string_view addExtension(const ExtensionAnswer &given);

    std::uint8_t extension(std::uint8_t major) const;
    XName event(std::uint8_t code, std::uint8_t detail) const; ///< @p detail: the event's second byte
    XName genericEvent(std::uint8_t major, std::uint16_t type) const;
    XName error(std::uint8_t code) const;
    bool isBigRequests(std::uint8_t extension) const;
    bool mayHaveManyReplies(XName request) const; ///< the request may be answered many times
    bool isInput(XName event) const; ///< a key, button or touch event

private:
    struct CodeOwner {
        std::uint8_t extensionIndex = XName::unknownExtensionIndex;
        std::uint8_t firstCode = 0;
    };
    static constexpr std::size_t firstExtensionOpcode = 128;

    std::array<std::uint8_t, 128> m_extensionIndexByMajorOpcode; ///< the extension of each major opcode, from firstExtensionOpcode on
    std::array<CodeOwner, 128> m_eventOwners;
    std::array<CodeOwner, 256> m_errorOwners;
    std::uint8_t m_bigRequestsExtensionIndex;
    std::uint8_t m_inputExtensionIndex;
    std::uint8_t m_keyboardExtensionIndex;
    std::uint8_t m_recordExtensionIndex;
};
}
