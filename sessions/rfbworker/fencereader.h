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
/// Reads the server's fences (an extension of TigerVNC) and answers those that ask. Reader thread. Owned by DesktopReader.
class FenceReader
{
public:
    FenceReader(RfbStream &stream, Outbox &outbox);

    /// Reads what follows the message's type. The number of a fence of ours that came back; empty: the server asked.
    std::expected<std::optional<std::uint64_t>, Refusal> readFence();
    /// The answer that is to follow the next message: to be sent when that one has been handled. Taken once.
    std::optional<Bytes> takeDelayedAnswer();

private:
    RfbStream &m_stream;
    Outbox &m_outbox;
    std::optional<Bytes> m_delayedAnswer;
};
}
