// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/bytes.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace Nightdesk::Rfb
{
/// Decides what may pass between the console's and the server's clipboard; sends nothing. If a direction is off, the console's text is neither
/// stored nor announced, or the server's text neither requested nor forwarded. A server with the extended clipboard gets a text only when it
/// requests one. Both threads. Owned by Worker.
class ClipboardExchange
{
public:
    /// The reaction to a clipboard message of the server.
    struct Outcome {
        Bytes answer; ///< message for the server; may be empty
        std::optional<std::string> text; ///< text for the console: UTF-8, lines end in LF
        /// Size in bytes of a text that is too long for the console, or 0 if the server has a text but texts from the server are switched off.
        /// Empty: no text was refused.
        std::optional<std::uint64_t> refusedTextSize;
        bool breaksProtocol = false; ///< the server's message breaks the protocol
    };

    // The next two functions are called by the pump thread.
    /// Returns the message for the server; may be empty.
    [[nodiscard]] Bytes setDirections(bool toServer, bool fromServer);
    /// Takes the console's text @p utf8; empty: the clipboard was cleared. Returns the message that announces the text
    /// to the server.
    [[nodiscard]] Bytes offerText(std::string utf8);

    // The next four functions are called by the reader thread.
    Outcome receiveLatin1Text(std::string_view latin1);
    /// Handles a message of the extended clipboard, which is a ServerCutText with a negative length. @p payload: the bytes after the length.
    Outcome receiveExtendedMessage(std::span<const std::uint8_t> payload);
    /// Handles a Latin-1 text of @p bytes, which was too long to be stored.
    Outcome receiveTooLongText(std::uint64_t bytes) const;
    bool isExtended() const; ///< the server supports the extended clipboard

private:
    Outcome forwardText(std::string text) const;
    Outcome receivePackedText(std::span<const std::uint8_t> packed);

    mutable std::mutex m_mutex;
    bool m_isTextToServerAllowed = true;
    bool m_isTextFromServerAllowed = true;
    /// ExtendedClipboard::MessageFlags of the actions that the server supports; 0: it announced no extended clipboard.
    std::uint32_t m_serverActionFlags = 0;
    std::string m_consoleText; ///< the console's text, which the server may request; empty: none, or texts to the server are switched off
    Bytes m_provideMessage; ///< the Provide message with m_consoleText compressed; empty until the server's first request for it
    bool m_isConsoleTextAnnounced = false; ///< m_consoleText was announced to the server
    bool m_isServerTextNotRequested = false; ///< the server announced a text that was not requested, as texts from the server were switched off
};
}
