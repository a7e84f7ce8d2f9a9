// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <cstdint>
#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// Reads the server's fences (an extension of TigerVNC) and answers those that are requests. Reader thread. Owned by DesktopReader.
class FenceReader
{
public:
    FenceReader(RfbStream &stream, Outbox &outbox);

    /// Reads a fence after its message type. Returns the number of the worker's own fence that the server returned, or empty if the server sent a
    /// request.
    std::expected<std::optional<std::uint64_t>, SessionError> readFence();
    /// The answer that must be sent after the next message has been handled (SyncNext). Empty after this call.
    std::optional<Bytes> takeDelayedFenceAnswer();

private:
    RfbStream &m_rfbStream;
    Outbox &m_outbox;
    std::optional<Bytes> m_delayedFenceAnswer; ///< the worker's answer to a fence with SyncNext, held back until the next message was handled
};
}
