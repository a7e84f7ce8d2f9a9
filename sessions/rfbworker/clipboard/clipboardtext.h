// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <optional>
#include <string>
#include <string_view>

namespace Nightdesk::Rfb
{
/// RFB's cut text is Latin-1 (RFC 6143 §7.5.6), Nightdesk's own text is always UTF-8. Pure.
std::string utf8FromLatin1(std::string_view latin1);
/// Converts UTF-8 to Latin-1. Characters outside Latin-1 and invalid UTF-8 become '?'.
std::string latin1FromUtf8(std::string_view utf8);
/// Converts line ends (CR LF, CR or LF): withLf() for the console, withCrLf() for the extended clipboard.
std::string withLf(std::string_view text);
std::string withCrLf(std::string_view text);

/// Reassembles the chunks of one text. Owned by ControlPump.
class ClipboardAssembler
{
public:
    enum class ChunkResult {
        Incomplete,
        Complete,
        Invalid ///< the offset does not continue the transfer, or the text is too long
    };
    ChunkResult add(const RfbWire::ClipboardChunk &chunk);
    /// Returns the text. Call after Complete; empty after this call.
    std::string takeText();

private:
    std::optional<std::uint32_t> m_transferNumber;
    std::string m_assembledText;
};
}
