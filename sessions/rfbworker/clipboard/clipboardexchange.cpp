// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/clipboard/clipboardexchange.h"

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/clipboard/clipboardtext.h"
#include "sessions/rfbworker/clipboard/extendedclipboard.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <utility>

namespace Nightdesk::Rfb
{
namespace Extended = ExtendedClipboard;

Bytes ClipboardExchange::setDirections(bool toServer, bool fromServer)
{
    const std::lock_guard lock(m_mutex);
    Bytes answer;
    m_toServer = toServer;
    if (!toServer) {
        m_text.clear();
        m_provide.clear();
        if (std::exchange(m_isReported, false)) {
            // Without this message, programs on the server wait for a text that never comes.
            answer = Extended::notify(false);
        }
    }
    if (!std::exchange(m_fromServer, fromServer) && fromServer && std::exchange(m_hasUnfetched, false)) {
        const Bytes request = Extended::request();
        answer.insert(answer.end(), request.begin(), request.end());
    }
    return answer;
}

Bytes ClipboardExchange::offerText(std::string utf8)
{
    const std::lock_guard lock(m_mutex);
    if (!m_toServer) {
        return {};
    }
    m_text = std::move(utf8);
    m_provide.clear();
    if (m_serverActions & (Extended::Notify | Extended::Request)) {
        m_isReported = !m_text.empty();
        return Extended::notify(m_isReported);
    }
    return ClientMessages::clientCutText(latin1FromUtf8(m_text));
}

ClipboardExchange::Outcome ClipboardExchange::pass(std::string text) const
{
    Outcome outcome;
    if (!m_fromServer) {
        outcome.refused = 0;
        return outcome;
    }
    text = withLf(text);
    if (text.size() > RfbWire::maxClipboard) {
        outcome.refused = text.size();
    } else {
        outcome.text = std::move(text);
    }
    return outcome;
}

ClipboardExchange::Outcome ClipboardExchange::heardLatin1(std::string_view latin1)
{
    const std::lock_guard lock(m_mutex);
    return pass(utf8FromLatin1(latin1));
}

ClipboardExchange::Outcome ClipboardExchange::heardTooMuch(std::uint64_t bytes) const
{
    const std::lock_guard lock(m_mutex);
    Outcome outcome;
    outcome.refused = m_fromServer ? bytes : 0;
    return outcome;
}

ClipboardExchange::Outcome ClipboardExchange::heardExtended(std::span<const std::uint8_t> payload)
{
    const std::lock_guard lock(m_mutex);
    Outcome outcome;
    const auto message = Extended::parse(payload);
    if (!message) {
        outcome.isBroken = true;
        return outcome;
    }
    switch (message->action) {
    case Extended::Caps:
        m_serverActions = message->actions;
        outcome.answer = Extended::caps();
        if (!m_text.empty() && !m_isReported) { // the server got this text as Latin-1, before its extended clipboard was known
            m_isReported = true;
            const Bytes told = Extended::notify(true);
            outcome.answer.insert(outcome.answer.end(), told.begin(), told.end());
        }
        break;
    case Extended::Notify:
        m_hasUnfetched = message->hasText && !m_fromServer;
        if (m_hasUnfetched) {
            outcome.refused = 0; // 0 tells the console that its text is no longer the newest on the server
        } else if (message->hasText) {
            outcome.answer = Extended::request();
        }
        break;
    case Extended::Peek:
        outcome.answer = Extended::notify(!m_text.empty());
        break;
    case Extended::Request:
        if (!message->hasText || m_text.empty()) {
            outcome.answer = Extended::notify(false);
            break;
        }
        if (m_provide.empty()) {
            m_provide = Extended::provide(m_text);
        }
        outcome.answer = m_provide;
        break;
    case Extended::Provide:
        if (message->hasText) {
            return receivePackedText(message->packed);
        }
        break;
    default: // actions of later versions of the specification: ignored
        break;
    }
    return outcome;
}

ClipboardExchange::Outcome ClipboardExchange::receivePackedText(std::span<const std::uint8_t> packed)
{
    Outcome outcome;
    if (!m_fromServer) {
        m_hasUnfetched = true;
        outcome.refused = 0;
        return outcome;
    }
    auto text = Extended::unpackText(packed);
    if (text) {
        return pass(std::move(*text));
    }
    if (text.error().size == 0) {
        outcome.isBroken = true;
    } else {
        outcome.refused = text.error().size;
    }
    return outcome;
}

bool ClipboardExchange::isExtended() const
{
    const std::lock_guard lock(m_mutex);
    return m_serverActions != 0;
}
}
