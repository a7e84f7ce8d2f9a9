// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/delayqueue.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// With a rate, bytes are sent in pieces of this size, so that connections share it as packets do.
constexpr std::size_t packet = 1448;
}

SharedRateLimit::SharedRateLimit(double bytesPerSecond)
    : m_bytesPerSecond(bytesPerSecond)
{
}

double SharedRateLimit::bytesPerSecond() const
{
    return m_bytesPerSecond;
}

SharedRateLimit::Clock::time_point SharedRateLimit::reserveTransmission(Clock::time_point now, std::size_t size)
{
    if (m_bytesPerSecond <= 0) {
        return now;
    }
    const auto takes = std::chrono::nanoseconds(std::llround(static_cast<double>(size) / m_bytesPerSecond * 1e9));
    m_lastTransmissionEndsAt = std::max(m_lastTransmissionEndsAt, now) + takes;
    return m_lastTransmissionEndsAt;
}

DelayQueue::DelayQueue(std::chrono::microseconds delay)
    : m_delay(delay)
{
}

void DelayQueue::push(std::span<const std::uint8_t> bytes, std::size_t wireSize, Clock::time_point now, SharedRateLimit &rate)
{
    m_queuedBytes += bytes.size();
    m_queuedWireSize += wireSize;
    while (!bytes.empty()) {
        // All bytes of one packet arrive together, however large they were before compression.
        const bool isLast = rate.bytesPerSecond() <= 0 || wireSize <= packet || bytes.size() == 1;
        const std::size_t wire = isLast ? wireSize : packet;
        const auto piece = bytes.first(isLast ? bytes.size() : std::max<std::size_t>(bytes.size() * wire / wireSize, 1));
        m_pieces.push_back({.dueAt = rate.reserveTransmission(now, wire) + m_delay, .wireSize = wire, .bytes = {piece.begin(), piece.end()}});
        bytes = bytes.subspan(piece.size());
        wireSize -= wire;
    }
}

void DelayQueue::pushEnd(Clock::time_point now)
{
    m_streamEndDueAt = now + m_delay;
}

std::size_t DelayQueue::size() const
{
    return m_queuedBytes;
}

std::size_t DelayQueue::wireSize() const
{
    return m_queuedWireSize;
}

std::span<const std::uint8_t> DelayQueue::due(Clock::time_point now) const
{
    if (m_pieces.empty() || m_pieces.front().dueAt > now) {
        return {};
    }
    return std::span(m_pieces.front().bytes).subspan(m_poppedBytes);
}

void DelayQueue::pop(std::size_t count)
{
    m_queuedBytes -= count;
    m_poppedBytes += count;
    if (m_poppedBytes == m_pieces.front().bytes.size()) {
        m_queuedWireSize -= m_pieces.front().wireSize;
        m_pieces.pop_front();
        m_poppedBytes = 0;
    }
}

bool DelayQueue::isEndDue(Clock::time_point now) const
{
    return m_streamEndDueAt && m_pieces.empty() && *m_streamEndDueAt <= now;
}

std::optional<DelayQueue::Clock::time_point> DelayQueue::nextDueAt() const
{
    return m_pieces.empty() ? m_streamEndDueAt : std::optional(m_pieces.front().dueAt);
}
}
