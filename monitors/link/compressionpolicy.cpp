// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/compressionpolicy.h"

#include "sessions/links/channel/compressionchooser.h"

#include <algorithm>

namespace Nightdesk
{
CompressionAdvice CompressionPolicy::advice(const CompressionFacts &facts, CompressionAdvice currentAdvice)
{
    if (facts.payloadBytes.count < minBytes || facts.wireBytes.count <= 0) {
        return CompressionAdvice::Undecided;
    }
    const auto payloadBytes = static_cast<double>(facts.payloadBytes.count);
    const auto compressed = static_cast<double>(std::max<std::int64_t>(0, (facts.desktopPixelBytes - facts.bytesInUncompressedEncodings).count));
    if (facts.isCompressed && facts.roundTrip && *facts.roundTrip >= imageCompressionMinRoundTrip) {
        // On a path with such a long round trip, compression speeds up the first seconds of each desktop.
        return CompressionAdvice::KeepSetting;
    }
    if (facts.isCompressed) {
        const bool advisesTurnOff = currentAdvice == CompressionAdvice::TurnOff;
        const bool savesNothingNow = payloadBytes / static_cast<double>(facts.wireBytes.count) < (advisesTurnOff ? clearlyUsefulRatio : minUsefulRatio);
        const bool isMostlyCompressed = compressed / payloadBytes >= (advisesTurnOff ? keepAdviceShare : beginAdviceShare);
        return savesNothingNow && isMostlyCompressed ? CompressionAdvice::TurnOff : CompressionAdvice::KeepSetting;
    }
    const bool isFar = !facts.roundTrip || *facts.roundTrip >= nearRoundTrip;
    const double least = currentAdvice == CompressionAdvice::TurnOn ? keepAdviceShare : beginAdviceShare;
    return isFar && (payloadBytes - compressed) / payloadBytes >= least ? CompressionAdvice::TurnOn : CompressionAdvice::KeepSetting;
}
}
