// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/compressionpolicy.h"

#include "sessions/links/channel/compressionchooser.h"

#include <algorithm>

namespace Nightdesk
{
CompressionAdvice CompressionPolicy::advice(const CompressionFacts &facts, CompressionAdvice now)
{
    if (facts.payloadBytes.count < leastBytes || facts.wireBytes.count <= 0) {
        return CompressionAdvice::None;
    }
    const auto payloadBytes = static_cast<double>(facts.payloadBytes.count);
    const auto compressed = static_cast<double>(std::max<std::int64_t>(0, (facts.desktopPixelBytes - facts.uncompressedEncodingBytes).count));
    if (facts.isCompressed && facts.roundTrip && *facts.roundTrip >= compressesImagesFrom) {
        // On a path with such a long round trip, compression speeds up the first seconds of each desktop.
        return CompressionAdvice::Fits;
    }
    if (facts.isCompressed) {
        const bool isTwice = now == CompressionAdvice::Twice;
        const bool savesNothingNow = payloadBytes / static_cast<double>(facts.wireBytes.count) < (isTwice ? savesEnough : savesNothing);
        return savesNothingNow && compressed / payloadBytes >= (isTwice ? stillMost : most) ? CompressionAdvice::Twice : CompressionAdvice::Fits;
    }
    const bool isFar = !facts.roundTrip || *facts.roundTrip >= near;
    const double least = now == CompressionAdvice::WouldHelp ? stillMost : most;
    return isFar && (payloadBytes - compressed) / payloadBytes >= least ? CompressionAdvice::WouldHelp : CompressionAdvice::Fits;
}
}
