// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Whether to ask for compression. "auto": on where X programs run over the link (2.7 -> 0.9 MB for a ds9 start), off where
/// it carries desktops only (their encodings compress already) or the round trip is below 5 ms. An unknown round trip, as of
/// every host behind a jump host, counts as a long one.
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip);
}
