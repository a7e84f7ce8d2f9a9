// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"

#include <optional>

namespace Nightdesk::Rfb
{
/// What SetEncodings tells a server (RFC 6143 §7.5.2): how it may encode and what it may use. Value, pure. Owned by OfferSender.
struct EncodingOffer {
    std::optional<int> jpeg = 8; ///< quality level 0 to 9; empty: exact pixels only
    std::optional<int> fine; ///< JPEG quality of 100 in place of the level's, for servers that know it
    int compression = 2; ///< level 0 to 9. Above 2 Tight costs the server half as much time again for 2 % (docs/developer/design/pictures.md).
    bool fences = true; ///< and continuous updates, which need them
    bool colourMapped = false; ///< pixels are indexes: no JPEG
    bool operator==(const EncodingOffer &) const = default;

    /// What a quality stands for at its beginning.
    static EncodingOffer of(RfbWire::Quality quality, bool colourMapped);
    Bytes message() const;
};
}
