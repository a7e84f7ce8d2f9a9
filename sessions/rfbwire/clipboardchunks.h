// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <string_view>

namespace Nightdesk::RfbWire
{
/// Splits a text into records of at most maxChunk bytes, never inside a character. Text beyond maxClipboard is dropped.
std::vector<ClipboardChunk> clipboardChunks(std::uint32_t transfer, std::string_view utf8);
}
