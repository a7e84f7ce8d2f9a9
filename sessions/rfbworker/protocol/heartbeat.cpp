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
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_lastBytesAt = now;
        m_lastProbeSentAt = now;
    }
}

void Heartbeat::setServerHasFences(bool has)
{
    m_serverHasFences = has;
    if (!has && m_openProbe == Probe::Fence) {
        endOpenProbe(); // the open fence will never come back
    }
}

void Heartbeat::setMayServerBeMeasuringSpeed(bool mayBeMeasuring)
{
    m_mayServerBeMeasuringSpeed = mayBeMeasuring;
}

bool Heartbeat::maySendProbe() const
{
    return usesFences() || !m_mayServerBeMeasuringSpeed;
}

bool Heartbeat::usesFences() const
{
    return m_serverHasFences && m_serverAnswersFences;
}

void Heartbeat::endOpenProbe()
{
    m_openProbe.reset();
    m_additionalPixelProbeSentAt.reset();
}

void Heartbeat::noteReceivedBytes(Instant at)
{
    if (at <= m_lastBytesAt) {
        return;
    }
    m_lastBytesAt = at;
    // Any byte counts as the answer to a pixel request, because updates do not say which request they answer.
    if (m_openProbe == Probe::Pixel && at > m_lastProbeSentAt) {
        noteRoundTrip(at - m_lastProbeSentAt);
        endOpenProbe();
    } else if (m_additionalPixelProbeSentAt && at > *m_additionalPixelProbeSentAt) {
        m_serverAnswersFences = false;
        endOpenProbe();
    }
}

void Heartbeat::noteRoundTrip(Duration roundTrip)
{
    m_recentMinRoundTrip.add(std::chrono::duration_cast<std::chrono::microseconds>(roundTrip));
}

void Heartbeat::noteInputSent()
{
    m_isInputSentSinceProbe = true;
}

std::uint64_t Heartbeat::noteProbeSent(Probe probe, Instant now)
{
    if (m_openProbe == Probe::Fence && probe == Probe::Pixel) {
        m_additionalPixelProbeSentAt = now;
        return m_lastFenceNumber;
    }
    m_openProbe = probe;
    m_lastProbeSentAt = now;
    m_isInputSentSinceProbe = false;
    return ++m_lastFenceNumber;
}

std::optional<Heartbeat::Duration> Heartbeat::fenceCameBack(std::uint64_t number, Instant at)
{
    m_serverAnswersFences = true; // even a late answer shows that the server answers fences
    if (m_openProbe != Probe::Fence || number != m_lastFenceNumber) {
        return std::nullopt;
    }
    endOpenProbe();
    const Duration roundTrip = std::max(at - m_lastProbeSentAt, Duration::zero());
    noteRoundTrip(roundTrip);
    return roundTrip;
}

Heartbeat::Instant Heartbeat::probeDueAt() const
{
    const bool isHidden = m_visibility == RfbWire::Visibility::Hidden;
    const Instant quiet = std::max(m_lastBytesAt, m_lastProbeSentAt) + (isHidden ? hiddenViewProbePause : silentServerProbePause);
    if (!usesFences()) {
        return quiet; // a pixel probe makes the server send an update, so it is sent only when the server is silent
    }
    return std::min({quiet, m_lastProbeSentAt + roundTripProbePause, m_isInputSentSinceProbe ? m_lastProbeSentAt + inputProbePause : Instant::max()});
}

Heartbeat::Duration Heartbeat::answerTimeout() const
{
    return std::max<Duration>(minAnswerTimeout, 3 * m_recentMinRoundTrip.least());
}

std::optional<Heartbeat::Instant> Heartbeat::additionalPixelProbeDueAt() const
{
    if (m_openProbe != Probe::Fence || m_additionalPixelProbeSentAt) {
        return std::nullopt;
    }
    return std::max(m_lastProbeSentAt, m_lastBytesAt) + std::max<Duration>(delayOfAdditionalPixelProbe, answerTimeout());
}

Heartbeat::Probe Heartbeat::dueProbe(Instant now) const
{
    if (const auto at = additionalPixelProbeDueAt(); at && now >= *at) {
        return Probe::Pixel;
    }
    if (!m_hasBegun || m_openProbe || !maySendProbe() || now < probeDueAt()) {
        return Probe::None;
    }
    return usesFences() ? Probe::Fence : Probe::Pixel;
}

std::optional<Heartbeat::Instant> Heartbeat::nextChangeAt(Instant now) const
{
    if (!m_hasBegun) {
        return std::nullopt;
    }
    if (!m_openProbe) {
        return maySendProbe() ? std::optional(probeDueAt()) : std::nullopt;
    }
    const Instant late = std::max(m_lastProbeSentAt, m_lastBytesAt) + answerTimeout();
    return now < late ? std::optional(late) : additionalPixelProbeDueAt();
}

bool Heartbeat::isAnswerOverdue(Instant now) const
{
    // While bytes come, the answer waits behind them, so a large update over a slow path does not count as silence.
    return m_openProbe && now - std::max(m_lastProbeSentAt, m_lastBytesAt) >= answerTimeout();
}
}
