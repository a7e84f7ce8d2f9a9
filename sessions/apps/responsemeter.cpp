// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/responsemeter.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

void ResponseMeter::setRoundTrip(std::chrono::microseconds roundTrip)
{
    m_roundTrip = roundTrip;
}

std::chrono::microseconds ResponseMeter::quietTimeWithDelay() const
{
    return quietTime + m_roundTrip * 3 / 2;
}

void ResponseMeter::pressed(Clock::time_point now)
{
    if (m_firstPressAt && m_lastPaintAt && now - *m_firstPressAt >= sameInteractionTime + m_roundTrip && now - *m_lastPaintAt >= 50ms + m_roundTrip * 3 / 2) {
        m_supersededDuration = std::chrono::duration_cast<std::chrono::milliseconds>(*m_lastPaintAt - *m_firstPressAt);
        m_firstPressAt.reset();
    } else if (m_firstPressAt && !m_lastPaintAt && now - m_lastPressAt >= quietTimeWithDelay()) {
        m_firstPressAt.reset(); // the previous input did not change the image
    }
    m_lastPressAt = now;
    if (!m_firstPressAt) {
        m_firstPressAt = now;
        m_lastPaintAt.reset();
    }
}

void ResponseMeter::painted(Clock::time_point now)
{
    if (m_firstPressAt) {
        m_lastPaintAt = now;
    }
}

std::optional<ResponseMeter::Clock::time_point> ResponseMeter::dueAt() const
{
    if (!m_firstPressAt) {
        return m_supersededDuration ? std::optional(m_lastPressAt) : std::nullopt;
    }
    return std::max(m_lastPaintAt.value_or(m_lastPressAt), m_lastPressAt) + quietTimeWithDelay();
}

std::optional<std::chrono::milliseconds> ResponseMeter::takeResponseTime(Clock::time_point now)
{
    if (m_supersededDuration) {
        return std::exchange(m_supersededDuration, std::nullopt);
    }
    if (!m_firstPressAt) {
        return std::nullopt;
    }
    if (now - *m_firstPressAt > maxInteractionDuration) {
        forgetInteraction();
        return std::nullopt;
    }
    if (now < *dueAt()) {
        return std::nullopt;
    }
    const auto begun = *std::exchange(m_firstPressAt, std::nullopt);
    const auto painted = std::exchange(m_lastPaintAt, std::nullopt);
    return painted ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*painted - begun)) : std::nullopt;
}

void ResponseMeter::forgetInteraction()
{
    m_firstPressAt.reset();
    m_lastPaintAt.reset();
    m_supersededDuration.reset();
}
}
