// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/encodingoffer.h"

#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <vector>

namespace Nightdesk::Rfb
{
EncodingOffer EncodingOffer::forQuality(RfbWire::Quality quality, bool colorMapped)
{
    EncodingOffer offer;
    switch (quality) {
    case RfbWire::Quality::Lossless:
        offer.jpegLevel.reset();
        break;
    case RfbWire::Quality::High:
        break;
    case RfbWire::Quality::Auto: // a medium level until the capacity of the path has been measured
        offer.jpegLevel = 6;
        break;
    case RfbWire::Quality::Balanced:
        offer.jpegLevel = 6;
        break;
    case RfbWire::Quality::Low:
        offer.jpegLevel = 3;
        break;
    }
    offer.isColorMapped = colorMapped;
    return offer;
}

Bytes EncodingOffer::message() const
{
    // The encodings that the decoder supports, best first.
    std::vector<std::int32_t> encodings{EncodingTight,
                                        EncodingZrle,
                                        EncodingZlib,
                                        EncodingHextile,
                                        EncodingCopyRect,
                                        EncodingRaw,
                                        EncodingRichCursor,
                                        EncodingXCursor,
                                        EncodingPointerPos,
                                        EncodingDesktopSize,
                                        EncodingLastRect,
                                        EncodingDesktopName,
                                        EncodingQemuKeys,
                                        EncodingLedState,
                                        EncodingVmwareLedState,
                                        EncodingExtendedButtons,
                                        EncodingExtendedClipboard};
    if (offersScreenLayout) {
        encodings.push_back(EncodingExtendedDesktopSize);
    }
    if (offersFences) {
        encodings.push_back(EncodingFence);
        encodings.push_back(EncodingContinuousUpdates);
    }
    encodings.push_back(EncodingCompressLevel0 + compression);
    // A quality level among the encodings allows the server to use JPEG; without one it sends no JPEG.
    if (jpegLevel && !isColorMapped) {
        encodings.push_back(EncodingQualityLevel0 + *jpegLevel);
        if (fineJpegQuality) {
            encodings.push_back(EncodingFineQuality0 + *fineJpegQuality); // after the level: libvncserver uses the last one
        }
    }
    Bytes m = bytesOf(U8{2}, U8{0}, U16{static_cast<std::uint32_t>(encodings.size())});
    for (const std::int32_t encoding : encodings) {
        append32(m, static_cast<std::uint32_t>(encoding));
    }
    return m;
}
}
