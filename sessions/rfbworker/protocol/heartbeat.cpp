// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/heartbeat.h"

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
    if (!has && m_open == Probe::Fence) {
        close(); // the open fence will never come back
    }
}

void Heartbeat::setServerMeasures(bool measures)
{
    m_measures = measures;
}

bool Heartbeat::mayAsk() const
{
    return usesFences() || !m_measures;
}

bool Heartbeat::usesFences() const
{
    return m_hasFences && m_answersFences;
}

void Heartbeat::close()
{
    m_open.reset();
    m_doubtedAt.reset();
}

void Heartbeat::answerHeard(Instant at)
{
    if (at <= m_heardAt) {
        return;
    }
    m_heardAt = at;
    // Any byte counts as the answer to a pixel request: which update answers it cannot be told.
    if (m_open == Probe::Pixel && at > m_probedAt) {
        took(at - m_probedAt);
        close();
    } else if (m_doubtedAt && at > *m_doubtedAt) {
        m_answersFences = false;
        close();
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
    if (m_open == Probe::Fence && probe == Probe::Pixel) {
        m_doubtedAt = now;
        return m_number;
    }
    m_open = probe;
    m_probedAt = now;
    m_inputWent = false;
    return ++m_number;
}

std::optional<Heartbeat::Duration> Heartbeat::fenceCameBack(std::uint64_t number, Instant at)
{
    m_answersFences = true; // a late answer counts too: the server answers fences
    if (m_open != Probe::Fence || number != m_number) {
        return std::nullopt;
    }
    close();
    const Duration roundTrip = std::max(at - m_probedAt, Duration::zero());
    took(roundTrip);
    return roundTrip;
}

Heartbeat::Instant Heartbeat::dueAt() const
{
    const bool isHidden = m_visibility == RfbWire::Visibility::Hidden;
    const Instant quiet = std::max(m_heardAt, m_probedAt) + (isHidden ? hiddenPause : pause);
    if (!usesFences()) {
        return quiet; // a pixel probe costs an update: none because of input or while updates come
    }
    return std::min({quiet, m_probedAt + timingPause, m_inputWent ? m_probedAt + inputPause : Instant::max()});
}

Heartbeat::Duration Heartbeat::patience() const
{
    return std::max<Duration>(overdue, 3 * m_roundTrips.least());
}

std::optional<Heartbeat::Instant> Heartbeat::doubtsAt() const
{
    if (m_open != Probe::Fence || m_doubtedAt) {
        return std::nullopt;
    }
    return std::max(m_probedAt, m_heardAt) + std::max<Duration>(doubt, patience());
}

Heartbeat::Probe Heartbeat::due(Instant now) const
{
    if (const auto at = doubtsAt(); at && now >= *at) {
        return Probe::Pixel;
    }
    if (!m_begun || m_open || !mayAsk() || now < dueAt()) {
        return Probe::None;
    }
    return usesFences() ? Probe::Fence : Probe::Pixel;
}

std::optional<Heartbeat::Instant> Heartbeat::nextChange(Instant now) const
{
    if (!m_begun) {
        return std::nullopt;
    }
    if (!m_open) {
        return mayAsk() ? std::optional(dueAt()) : std::nullopt;
    }
    const Instant late = std::max(m_probedAt, m_heardAt) + patience();
    return now < late ? std::optional(late) : doubtsAt();
}

bool Heartbeat::isOverdue(Instant now) const
{
    // While bytes come, the answer is behind them: a large update over a slow path is not silence.
    return m_open && now - std::max(m_probedAt, m_heardAt) >= patience();
}
}
