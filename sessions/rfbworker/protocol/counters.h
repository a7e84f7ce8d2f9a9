// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace Nightdesk::Rfb
{
/// Statistics: the reader thread counts, the pump thread reports. Totals since the start first, present values after them.
struct Counters {
    std::atomic<std::uint64_t> updates = 0;
    std::atomic<std::uint64_t> rects = 0;
    std::atomic<std::uint64_t> pixels = 0;
    std::atomic<std::uint64_t> decodeMicroseconds = 0;
    std::atomic<std::uint32_t> lastEncoding = 0;
    std::atomic<std::uint64_t> requests = 0;
    struct PixelKindCounters {
        std::atomic<std::uint64_t> pixels = 0;
        std::atomic<std::uint64_t> bytes = 0;
        std::atomic<std::uint64_t> decodeMicroseconds = 0;
    };
    std::array<PixelKindCounters, RfbWire::pixelKinds> pixelKindCounters;
    /// How much the server would send if nothing limited the rate, as estimated now.
    std::atomic<std::uint64_t> bytesPerSecondServerWouldSend = 0;
    std::atomic<std::uint64_t> refiningBytesPerSecond = 0; ///< bytes per second that the requests for exact pixels need now; 0: none are due
    std::atomic<std::uint64_t> queueDelayMicroseconds = 0;
    std::atomic<RfbWire::RequestMode> requestMode = RfbWire::RequestMode::OneAtATime;
    std::atomic<std::uint8_t> jpegQuality = RfbWire::noJpeg;
};
}
