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
/// The encodings in which a desktop's pixels arrived: SLIM's table (Schmidt et al. 1999, figure 4). A value. DisplayHistory makes it.
struct EncodingShares {
    using Counts = std::array<RfbWire::KindStats, RfbWire::pixelKinds>;
    struct Share {
        double pixels = 0; ///< part of all pixels
        double bytes = 0; ///< part of the bytes of all rectangles
        std::optional<std::chrono::microseconds> decoding; ///< per million pixels; empty: none arrived
        bool operator==(const Share &) const = default;
    };
    std::array<Share, RfbWire::pixelKinds> kinds; ///< by RfbWire::PixelKind; the pixels and the bytes add up to 1 each
    Bytes bytes; ///< of all rectangles
    Bytes uncompressed; ///< the part in Raw and Hextile, which compression by ssh can still shrink

    /// What arrived between two readings of the counters; empty: no pixels.
    static std::optional<EncodingShares> between(const Counts &before, const Counts &now);
    bool operator==(const EncodingShares &) const = default;
};
}
