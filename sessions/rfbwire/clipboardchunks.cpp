// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/clipboardchunks.h"

#include "sessions/base/utf8.h"

#include <utility>

namespace Nightdesk::RfbWire
{
std::vector<ClipboardChunk> clipboardChunks(std::uint32_t transfer, std::string_view utf8)
{
    utf8 = utf8.substr(0, utf8PrefixLength(utf8, maxClipboard));
    std::vector<ClipboardChunk> chunks;
    std::size_t offset = 0;
    do {
        const std::size_t size = utf8PrefixLength(utf8.substr(offset), maxChunk);
        ClipboardChunk chunk{transfer, static_cast<std::uint32_t>(offset), false, std::string(utf8.substr(offset, size))};
        offset += size;
        chunk.last = offset == utf8.size();
        chunks.push_back(std::move(chunk));
    } while (offset < utf8.size());
    return chunks;
}
}
