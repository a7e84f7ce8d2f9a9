// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
/// The X server's answer to a client's first packet, as far as the relay needs it: whether the client was accepted, and which window numbers are
/// its own (`window & ~mask == base`). Only the first 20 bytes of a success are read; there is no need to wait for the long list of visuals after
/// them. Pure, Qt-free. A value: made by XClientProtocol and RelayedConnection for one reply.
struct XSetupReply {
    enum class Status {
        Failed,
        Success,
        Authenticate
    };
    Status status = Status::Failed;
    std::uint32_t resourceBase = 0; ///< the client's first resource number; only for Success
    std::uint32_t resourceMask = 0;
    std::size_t packetSize = 0; ///< size of the complete answer; only for Success
    std::string reason; ///< only for Failed and Authenticate; the server's text, unchecked

    /// @p bytes: the bytes received so far, from the start of the answer, in the client's byte order.
    static XSetupParseResult parse(std::span<const std::uint8_t> bytes, bool bigEndian, XSetupReply &reply);
    /// The answer of a server that refuses a client; @p reason: ASCII, at most 255 bytes are used.
    static std::vector<std::uint8_t> failure(bool bigEndian, std::string_view reason);

    /// The most bytes that parse() may need.
    static constexpr std::size_t maxSize = 8 + 65535 * 4;
};
}
