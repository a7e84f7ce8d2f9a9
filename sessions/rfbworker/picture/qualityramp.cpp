// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/qualityramp.h"

namespace Nightdesk::Rfb
{
bool QualityRamp::begin(Clock::duration roundTrip, Time now)
{
    const auto next = nextState(m_state, RampEvent::Begun);
    if (roundTrip < longPath || !next) {
        return false;
    }
    m_state = *next;
    m_step = roundTrip * 3 / 2;
    m_stepAt = now + m_step;
    return true;
}

bool QualityRamp::updateLevel(bool isFull, Time now)
{
    const auto level = most();
    if (!level || (!isFull && now < m_stepAt)) {
        return false;
    }
    if (isFull) {
        m_fullAt = level;
    }
    m_state = nextState(m_state, isFull ? RampEvent::Full : RampEvent::StepDue).value_or(m_state);
    m_stepAt = now + m_step;
    return true;
}

std::optional<int> QualityRamp::most() const
{
    switch (m_state) {
    case RampState::Least:
        return 0;
    case RampState::Low:
        return 2;
    case RampState::Medium:
        return 4;
    case RampState::None:
    case RampState::Over:
        break;
    }
    return std::nullopt;
}

std::optional<int> QualityRamp::fullAt() const
{
    return m_fullAt;
}

std::optional<QualityRamp::Time> QualityRamp::due() const
{
    return most() ? std::optional(m_stepAt) : std::nullopt;
}
}
