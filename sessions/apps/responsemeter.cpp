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

std::chrono::microseconds ResponseMeter::quietTimeWithRoundTrip() const
{
    return quietTime + m_roundTrip * 3 / 2;
}

void ResponseMeter::notePress(Clock::time_point now)
{
    if (m_firstPressAt && m_lastImageChangeAt && now - *m_firstPressAt >= sameInteractionTime + m_roundTrip
        && now - *m_lastImageChangeAt >= 50ms + m_roundTrip * 3 / 2) {
        m_previousInteractionDuration = std::chrono::duration_cast<std::chrono::milliseconds>(*m_lastImageChangeAt - *m_firstPressAt);
        m_firstPressAt.reset();
    } else if (m_firstPressAt && !m_lastImageChangeAt && now - m_lastPressAt >= quietTimeWithRoundTrip()) {
        m_firstPressAt.reset(); // the previous input did not change the image
    }
    m_lastPressAt = now;
    if (!m_firstPressAt) {
        m_firstPressAt = now;
        m_lastImageChangeAt.reset();
    }
}

void ResponseMeter::noteImageChange(Clock::time_point now)
{
    if (m_firstPressAt) {
        m_lastImageChangeAt = now;
    }
}

std::optional<ResponseMeter::Clock::time_point> ResponseMeter::dueAt() const
{
    if (!m_firstPressAt) {
        return m_previousInteractionDuration ? std::optional(m_lastPressAt) : std::nullopt;
    }
    return std::max(m_lastImageChangeAt.value_or(m_lastPressAt), m_lastPressAt) + quietTimeWithRoundTrip();
}

std::optional<std::chrono::milliseconds> ResponseMeter::takeResponseTime(Clock::time_point now)
{
    if (m_previousInteractionDuration) {
        return std::exchange(m_previousInteractionDuration, std::nullopt);
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
    const auto painted = std::exchange(m_lastImageChangeAt, std::nullopt);
    return painted ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*painted - begun)) : std::nullopt;
}

void ResponseMeter::forgetInteraction()
{
    m_firstPressAt.reset();
    m_lastImageChangeAt.reset();
    m_previousInteractionDuration.reset();
}
}
