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
/// One direction of a line with a rate, which all that travels on it shares. Owned by DelayLine. Pure.
class LineRate
{
public:
    using Clock = std::chrono::steady_clock;

    explicit LineRate(double bytesPerSecond = 0); ///< 0: no limit
    double bytesPerSecond() const;
    /// When the last of @p size bytes has gone out that are there since @p now; they wait for those before them.
    Clock::time_point pass(Clock::time_point now, std::size_t size);

private:
    double m_bytesPerSecond;
    Clock::time_point m_free{};
};

/// Bytes under way in one direction of one connection: each comes out a fixed time after it went in, none before another. Pure. Owned by DelayLine.
class DelayQueue
{
public:
    using Clock = LineRate::Clock;

    explicit DelayQueue(std::chrono::microseconds delay);

    void push(std::span<const std::uint8_t> bytes, Clock::time_point now, LineRate &rate);
    /// @p wireSize: how many bytes of the line they take.
    void push(std::span<const std::uint8_t> bytes, std::size_t wireSize, Clock::time_point now, LineRate &rate);
    void pushEnd(Clock::time_point now); ///< nothing follows; the end travels as long as bytes do
    std::size_t size() const; ///< bytes that have not come out
    std::size_t wireSize() const; ///< what they take of the line

    std::span<const std::uint8_t> due(Clock::time_point now) const; ///< of the front; there may be more behind it
    void pop(std::size_t count); ///< of what is due
    bool isEndDue(Clock::time_point now) const; ///< and nothing is before it
    std::optional<Clock::time_point> nextDue() const;

private:
    struct Piece {
        Clock::time_point due;
        std::size_t wireSize = 0;
        std::vector<std::uint8_t> bytes;
    };
    Clock::duration m_delay;
    std::deque<Piece> m_pieces;
    std::size_t m_popped = 0; ///< of the first piece
    std::size_t m_size = 0;
    std::size_t m_wireSize = 0;
    std::optional<Clock::time_point> m_end;
};
}
