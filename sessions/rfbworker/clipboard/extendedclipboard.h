// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/bytes.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The extended clipboard (pseudo-encoding 0xc0a1e5ce of the RFB community's specification): UTF-8 text, told of first and sent
/// when it is asked for. Rides in cut texts of negative length; here is what stands behind that length. Of all formats we know
/// plain text alone. Pure.
namespace Nightdesk::Rfb::ExtendedClipboard
{
/// The first word of each message: formats and what is meant.
enum Flags : std::uint32_t {
    Text = 1,
    Formats = 0x0000ffff,
    Caps = 1 << 24,
    Request = 1 << 25,
    Peek = 1 << 26,
    Notify = 1 << 27,
    Provide = 1 << 28,
    Actions = 0x1f000000,
};

/// Lines end with two bytes on the way, so that a text may be nearly twice as long there; and a NUL ends it.
inline constexpr std::size_t maxUnpacked = 2 * 1024 * 1024 + 1;
/// More than that of a message is read and dropped: packed, no text that we take is longer.
inline constexpr std::size_t maxPacked = maxUnpacked + 64 * 1024;

/// One message of the server.
struct Message {
    std::uint32_t action = 0; ///< Caps, Request, Peek, Notify or Provide; 0: one that we do not know
    std::uint32_t actions = 0; ///< Caps: what the server understands
    bool hasText = false; ///< plain text is among the formats
    std::uint32_t mostUnasked = 0; ///< Caps: bytes of text that may be provided without a request
    std::span<const std::uint8_t> packed; ///< Provide: what unpackText() takes; in the bytes that were given
};
/// Empty: it breaks the specification.
std::optional<Message> parse(std::span<const std::uint8_t> payload);

/// Why a text does not come out.
struct NotUnpacked {
    std::uint64_t size = 0; ///< it says to be that long, which is too long; 0: its bytes are wrong
};
/// The text in a Provide with lines as the server has them, without the NUL. Inflates no more than maxUnpacked bytes, whatever is
/// in there.
std::expected<std::string, NotUnpacked> unpackText(std::span<const std::uint8_t> packed);

// What we send: whole messages.
Bytes caps();
Bytes request();
Bytes notify(bool hasText);
/// @p utf8 with lines that end in LF.
Bytes provide(std::string_view utf8);
}
