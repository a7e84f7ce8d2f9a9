// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/deliverymeter.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
void DeliveryMeter::setLink(Duration roundTrip, Duration least, Time now)
{
    m_linkLeast = least;
    // The link's round trips are used only until the server has answered a probe.
    if (!m_now && !m_before && least > Duration::zero()) {
        m_queue = std::max(roundTrip - least, Duration::zero());
        m_since = now;
    }
}

void DeliveryMeter::answered(Time now, Duration took, Duration silence)
{
    if (!m_now || now - m_since > memory) {
        m_before = m_now;
        m_now = took;
        m_since = now;
    }
    m_now = std::min(*m_now, took);
    ++m_answers;
    m_queue = std::max(took - *least() - silence, Duration::zero());
}

void DeliveryMeter::waiting(Duration since, Duration silence)
{
    const auto known = least();
    if (known && since - silence - *known > m_queue.value_or(Duration::zero())) {
        m_queue = since - silence - *known;
    }
}

void DeliveryMeter::linkAnswered(Duration queue)
{
    m_queue = std::max(queue, Duration::zero());
}

DeliveryMeter::Duration DeliveryMeter::pingWaits(Duration since, Duration apart, Duration least)
{
    return since - std::max<Duration>(apart - least, Duration::zero()) - least;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::least() const
{
    std::optional<Duration> least = m_now;
    if (m_before && (!least || *m_before < *least)) {
        least = m_before;
    }
    if (m_linkLeast > Duration::zero()) {
        // The first answers wait behind the first image, which fills the path, so their minimum is limited by the
        // link's minimum round trip.
        least = least ? std::clamp<Duration>(*least, m_linkLeast, m_linkLeast + serverTime) : m_linkLeast;
    }
    return least;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::provenLeastRoundTrip() const
{
    if (m_linkLeast > Duration::zero()) {
        return m_linkLeast;
    }
    return m_answers >= sureAfter ? least() : std::nullopt;
}

std::optional<DeliveryMeter::Duration> DeliveryMeter::queue() const
{
    return m_queue;
}
}
