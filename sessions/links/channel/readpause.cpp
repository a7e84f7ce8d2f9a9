// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/readpause.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A longer gap between two segments ends a burst: on a connection slower than 4 Mbit/s, the processor sleeps between
// segments anyway.
constexpr auto burstGap = 3ms;
// A burst of at least this many bytes counts as large. The answer to a key press is smaller.
constexpr std::uint64_t largeBurst = 6 * 1024;
// A frame may be this much smaller or larger than the one before.
constexpr std::uint64_t frameSizeTolerance = 6 * 1024;
constexpr std::uint64_t larger = 12 * 1024;
// A sleep shorter than this costs more than it saves.
constexpr auto shortestPause = 400us;
// Bytes over which the rate is measured; limited, since the rate may change.
constexpr std::uint64_t maxRatePeriodBytes = 256 * 1024;
}

void ReadPausePolicy::noteRead(std::uint64_t bytes, Time now)
{
    if (bytes == 0) {
        return;
    }
    if (now - m_lastReadAt > burstGap) {
        m_lastBurstBytes = m_currentBurstBytes >= largeBurst ? m_currentBurstBytes : m_lastBurstBytes;
        m_currentBurstBytes = 0;
        m_ratePeriodStartedAt = now;
        m_bytesInRatePeriod = 0;
    } else {
        m_bytesInRatePeriod += bytes;
    }
    m_currentBurstBytes += bytes;
    m_lastReadAt = now;
    m_pauseEndsAt = now;
    if (m_bytesInRatePeriod == 0 || m_currentBurstBytes < largeBurst) {
        return;
    }
    const auto took = now - m_ratePeriodStartedAt;
    const auto pause = std::min<Duration>(took * static_cast<Duration::rep>(bytesToAwait()) / static_cast<Duration::rep>(m_bytesInRatePeriod), longestPause);
    if (pause >= shortestPause) {
        m_pauseEndsAt = now + pause;
    }
    if (m_bytesInRatePeriod > maxRatePeriodBytes) {
        m_ratePeriodStartedAt += took / 2;
        m_bytesInRatePeriod /= 2;
    }
}

/// Number of bytes to wait for before the next read.
std::uint64_t ReadPausePolicy::bytesToAwait() const
{
    if (m_currentBurstBytes >= m_lastBurstBytes + larger) {
        return bytesPerRead;
    }
    return m_currentBurstBytes + frameSizeTolerance < m_lastBurstBytes ? std::min(bytesPerRead, m_lastBurstBytes - frameSizeTolerance - m_currentBurstBytes)
                                                                       : 0;
}

std::optional<ReadPausePolicy::Time> ReadPausePolicy::pauseEnd(Time now) const
{
    return now < m_pauseEndsAt ? std::optional(m_pauseEndsAt) : std::nullopt;
}
}
