// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// What a connection carried in the last 10 s.
struct CompressionFacts {
    bool isCompressed = false; ///< true: ssh compresses the connection
    Bytes payloadBytes; ///< received bytes before compression by ssh
    Bytes wireBytes; ///< received bytes on the network
    Bytes desktopPixelBytes; ///< received bytes that are pixels of desktops, before compression by ssh
    Bytes uncompressedEncodingBytes; ///< the part of the desktops' bytes that arrived in uncompressed encodings, such as Raw
    std::optional<std::chrono::microseconds> roundTrip;
};

enum class CompressionAdvice {
    None, ///< too little data to decide
    Fits, ///< the current setting is right
    Twice, ///< ssh compresses data that is compressed already: this costs time and saves nothing
    WouldHelp, ///< most of the received data is not compressed
};

/// Whether the compression setting of a connection suits the data that it carries. Pure.
namespace CompressionPolicy
{
inline constexpr std::int64_t leastBytes = 64 * 1024; ///< minimum of bytes in 10 s for a decision
/// Ratio of bytes before ssh to bytes on the network, below which compression saves too little.
inline constexpr double savesNothing = 1.15;
inline constexpr double savesEnough = 1.3; ///< from this ratio on, advice that compression saves nothing ends
inline constexpr double most = 0.6; ///< share of the received bytes that counts as most of them
inline constexpr double stillMost = 0.5; ///< below this share of the received bytes, advice ends
/// With a shorter round trip, compression saves no noticeable time.
inline constexpr std::chrono::milliseconds near{5};

/// @p now: the current advice, which ends at other limits than it begins, so that it does not flicker.
CompressionAdvice advice(const CompressionFacts &facts, CompressionAdvice now = CompressionAdvice::None);
}
}
