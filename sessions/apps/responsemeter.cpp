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

std::chrono::microseconds ResponseMeter::patience() const
{
    return quiet + m_roundTrip * 3 / 2;
}

void ResponseMeter::pressed(Clock::time_point now)
{
    if (m_pressed && m_painted && now - *m_pressed >= oneStroke + m_roundTrip && now - *m_painted >= 50ms + m_roundTrip * 3 / 2) {
        m_done = std::chrono::duration_cast<std::chrono::milliseconds>(*m_painted - *m_pressed);
        m_pressed.reset();
    } else if (m_pressed && !m_painted && now - m_lastPress >= patience()) {
        m_pressed.reset(); // the previous input did not change the image
    }
    m_lastPress = now;
    if (!m_pressed) {
        m_pressed = now;
        m_painted.reset();
    }
}

void ResponseMeter::painted(Clock::time_point now)
{
    if (m_pressed) {
        m_painted = now;
    }
}

std::optional<ResponseMeter::Clock::time_point> ResponseMeter::dueAt() const
{
    if (!m_pressed) {
        return m_done ? std::optional(m_lastPress) : std::nullopt;
    }
    return std::max(m_painted.value_or(m_lastPress), m_lastPress) + patience();
}

std::optional<std::chrono::milliseconds> ResponseMeter::takeResponseTime(Clock::time_point now)
{
    if (m_done) {
        return std::exchange(m_done, std::nullopt);
    }
    if (!m_pressed) {
        return std::nullopt;
    }
    if (now - *m_pressed > longest) {
        forget();
        return std::nullopt;
    }
    if (now < *dueAt()) {
        return std::nullopt;
    }
    const auto begun = *std::exchange(m_pressed, std::nullopt);
    const auto painted = std::exchange(m_painted, std::nullopt);
    return painted ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(*painted - begun)) : std::nullopt;
}

void ResponseMeter::forget()
{
    m_pressed.reset();
    m_painted.reset();
    m_done.reset();
}
}
