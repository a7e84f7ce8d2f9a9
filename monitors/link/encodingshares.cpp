// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/encodingshares.h"

namespace Nightdesk
{
std::optional<EncodingShares> EncodingShares::between(const Counts &before, const Counts &now)
{
    double pixels = 0;
    double bytes = 0;
    for (std::size_t kind = 0; kind < now.size(); ++kind) {
        pixels += static_cast<double>(now[kind].pixels - before[kind].pixels);
        bytes += static_cast<double>(now[kind].bytes - before[kind].bytes);
    }
    if (pixels <= 0 || bytes <= 0) {
        return {};
    }
    EncodingShares shares;
    shares.bytes.count = static_cast<std::int64_t>(bytes);
    for (std::size_t kind = 0; kind < now.size(); ++kind) {
        const auto ownPixels = static_cast<double>(now[kind].pixels - before[kind].pixels);
        const std::uint64_t ownBytes = now[kind].bytes - before[kind].bytes;
        Share &share = shares.sharesByKind[kind];
        share.pixels = ownPixels / pixels;
        share.bytes = static_cast<double>(ownBytes) / bytes;
        if (ownPixels > 0) {
            const auto took = static_cast<double>(now[kind].decodeMicroseconds - before[kind].decodeMicroseconds);
            share.decodingPerMegapixel = std::chrono::microseconds(static_cast<std::int64_t>(took * 1e6 / ownPixels));
        }
        const auto which = static_cast<RfbWire::PixelKind>(kind);
        if (which == RfbWire::PixelKind::Raw || which == RfbWire::PixelKind::Other) {
            shares.bytesInUncompressedEncodings.count += static_cast<std::int64_t>(ownBytes);
        }
    }
    return shares;
}
}
