// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"
#include "sessions/rfbwire/messages.h"

#include <QtTypes>

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How the pixels of a desktop came over some time: SLIM's table (Schmidt et al. 1999, figure 4). A value. DisplayHistory makes it.
struct EncodingShares {
    using Counts = std::array<RfbWire::KindStats, RfbWire::pixelKinds>;
    struct Share {
        double pixels = 0; ///< part of all pixels
        double bytes = 0; ///< part of the bytes of all rectangles
        std::optional<std::chrono::microseconds> decoding; ///< of a million pixels; empty: none came
        bool operator==(const Share &) const = default;
    };
    std::array<Share, RfbWire::pixelKinds> kinds; ///< by RfbWire::PixelKind; each sum is 1
    Bytes bytes; ///< of all rectangles
    Bytes uncompressed; ///< of them, raw pixels and Hextile: what compression by ssh can still shrink

    /// What came between two looks; empty: no pixels.
    static std::optional<EncodingShares> between(const Counts &before, const Counts &now);
    bool operator==(const EncodingShares &) const = default;
};
}
