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
/// The encodings in which a desktop's pixels arrived, as in the SLIM table (Schmidt et al. 1999, figure 4). A value.
/// DisplayHistory makes it.
struct EncodingShares {
    using Counts = std::array<RfbWire::PixelKindStats, RfbWire::pixelKinds>;
    struct Share {
        double pixels = 0; ///< share of all pixels, 0 to 1
        double bytes = 0; ///< share of the bytes of all rectangles, 0 to 1
        /// Decoding time per million pixels of this encoding; empty: no such pixels arrived.
        std::optional<std::chrono::microseconds> decodingPerMegapixel;
        bool operator==(const Share &) const = default;
    };
    /// One entry for each RfbWire::PixelKind; the pixel shares and the byte shares each add up to 1.
    std::array<Share, RfbWire::pixelKinds> sharesByKind;
    Bytes bytes; ///< bytes of all rectangles, in all encodings together
    Bytes bytesInUncompressedEncodings; ///< bytes of the rectangles in Raw and Hextile, which compression by ssh can still shrink

    /// What arrived between two readings of the counters; empty: no pixels.
    static std::optional<EncodingShares> between(const Counts &before, const Counts &now);
    bool operator==(const EncodingShares &) const = default;
};
}
