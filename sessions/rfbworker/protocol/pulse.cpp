// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/pulse.h"

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// Often enough for four records a second to the console; a stream of images must not wake the writer thread for each read.
constexpr auto wakePause = 200ms;
}

Pulse::Pulse(WakeFd &writer)
    : m_writer(writer)
{
}

void Pulse::answerHeard(Instant at)
{
    const std::lock_guard lock(m_mutex);
    m_beat.heardAt = at;
    if (at - m_wokenAt >= wakePause) {
        m_wokenAt = at;
        m_writer.wake();
    }
}

void Pulse::desktopIsUp()
{
    const std::lock_guard lock(m_mutex);
    if (!m_beat.desktopIsUp) {
        m_beat.desktopIsUp = true;
        m_writer.wake();
    }
}

void Pulse::setHasFences(bool has)
{
    const std::lock_guard lock(m_mutex);
    if (m_beat.hasFences != has) {
        m_beat.hasFences = has;
        m_writer.wake();
    }
}

void Pulse::setMeasuresLine(bool measures)
{
    const std::lock_guard lock(m_mutex);
    if (m_beat.measuresLine != measures) {
        m_beat.measuresLine = measures;
        m_writer.wake();
    }
}

void Pulse::answered(std::chrono::steady_clock::duration took)
{
    const std::lock_guard lock(m_mutex);
    ++m_beat.answers;
    m_beat.answerTook = took;
    m_writer.wake();
}

void Pulse::fenceCameBack(std::uint64_t number, Instant at)
{
    const std::lock_guard lock(m_mutex);
    m_beat.fence = number;
    m_beat.fenceAt = at;
    m_writer.wake();
}

Pulse::Beat Pulse::beat() const
{
    const std::lock_guard lock(m_mutex);
    return m_beat;
}
}
