// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace Nightdesk
{
/// The rate limit for one direction of a simulated network. All connections of the network share the rate. Owned by NetworkSimulator. Pure.
class SharedRateLimit
{
public:
    using Clock = std::chrono::steady_clock;

    explicit SharedRateLimit(double bytesPerSecond = 0); ///< 0: no limit
    double bytesPerSecond() const;
    /// Adds @p size bytes, which arrive at @p now, to the bytes to be sent. Returns the time at which the last of them has been sent.
    Clock::time_point reserveTransmission(Clock::time_point now, std::size_t size);

private:
    double m_bytesPerSecond;
    Clock::time_point m_lastTransmissionEndsAt{};
};

/// Bytes on their way in one direction of one connection: each comes out a fixed time after it went in, in order. Pure. Owned by NetworkSimulator.
class DelayQueue
{
public:
    using Clock = SharedRateLimit::Clock;

    explicit DelayQueue(std::chrono::microseconds delay);

    /// @p wireSize: the size of @p bytes on the network, for example compressed.
    void push(std::span<const std::uint8_t> bytes, std::size_t wireSize, Clock::time_point now, SharedRateLimit &rate);
    void pushEnd(Clock::time_point now); ///< the end of the stream, which is delayed like bytes
    std::size_t size() const; ///< number of bytes on their way
    std::size_t wireSize() const; ///< the same bytes' size on the network, for example compressed

    std::span<const std::uint8_t> due(Clock::time_point now) const; ///< a part of the due bytes; more may follow it
    void pop(std::size_t count); ///< removes @p count due bytes
    bool isEndDue(Clock::time_point now) const; ///< the end of the stream is due and all bytes have come out
    std::optional<Clock::time_point> nextDueAt() const;

private:
    struct Piece {
        Clock::time_point dueAt;
        std::size_t wireSize = 0;
        std::vector<std::uint8_t> bytes;
    };
    Clock::duration m_delay;
    std::deque<Piece> m_pieces;
    std::size_t m_poppedBytes = 0; ///< bytes of the first piece that were removed
    std::size_t m_queuedBytes = 0;
    std::size_t m_queuedWireSize = 0;
    std::optional<Clock::time_point> m_streamEndDueAt;
};
}
