// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/clipboard/clipboardexchange.h"
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <cstdint>
#include <expected>

namespace Nightdesk::Rfb
{
/// Reads the server's cut texts, both Latin-1 and extended, answers the server and sends texts to the console. Buffers no more than the longest
/// valid text. Reader thread. Owned by DesktopReader.
class CutTextReader
{
public:
    CutTextReader(RfbStream &stream, Outbox &outbox, ClipboardExchange &clipboards, ConsoleSink &console);

    /// Reads a message after its type byte.
    std::expected<void, SessionError> read();

private:
    using Result = std::expected<void, SessionError>;
    Result readLatin1Text(std::uint32_t size);
    Result readExtendedMessage(std::uint32_t size);
    Result applyOutcome(const ClipboardExchange::Outcome &outcome);

    RfbStream &m_rfbStream;
    Outbox &m_outbox;
    ClipboardExchange &m_clipboardExchange;
    ConsoleSink &m_consoleSink;
    std::uint32_t m_lastTransferNumber = 0;
};
}
