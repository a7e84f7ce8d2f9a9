// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace Nightdesk
{
enum class XKind : std::uint8_t {
    Setup, ///< the connection's set-up, one record for each direction
    Request,
    Reply,
    Event,
    Error,
    Lost, ///< from here on this connection is not understood; XConnection::problem says why
    Closed, ///< the connection's end
};

/// Which request, event or error: a table's place (XNames), the same whatever codes a server gave its extensions today. For a reply:
/// the request that it answers.
struct XName {
    static constexpr std::uint8_t core = 0;
    static constexpr std::uint8_t unknownExtension = 255; ///< XRecord::raw has its opcodes
    static constexpr std::uint8_t generic = 0x80; ///< in the code of a generic event, whose types have numbers of their own
    std::uint8_t extension = core; ///< index into XNames' extensions
    std::uint8_t code = 0; ///< core: the opcode (or event's, error's code); else the minor opcode, or the code less the extension's first
                           ///< (of the keyboard extension's events, which share one code: their type)
    auto operator<=>(const XName &) const = default;
};

/// One message as it passed. Its bytes are not kept. Small: people keep a million of them.
struct XRecord {
    enum Flag : std::uint8_t {
        Up = 1, ///< from the program
        HasReply = 2, ///< a request that is answered
        SentByClient = 4, ///< an event by SendEvent
        Input = 8, ///< an event that is a key or button pressed or let go: a person did something
        Maps = 16, ///< a request that maps a window
    };

    std::int64_t at = 0; ///< microseconds since XTrace::begin(); of a message in pieces: its last byte
    std::uint32_t size = 0; ///< bytes
    std::uint32_t sequence = 0; ///< of the request, or of that it belongs to: counted on beyond 16 bits
    std::uint16_t connection = 0; ///< XConnection::number
    XName name{};
    XKind kind = XKind::Request;
    std::uint8_t flags = 0;
    std::uint16_t raw = 0; ///< major opcode << 8 | minor (of a generic event: its type); an event's or error's code; as on the wire
    bool has(Flag flag) const
    {
        return flags & flag;
    }
    bool operator==(const XRecord &) const = default;
};
static_assert(sizeof(XRecord) == 24);
}
