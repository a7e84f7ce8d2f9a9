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
/// What is known of the clipboards at both ends, and what may pass between them: decides, sends nothing. A direction that is off
/// is off here: no text of the console is kept or told of, none of the server asked for or passed on. Both threads; a text goes
/// to a server that knows the extended clipboard only when that asks for it. Owned by Worker.
class ClipboardExchange
{
public:
    /// What follows from something that the server said.
    struct Outcome {
        Bytes answer; ///< for the server; may be empty
        std::optional<std::string> text; ///< for the console: UTF-8, lines end in LF
        std::optional<std::uint64_t> refused; ///< for the console: a text of so many bytes is too long; 0: there is one, and that way is off
        bool isBroken = false; ///< it breaks the protocol
    };

    // The pump:
    /// What the server has to hear of it; may be empty.
    [[nodiscard]] Bytes setDirections(bool toServer, bool fromServer);
    /// The console's text; empty: there is none any more. What tells the server of it.
    [[nodiscard]] Bytes offerText(std::string utf8);

    // The reader:
    Outcome heardLatin1(std::string_view latin1);
    /// @p payload: what stands behind a negative length.
    Outcome heardExtended(std::span<const std::uint8_t> payload);
    /// So much Latin-1 that it was not even kept.
    Outcome heardTooMuch(std::uint64_t bytes) const;
    bool isExtended() const; ///< the server knows the extended clipboard

private:
    Outcome pass(std::string text) const;
    Outcome receivePackedText(std::span<const std::uint8_t> packed);

    mutable std::mutex m_mutex;
    bool m_toServer = true;
    bool m_fromServer = true;
    std::uint32_t m_serverActions = 0; ///< of its extended clipboard; 0: it has shown none
    std::string m_text; ///< the console's, while the server may ask for it
    Bytes m_provide; ///< m_text packed, once it was asked for
    bool m_isReported = false; ///< the server was informed of m_text
    bool m_hasUnfetched = false; ///< the server has one that was not to be fetched when it said so
};
}
