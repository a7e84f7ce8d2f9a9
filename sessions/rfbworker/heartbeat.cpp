// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/heartbeat.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
void Heartbeat::setVisibility(RfbWire::Visibility visibility)
{
    m_visibility = visibility;
}

void Heartbeat::begin(Instant now)
{
    if (!m_begun) {
        m_begun = true;
        m_heardAt = now;
        m_probedAt = now;
    }
}

void Heartbeat::setServerHasFences(bool has)
{
    m_hasFences = has;
}

bool Heartbeat::hasBegun() const
{
    return m_begun;
}

void Heartbeat::heard(Instant at)
{
    if (at <= m_heardAt) {
        return;
    }
    m_heardAt = at;
    // Any byte answers a pixel's question: which update was meant for it cannot be told.
    if (m_open == Probe::Pixel && at > m_probedAt) {
        took(at - m_probedAt);
        m_open.reset();
    }
}

void Heartbeat::took(Duration roundTrip)
{
    m_roundTrips.add(std::chrono::duration_cast<std::chrono::microseconds>(roundTrip));
}

void Heartbeat::inputSent()
{
    m_inputWent = true;
}

std::uint64_t Heartbeat::probed(Probe probe, Instant now)
{
    m_open = probe;
    m_probedAt = now;
    m_inputWent = false;
    return ++m_number;
}

std::optional<Heartbeat::Duration> Heartbeat::fenceCameBack(std::uint64_t number, Instant at)
{
    if (m_open != Probe::Fence || number != m_number) {
        return std::nullopt;
    }
    m_open.reset();
    const Duration roundTrip = std::max(at - m_probedAt, Duration::zero());
    took(roundTrip);
    return roundTrip;
}

Heartbeat::Instant Heartbeat::dueAt() const
{
    const bool isHidden = m_visibility == RfbWire::Visibility::Hidden;
    const Instant quiet = std::max(m_heardAt, m_probedAt) + (isHidden ? hiddenPause : pause);
    if (!m_hasFences) {
        return quiet; // each pixel makes an update: not for typing, not while updates come anyway
    }
    return std::min({quiet, m_probedAt + timingPause, m_inputWent ? m_probedAt + inputPause : Instant::max()});
}

Heartbeat::Duration Heartbeat::patience() const
{
    return std::max<Duration>(overdue, 3 * m_roundTrips.least());
}

Heartbeat::Probe Heartbeat::due(Instant now) const
{
    if (!m_begun || m_open || now < dueAt()) {
        return Probe::None;
    }
    return m_hasFences ? Probe::Fence : Probe::Pixel;
}

std::optional<Heartbeat::Instant> Heartbeat::nextChange(Instant now) const
{
    if (!m_begun) {
        return std::nullopt;
    }
    if (!m_open) {
        return dueAt();
    }
    const Instant late = std::max(m_probedAt, m_heardAt) + patience();
    return now < late ? std::optional(late) : std::nullopt;
}

bool Heartbeat::isOverdue(Instant now) const
{
    // While bytes come, the answer is behind them on its way: a large update over a slow line is no silence.
    return m_open && now - std::max(m_probedAt, m_heardAt) >= patience();
}
}
