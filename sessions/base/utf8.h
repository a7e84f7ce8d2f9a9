// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace Nightdesk
{
inline bool isUtf8Continuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// The length of the longest prefix of @p text with at most @p most bytes that does not end inside a character.
inline std::size_t utf8PrefixLength(std::string_view text, std::size_t most)
{
    if (text.size() <= most) {
        return text.size();
    }
    std::size_t end = most;
    // A UTF-8 character has at most four bytes; a longer run of continuation bytes is not valid UTF-8 and may be cut anywhere.
    for (int i = 0; i < 4 && end > 0 && isUtf8Continuation(text[end]); ++i) {
        --end;
    }
    return end > 0 && !isUtf8Continuation(text[end]) ? end : most;
}
}
