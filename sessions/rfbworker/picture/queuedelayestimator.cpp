// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/queuedelayestimator.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
void QueueDelayEstimator::setLinkRoundTrips(Duration roundTrip, Duration least, Time now)
{
    m_linkMinRoundTrip = least;
    // The link's round trips are used only until the server has answered a probe.
    if (!m_periodMinRoundTrip && !m_previousPeriodMinRoundTrip && least > Duration::zero()) {
        m_queueDelay = std::max(roundTrip - least, Duration::zero());
        m_periodBeganAt = now;
    }
}

void QueueDelayEstimator::handleProbeAnswer(Time now, Duration took, Duration silence)
{
    if (!m_periodMinRoundTrip || now - m_periodBeganAt > minRoundTripLifetime) {
        m_previousPeriodMinRoundTrip = m_periodMinRoundTrip;
        m_periodMinRoundTrip = took;
        m_periodBeganAt = now;
    }
    m_periodMinRoundTrip = std::min(*m_periodMinRoundTrip, took);
    ++m_probeAnswerCount;
    m_queueDelay = std::max(took - *minRoundTrip() - silence, Duration::zero());
}

void QueueDelayEstimator::noteUnansweredProbe(Duration sinceSent, Duration silence)
{
    const auto known = minRoundTrip();
    if (known && sinceSent - silence - *known > m_queueDelay.value_or(Duration::zero())) {
        m_queueDelay = sinceSent - silence - *known;
    }
}

void QueueDelayEstimator::setLinkQueueDelay(Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
}

QueueDelayEstimator::Duration QueueDelayEstimator::unansweredPingDelay(Duration sinceLastAnswer, Duration pingInterval, Duration minRoundTrip)
{
    return sinceLastAnswer - std::max<Duration>(pingInterval - minRoundTrip, Duration::zero()) - minRoundTrip;
}

std::optional<QueueDelayEstimator::Duration> QueueDelayEstimator::minRoundTrip() const
{
    std::optional<Duration> least = m_periodMinRoundTrip;
    if (m_previousPeriodMinRoundTrip && (!least || *m_previousPeriodMinRoundTrip < *least)) {
        least = m_previousPeriodMinRoundTrip;
    }
    if (m_linkMinRoundTrip > Duration::zero()) {
        // The first answers wait behind the first image, which fills the path, so their minimum is limited by the
        // link's minimum round trip.
        least = least ? std::clamp<Duration>(*least, m_linkMinRoundTrip, m_linkMinRoundTrip + maxServerDelay) : m_linkMinRoundTrip;
    }
    return least;
}

std::optional<QueueDelayEstimator::Duration> QueueDelayEstimator::provenMinRoundTrip() const
{
    if (m_linkMinRoundTrip > Duration::zero()) {
        return m_linkMinRoundTrip;
    }
    return m_probeAnswerCount >= minAnswersForProof ? minRoundTrip() : std::nullopt;
}

std::optional<QueueDelayEstimator::Duration> QueueDelayEstimator::queueDelay() const
{
    return m_queueDelay;
}
}
