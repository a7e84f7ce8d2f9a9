// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// From this round trip on, ssh compresses desktops too (`compression = "auto"`), and the worker opens with smaller images. While TCP opens its window, once
/// per round trip, the first seconds carry a limited number of bytes, and half of a low-quality JPEG image is tables and empty blocks: 11.2 kB of 640x480
/// become 6.1, 20.7 of 896x672 become 9.4 (JPEG 0, zlib 6, 2026-11-27). At high quality, compression saves 15 %.
inline constexpr std::chrono::milliseconds compressesImagesFrom{400};
}
