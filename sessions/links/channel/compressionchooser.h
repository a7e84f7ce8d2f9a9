// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// From this round trip on, desktops are compressed too. While TCP opens its window, once per round trip, the first seconds carry a limited number of
/// bytes, and half of a low-quality JPEG image is tables and empty blocks: 11.2 kB of 640x480 become 6.1, 20.7 of 896x672 become 9.4 (JPEG 0, zlib 6,
/// 2026-11-27). At high quality, compression saves 15 %.
inline constexpr std::chrono::milliseconds compressesImagesFrom{400};

/// Whether to request compression. "auto": on if X programs run over the link (2.7 -> 0.9 MB for a ds9 start) and the round trip is at least 5 ms; an
/// unknown round trip, as for every host behind a jump host, is treated as long. If the link carries desktops only, whose encodings compress already:
/// on from compressesImagesFrom.
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip);
}
