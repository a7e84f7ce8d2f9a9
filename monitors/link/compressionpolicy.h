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
    Bytes bytesInUncompressedEncodings; ///< the part of the desktops' bytes that arrived in uncompressed encodings, such as Raw
    std::optional<std::chrono::microseconds> roundTrip;
};

enum class CompressionAdvice {
    Undecided, ///< too little data to decide
    KeepSetting, ///< the current setting is right
    TurnOff, ///< ssh compresses data that is compressed already: this costs time and saves nothing
    TurnOn, ///< most of the received data is not compressed
};

/// Whether the compression setting of a connection suits the data that it carries. Pure.
namespace CompressionPolicy
{
inline constexpr std::int64_t minBytes = 64 * 1024; ///< minimum of bytes in 10 s for a decision
/// Ratio of bytes before ssh to bytes on the network, below which compression saves too little.
inline constexpr double minUsefulRatio = 1.15;
inline constexpr double clearlyUsefulRatio = 1.3; ///< from this ratio on, advice that compression saves nothing ends
inline constexpr double beginAdviceShare = 0.6; ///< advice to change the compression begins if this share of the received bytes favors it
inline constexpr double keepAdviceShare = 0.5; ///< such advice ends if less than this share of the received bytes favors it
/// With a shorter round trip, compression saves no noticeable time.
inline constexpr std::chrono::milliseconds nearRoundTrip{5};

/// @p currentAdvice: the advice given so far. It ends at other limits than those at which it begins, so that it does not change often.
CompressionAdvice advice(const CompressionFacts &facts, CompressionAdvice currentAdvice = CompressionAdvice::Undecided);
}
}
