// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/wheelsteps.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr int click = 120; // QWheelEvent::angleDelta() of one click of the wheel
constexpr int pixelsOfClick = 40; // about two lines of text; desktops scroll three lines per click
constexpr auto rest = 1s;

int takeWholeSteps(int &sum, int delta)
{
    if ((sum > 0 && delta < 0) || (sum < 0 && delta > 0)) {
        sum = 0; // a change of direction discards the remainder
    }
    sum += delta;
    const int steps = sum / click;
    sum -= steps * click;
    return std::clamp(steps, -WheelSteps::maxStepsPerEvent, WheelSteps::maxStepsPerEvent);
}
}

QPoint WheelSteps::addWheelTurn(const QPoint &angle, const QPoint &pixels, Instant now)
{
    if (m_lastWheelTurnAt && now - *m_lastWheelTurnAt > rest) {
        m_angleRemainder = {};
    }
    m_lastWheelTurnAt = now;
    constexpr int most = 100 * click; // limit for wrong values from a driver
    const QPoint turned = angle.isNull() ? pixels * (click / pixelsOfClick) : angle;
    return QPoint(takeWholeSteps(m_angleRemainder.rx(), std::clamp(turned.x(), -most, most)),
                  takeWholeSteps(m_angleRemainder.ry(), std::clamp(turned.y(), -most, most)));
}

void WheelSteps::clear()
{
    m_angleRemainder = {};
    m_lastWheelTurnAt.reset();
}
}
