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
    Bytes desktops; ///< of before: pixels of desktops
    Bytes uncompressed; ///< of desktops: raw pixels and the like
    std::optional<std::chrono::microseconds> roundTrip;
};

enum class CompressionAdvice {
    None, ///< too little came to tell
    Fits, ///< as it is it is right
    Twice, ///< ssh compresses what is compressed already: it costs time and saves nothing
    WouldHelp, ///< most of what comes is not compressed at all
};

/// Whether a connection's compression fits what it carries. Pure.
namespace CompressionPolicy
{
inline constexpr std::int64_t leastBytes = 64 * 1024; ///< in 10 s
inline constexpr double savesNothing = 1.15; ///< bytes before over bytes on the wire
inline constexpr double most = 0.6; ///< of what comes
/// Nearer than this it saves no time that anybody feels.
inline constexpr std::chrono::milliseconds near{5};

CompressionAdvice advice(const CompressionFacts &facts);
}
}
