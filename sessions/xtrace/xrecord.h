// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace Nightdesk
{
/// Microseconds, as a duration or as a time since XTrace::begin.
using XTraceMicroseconds = std::int64_t;

enum class XRecordKind : std::uint8_t {
    Setup, ///< the connection setup, one record for each direction
    Request,
    Reply,
    Event,
    Error,
    ParsingStopped, ///< the connection cannot be parsed from here on; XConnection::problem has the reason
    Closed, ///< the connection ended
};

/// Identifies a request, event or error by its place in a table (XNames), independent of the codes that a server assigned to its extensions. For a
/// reply: the request that it answers.
struct XName {
    static constexpr std::uint8_t coreProtocolIndex = 0; ///< extensionIndex of the messages of the core protocol
    /// extensionIndex of an extension without a table: XRecord::wireCode has its opcodes.
    static constexpr std::uint8_t unknownExtensionIndex = 255;
    static constexpr std::uint8_t genericEventFlag = 0x80; ///< flag in the code of a generic event, whose types are numbered separately
    std::uint8_t extensionIndex = coreProtocolIndex; ///< index into XNames' extensions
    /// The number of the message within the core protocol or its extension. Core protocol: the major opcode of a request, or the code of an event or
    /// error. Extension: the minor opcode of a request, or the code of an event or error minus the extension's first code. Events of the keyboard
    /// extension share one code: for them, this is the event's type.
    std::uint8_t code = 0;
    auto operator<=>(const XName &) const = default;
};

/// One message of a connection, without its bytes. Small, since a trace may have a million of them.
struct XRecord {
    enum Flag : std::uint8_t {
        FromProgram = 1, ///< sent by the program
        HasReply = 2, ///< a request that gets a reply
        SentByClient = 4, ///< an event sent with SendEvent
        UserInput = 8, ///< the user pressed or released a key, a button or a touch point
        MapsWindow = 16, ///< a request that maps a window
    };

    XTraceMicroseconds at = 0; ///< time of the message's last byte
    std::uint32_t size = 0; ///< size of the message in bytes
    std::uint32_t sequence = 0; ///< the number of this request, or of the request that a message of the server refers to; counted beyond 16 bits
    std::uint16_t connection = 0; ///< XConnection::number of its connection
    XName name{};
    XRecordKind kind = XRecordKind::Request;
    std::uint8_t flags = 0;
    std::uint16_t wireCode = 0; ///< as on the wire: major opcode << 8 | minor opcode (of a generic event: its type), or the code of an event or error
    bool has(Flag flag) const
    {
        return flags & flag;
    }
    bool operator==(const XRecord &) const = default;
};
static_assert(sizeof(XRecord) == 24);
}
