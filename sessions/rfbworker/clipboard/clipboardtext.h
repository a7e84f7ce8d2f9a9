// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Nightdesk::Rfb
{
/// RFB's cut text is Latin-1 (RFC 6143 §7.5.6), ours is UTF-8 everywhere. Pure.
std::string utf8FromLatin1(std::string_view latin1);
/// What Latin-1 has no sign for becomes '?', as does what is no UTF-8.
std::string latin1FromUtf8(std::string_view utf8);
/// Each of CR LF, CR and LF ends a line: as ours end, and as the extended clipboard wants them.
std::string withLf(std::string_view text);
std::string withCrLf(std::string_view text);

/// Cuts a text into records of at most maxChunk bytes, never inside a character. Beyond maxClipboard the rest is dropped.
std::vector<RfbWire::ClipboardChunk> clipboardChunks(std::uint32_t transfer, std::string_view utf8);

/// Puts the chunks of one text together again. Owned by ControlPump.
class ClipboardAssembler
{
public:
    enum class Verdict {
        More,
        Complete,
        Wrong ///< an offset or transfer that does not follow
    };
    Verdict add(const RfbWire::ClipboardChunk &chunk);
    /// After Complete; empty afterwards.
    std::string takeText();

private:
    std::optional<std::uint32_t> m_transfer;
    std::string m_text;
};
}
