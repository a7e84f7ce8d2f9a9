// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"

#include <optional>

namespace Nightdesk::Rfb
{
/// The contents of a SetEncodings message (RFC 6143 §7.5.2): which encodings and extensions the server may use. Value, pure. Owned by
/// EncodingOfferSender.
struct EncodingOffer {
    std::optional<int> jpegLevel = 8; ///< quality level 0 to 9; empty: exact pixels only
    std::optional<int> fineJpegQuality; ///< JPEG quality from 0 to 100 that replaces the level's, for servers that support it
    int compression = 2; ///< level 0 to 9. Above 2, Tight takes the server half as much time again and saves 2 % (docs/developer/design/pictures.md).
    bool offersFences = true; ///< offers fences, and continuous updates, which need fences
    bool offersScreenLayout = true; ///< offers ExtendedDesktopSize, which reports and changes the desktop's size and screens
    bool isColorMapped = false; ///< pixels are indexes of a color map, so JPEG is not offered
    bool operator==(const EncodingOffer &) const = default;

    /// The offer that a quality starts with.
    static EncodingOffer forQuality(RfbWire::Quality quality, bool colorMapped);
    Bytes message() const;
};
}
