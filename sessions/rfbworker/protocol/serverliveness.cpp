// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/serverliveness.h"

#include <utility>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// The writer thread is woken at most this often: enough for four records a second to the console. A stream of images
// must not wake it for each read.
constexpr auto wakePause = 200ms;
}

ServerLiveness::ServerLiveness(WakeFd &writer)
    : m_writerWakeFd(writer)
{
}

void ServerLiveness::noteReceivedBytes(Instant at)
{
    const std::lock_guard lock(m_mutex);
    m_snapshot.lastBytesAt = at;
    if (at - m_writerWokenAt >= wakePause) {
        m_writerWokenAt = at;
        m_writerWakeFd.wake();
    }
}

void ServerLiveness::setFlag(bool LivenessSnapshot::*flag, bool value)
{
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_snapshot.*flag, value) != value) {
        m_writerWakeFd.wake();
    }
}

void ServerLiveness::handleProbeAnswer(std::chrono::steady_clock::duration took)
{
    const std::lock_guard lock(m_mutex);
    ++m_snapshot.probeAnswerCount;
    m_snapshot.lastAnswerDuration = took;
    m_writerWakeFd.wake();
}

void ServerLiveness::fenceCameBack(std::uint64_t number, Instant at)
{
    const std::lock_guard lock(m_mutex);
    m_snapshot.lastReturnedFenceNumber = number;
    m_snapshot.fenceReturnedAt = at;
    m_writerWakeFd.wake();
}

ServerLiveness::LivenessSnapshot ServerLiveness::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}
}
