// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/imagecompression.h"
#include "sessions/profiles/profile.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Whether to request compression. "auto": on if X programs run over the link (2.7 -> 0.9 MB for a ds9 start) and the round trip is at least 5 ms; an
/// unknown round trip, as for every host behind a jump host, is treated as long. If the link carries desktops only, whose encodings compress already:
/// on from compressesImagesFrom.
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip);
}
