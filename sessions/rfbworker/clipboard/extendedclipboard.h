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

/// The extended clipboard (pseudo-encoding 0xc0a1e5ce of the RFB community's specification): UTF-8 text that is
/// announced first and sent on request. Its messages are cut texts of negative length; these functions handle the bytes
/// after that length. Of its formats only plain text is supported. Pure.
namespace Nightdesk::Rfb::ExtendedClipboard
{
/// The first 32 bits of each message: formats and actions.
enum MessageFlags : std::uint32_t {
    Text = 1,
    FormatMask = 0x0000ffff,
    Caps = 1 << 24,
    Request = 1 << 25,
    Peek = 1 << 26,
    Notify = 1 << 27,
    Provide = 1 << 28,
    ActionMask = 0x1f000000,
};

/// Longest text before it is compressed: on the wire lines end with two bytes, so a text may be nearly twice as long,
/// and it ends with a NUL.
inline constexpr std::size_t maxUnpacked = 2 * 1024 * 1024 + 1;
/// Bytes of a message beyond this are read and dropped: no valid text is longer when compressed.
inline constexpr std::size_t maxPacked = maxUnpacked + 64 * 1024;

/// One message of the server.
struct Message {
    std::uint32_t action = 0; ///< Caps, Request, Peek, Notify or Provide; 0: an unknown action
    std::uint32_t supportedActions = 0; ///< Caps: actions that the server supports
    bool hasText = false; ///< plain text is among the formats
    std::uint32_t maxSizeWithoutRequest = 0; ///< Caps: largest text in bytes that may be provided without a request
    std::span<const std::uint8_t> packedText; ///< Provide: the compressed text for unpackText(); valid as long as the bytes given to parse()
};
/// Empty: the message violates the specification.
std::optional<Message> parse(std::span<const std::uint8_t> payload);

/// Why a text could not be unpacked.
struct UnpackError {
    std::uint64_t announcedSize = 0; ///< the announced size, which is too long; 0: the data is invalid
};
/// The text in a Provide, with the server's line ends and without the NUL. Inflates at most maxUnpacked bytes, whatever size the message announces.
std::expected<std::string, UnpackError> unpackText(std::span<const std::uint8_t> packed);

// The client's messages, complete with header.
Bytes capsMessage();
Bytes requestMessage();
Bytes notifyMessage(bool hasText);
/// A message with the text @p utf8, whose lines end in LF.
Bytes provideMessage(std::string_view utf8);
}
