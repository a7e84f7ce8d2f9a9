// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/deliverymeter.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
void DeliveryMeter::setLink(Duration roundTrip, Duration least, Time now)
{
    m_linkMinRoundTrip = least;
    // The link's round trips are used only until the server has answered a probe.
    if (!m_periodMinimum && !m_previousMinimum && least > Duration::zero()) {
        m_queueDelay = std::max(roundTrip - least, Duration::zero());
        m_periodBegan = now;
    }
}

void DeliveryMeter::answered(Time now, Duration took, Duration silence)
{
    if (!m_periodMinimum || now - m_periodBegan > minimumLifetime) {
        m_previousMinimum = m_periodMinimum;
        m_periodMinimum = took;
        m_periodBegan = now;
    }
    m_periodMinimum = std::min(*m_periodMinimum, took);
    ++m_answerCount;
    m_queueDelay = std::max(took - *least() - silence, Duration::zero());
}

void DeliveryMeter::waiting(Duration since, Duration silence)
{
    const auto known = least();
    if (known && since - silence - *known > m_queueDelay.value_or(Duration::zero())) {
        m_queueDelay = since - silence - *known;
    }
}

void DeliveryMeter::linkPingAnswered(Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
}

DeliveryMeter::Duration DeliveryMeter::unansweredPingQueue(Duration since, Duration apart, Duration least)
{
    return since - std::max<Duration>(apart - least, Duration::zero()) - least;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::least() const
{
    std::optional<Duration> least = m_periodMinimum;
    if (m_previousMinimum && (!least || *m_previousMinimum < *least)) {
        least = m_previousMinimum;
    }
    if (m_linkMinRoundTrip > Duration::zero()) {
        // The first answers wait behind the first image, which fills the path, so their minimum is limited by the
        // link's minimum round trip.
        least = least ? std::clamp<Duration>(*least, m_linkMinRoundTrip, m_linkMinRoundTrip + maxServerDelay) : m_linkMinRoundTrip;
    }
    return least;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::provenMinRoundTrip() const
{
    if (m_linkMinRoundTrip > Duration::zero()) {
        return m_linkMinRoundTrip;
    }
    return m_answerCount >= minProvenAnswers ? least() : std::nullopt;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::queue() const
{
    return m_queueDelay;
}
}
