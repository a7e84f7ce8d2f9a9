// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/clipboard/clipboardtext.h"

#include "sessions/base/utf8.h"

#include <utility>

namespace Nightdesk::Rfb
{
std::string utf8FromLatin1(std::string_view latin1)
{
    std::string utf8;
    utf8.reserve(latin1.size());
    for (const char c : latin1) {
        const auto u = static_cast<unsigned char>(c);
        if (u < 0x80) {
            utf8.push_back(c);
        } else {
            utf8.push_back(static_cast<char>(0xc0 | u >> 6));
            utf8.push_back(static_cast<char>(0x80 | (u & 0x3f)));
        }
    }
    return utf8;
}

std::string latin1FromUtf8(std::string_view utf8)
{
    std::string latin1;
    latin1.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i++]);
        if (lead < 0x80) {
            latin1.push_back(static_cast<char>(lead));
            continue;
        }
        std::size_t following = 0;
        while (following < 3 && i < utf8.size() && isUtf8Continuation(utf8[i])) {
            ++following;
            ++i;
        }
        if (following == 1 && (lead == 0xc2 || lead == 0xc3)) {
            latin1.push_back(static_cast<char>((lead & 0x03) << 6 | (static_cast<unsigned char>(utf8[i - 1]) & 0x3f)));
        } else {
            latin1.push_back('?');
        }
    }
    return latin1;
}

namespace
{
std::string withLineEnds(std::string_view text, std::string_view end)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' || text[i] == '\n') {
            result += end;
            i += text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n' ? 1 : 0;
        } else {
            result += text[i];
        }
    }
    return result;
}
}

std::string withLf(std::string_view text)
{
    return withLineEnds(text, "\n");
}

std::string withCrLf(std::string_view text)
{
    return withLineEnds(text, "\r\n");
}

ClipboardAssembler::ChunkResult ClipboardAssembler::add(const RfbWire::ClipboardChunk &chunk)
{
    // A new transfer may begin before the previous one has ended: only the newest text matters.
    if (m_transferNumber != chunk.transferNumber) {
        m_transferNumber = chunk.transferNumber;
        m_assembledText.clear();
    }
    if (chunk.offset != m_assembledText.size() || m_assembledText.size() + chunk.text.size() > RfbWire::maxClipboard) {
        return ChunkResult::Invalid;
    }
    m_assembledText += chunk.text;
    if (!chunk.last) {
        return ChunkResult::Incomplete;
    }
    m_transferNumber.reset();
    return ChunkResult::Complete;
}

std::string ClipboardAssembler::takeText()
{
    return std::exchange(m_assembledText, {});
}
}
