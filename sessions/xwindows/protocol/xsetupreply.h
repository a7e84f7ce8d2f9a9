// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
/// The X server's answer to a client's first packet, as far as it concerns us: whether it lets the client in, and which
/// window numbers are the client's own (`window & ~mask == base`). Only the first 20 bytes of a success are looked at: the
/// long list of visuals behind them need not be waited for. Pure, Qt-free. A value: made by XClientProtocol and RelayedConnection for one reply.
struct XSetupReply {
    enum class Status {
        Failed,
        Success,
        Authenticate
    };
    Status status = Status::Failed;
    std::uint32_t resourceBase = 0; ///< of Success
    std::uint32_t resourceMask = 0;
    std::size_t size = 0; ///< of the whole answer; of Success
    std::string reason; ///< of Failed and Authenticate; the server's words, unchecked

    /// @p bytes from the answer's start on, as many as there are, in the client's byte order.
    static XSetupVerdict parse(std::span<const std::uint8_t> bytes, bool bigEndian, XSetupReply &reply);
    /// What a server says to a client that it does not let in; @p reason: ASCII, at most 255 bytes are used.
    static std::vector<std::uint8_t> failure(bool bigEndian, std::string_view reason);

    /// More is never needed for a verdict.
    static constexpr std::size_t maxSize = 8 + 65535 * 4;
};
}
