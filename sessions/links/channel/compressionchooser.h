// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/imagecompression.h"
#include "sessions/profiles/profile.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Whether to request compression. With "auto", a link that carries X programs is compressed if its round trip is at least 5 ms (the start of ds9
/// then takes 0.9 MB instead of 2.7 MB); an unknown round trip, as for every host behind a jump host, counts as long. A link that carries only
/// desktops, whose encodings compress already, is compressed from imageCompressionMinRoundTrip on.
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip);
}
