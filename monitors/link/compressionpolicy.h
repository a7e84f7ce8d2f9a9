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
    bool isCompressed = false; ///< by ssh
    Bytes before; ///< received, before ssh
    Bytes wire; ///< received, on the network
    Bytes desktops; ///< the part of before that is pixels of desktops
    Bytes uncompressed; ///< the part of desktops in uncompressed encodings, such as Raw
    std::optional<std::chrono::microseconds> roundTrip;
};

enum class CompressionAdvice {
    None, ///< too little data to decide
    Fits, ///< the current setting is right
    Twice, ///< ssh compresses data that is compressed already: this costs time and saves nothing
    WouldHelp, ///< most of the received data is not compressed
};

/// Whether a connection's compression fits what it carries. Pure.
namespace CompressionPolicy
{
inline constexpr std::int64_t leastBytes = 64 * 1024; ///< bytes in 10 s
inline constexpr double savesNothing = 1.15; ///< ratio of bytes before ssh to bytes on the wire
inline constexpr double most = 0.6; ///< share of the received bytes
/// With a shorter round trip, compression saves no noticeable time.
inline constexpr std::chrono::milliseconds near{5};

CompressionAdvice advice(const CompressionFacts &facts);
}
}
