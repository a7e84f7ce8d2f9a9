// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/clipboard/cuttextreader.h"

#include "sessions/rfbwire/clipboardchunks.h"
#include "sessions/rfbworker/clipboard/extendedclipboard.h"

#include <algorithm>
#include <array>

namespace Nightdesk::Rfb
{
namespace
{
// A text that is too long for the console is read and dropped, so that a large selection does not end the session. A text beyond this limit is not
// a selection: the session ends.
constexpr std::uint32_t maxCutText = 64 * 1024 * 1024;
}

CutTextReader::CutTextReader(RfbStream &stream, Outbox &outbox, ClipboardExchange &clipboards, ConsoleSink &console)
    : m_rfbStream(stream)
    , m_outbox(outbox)
    , m_clipboardExchange(clipboards)
    , m_consoleSink(console)
{
}

std::expected<void, SessionError> CutTextReader::read()
{
    std::array<std::uint8_t, 7> head;
    if (!m_rfbStream.read(head.data(), head.size())) {
        return streamEndedError();
    }
    const std::uint32_t length = read32(head.data() + 3);
    const bool isExtended = length >= 0x80000000U; // a negative length marks an extended clipboard message
    const std::uint32_t size = isExtended ? 0U - length : length;
    if (size > maxCutText) {
        return invalidDataError("cut text without end");
    }
    return isExtended ? readExtendedMessage(size) : readLatin1Text(size);
}

std::expected<void, SessionError> CutTextReader::readLatin1Text(std::uint32_t size)
{
    if (size > RfbWire::maxClipboard) {
        return m_rfbStream.skip(size) ? applyOutcome(m_clipboardExchange.receiveTooLongText(size)) : streamEndedError();
    }
    Bytes latin1;
    if (!m_rfbStream.read(latin1, size)) {
        return streamEndedError();
    }
    return applyOutcome(m_clipboardExchange.receiveLatin1Text({reinterpret_cast<const char *>(latin1.data()), latin1.size()}));
}

std::expected<void, SessionError> CutTextReader::readExtendedMessage(std::uint32_t size)
{
    if (size < 4) {
        return invalidDataError("a clipboard message without its flags");
    }
    const auto kept = std::min<std::size_t>(size, ExtendedClipboard::maxPacked);
    Bytes payload;
    if (!m_rfbStream.read(payload, kept) || !m_rfbStream.skip(size - kept)) {
        return streamEndedError();
    }
    return applyOutcome(m_clipboardExchange.receiveExtendedMessage(payload));
}

std::expected<void, SessionError> CutTextReader::applyOutcome(const ClipboardExchange::Outcome &outcome)
{
    if (outcome.breaksProtocol) {
        return invalidDataError("a clipboard message that makes no sense");
    }
    if (!outcome.answer.empty()) {
        if (m_outbox.isFull()) {
            // The answers fill the outbox: the server keeps sending clipboard requests, but reads none of the answers.
            return invalidDataError("clipboard messages without end");
        }
        m_outbox.push(outcome.answer);
    }
    if (outcome.refusedTextSize) {
        m_consoleSink.send(RfbWire::ClipboardRefused{*outcome.refusedTextSize});
    }
    if (outcome.text) {
        for (const RfbWire::ClipboardChunk &chunk : RfbWire::clipboardChunks(++m_lastTransferNumber, *outcome.text)) {
            m_consoleSink.send(chunk);
        }
    }
    return {};
}
}
