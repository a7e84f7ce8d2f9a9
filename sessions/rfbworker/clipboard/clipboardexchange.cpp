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

namespace
{
ClipboardExchange::Outcome refusal(std::uint64_t textSize)
{
    ClipboardExchange::Outcome outcome;
    outcome.refusedTextSize = textSize;
    return outcome;
}
}

Bytes ClipboardExchange::setDirections(bool toServer, bool fromServer)
{
    const std::lock_guard lock(m_mutex);
    Bytes answer;
    m_isTextToServerAllowed = toServer;
    if (!toServer) {
        m_consoleText.clear();
        m_provideMessage.clear();
        if (std::exchange(m_isConsoleTextAnnounced, false)) {
            // Without this message, programs on the server wait for a text that never comes.
            answer = Extended::notifyMessage(false);
        }
    }
    if (!std::exchange(m_isTextFromServerAllowed, fromServer) && fromServer && std::exchange(m_isServerTextNotRequested, false)) {
        const Bytes request = Extended::requestMessage();
        answer.insert(answer.end(), request.begin(), request.end());
    }
    return answer;
}

Bytes ClipboardExchange::offerText(std::string utf8)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isTextToServerAllowed) {
        return {};
    }
    m_consoleText = std::move(utf8);
    m_provideMessage.clear();
    if (m_serverActionFlags & (Extended::Notify | Extended::Request)) {
        m_isConsoleTextAnnounced = !m_consoleText.empty();
        return Extended::notifyMessage(m_isConsoleTextAnnounced);
    }
    return ClientMessages::clientCutText(latin1FromUtf8(m_consoleText));
}

ClipboardExchange::Outcome ClipboardExchange::forwardText(std::string text) const
{
    if (!m_isTextFromServerAllowed) {
        return refusal(0);
    }
    text = withLf(text);
    if (text.size() > RfbWire::maxClipboard) {
        return refusal(text.size());
    }
    Outcome outcome;
    outcome.text = std::move(text);
    return outcome;
}

ClipboardExchange::Outcome ClipboardExchange::receiveLatin1Text(std::string_view latin1)
{
    const std::lock_guard lock(m_mutex);
    return forwardText(utf8FromLatin1(latin1));
}

ClipboardExchange::Outcome ClipboardExchange::receiveTooLongText(std::uint64_t bytes) const
{
    const std::lock_guard lock(m_mutex);
    return refusal(m_isTextFromServerAllowed ? bytes : 0);
}

ClipboardExchange::Outcome ClipboardExchange::receiveExtendedMessage(std::span<const std::uint8_t> payload)
{
    const std::lock_guard lock(m_mutex);
    Outcome outcome;
    const auto message = Extended::parse(payload);
    if (!message) {
        outcome.breaksProtocol = true;
        return outcome;
    }
    switch (message->action) {
    case Extended::Caps:
        m_serverActionFlags = message->supportedActions;
        outcome.answer = Extended::capsMessage();
        if (!m_consoleText.empty() && !m_isConsoleTextAnnounced) { // the server got this text as Latin-1, before its extended clipboard was known
            m_isConsoleTextAnnounced = true;
            const Bytes told = Extended::notifyMessage(true);
            outcome.answer.insert(outcome.answer.end(), told.begin(), told.end());
        }
        break;
    case Extended::Notify:
        m_isServerTextNotRequested = message->hasText && !m_isTextFromServerAllowed;
        if (m_isServerTextNotRequested) {
            outcome.refusedTextSize = 0; // the console must know that the server's clipboard now has another text than the console's
        } else if (message->hasText) {
            outcome.answer = Extended::requestMessage();
        }
        break;
    case Extended::Peek:
        outcome.answer = Extended::notifyMessage(!m_consoleText.empty());
        break;
    case Extended::Request:
        if (!message->hasText || m_consoleText.empty()) {
            outcome.answer = Extended::notifyMessage(false);
            break;
        }
        if (m_provideMessage.empty()) {
            m_provideMessage = Extended::provideMessage(m_consoleText);
        }
        outcome.answer = m_provideMessage;
        break;
    case Extended::Provide:
        if (message->hasText) {
            return receivePackedText(message->packedText);
        }
        break;
    default: // actions of later versions of the specification: ignored
        break;
    }
    return outcome;
}

ClipboardExchange::Outcome ClipboardExchange::receivePackedText(std::span<const std::uint8_t> packed)
{
    if (!m_isTextFromServerAllowed) {
        m_isServerTextNotRequested = true;
        return refusal(0);
    }
    auto text = Extended::unpackText(packed);
    if (text) {
        return forwardText(std::move(*text));
    }
    if (text.error().announcedSize != 0) {
        return refusal(text.error().announcedSize);
    }
    Outcome outcome;
    outcome.breaksProtocol = true;
    return outcome;
}

bool ClipboardExchange::isExtended() const
{
    const std::lock_guard lock(m_mutex);
    return m_serverActionFlags != 0;
}
}
