// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Converts fine wheel turns and two-finger scrolling into whole wheel clicks for the desktop. A remainder is kept for the next turn, except after a
/// change of direction or a pause. Pure: time is an argument. Owned by DesktopInput.
class WheelSteps
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// Returns the wheel clicks to send to the desktop; up and left are positive. @p angle, in eighths of a degree, and @p pixels are those of a
    /// QWheelEvent; @p pixels is used if there is no angle.
    QPoint addWheelTurn(const QPoint &angle, const QPoint &pixels, Instant now);
    void clear();

    static constexpr int maxStepsPerEvent = 20; ///< limit per event, because a fast touchpad swipe must not flood the desktop

private:
    QPoint m_angleRemainder; ///< remainder, in eighths of a degree
    std::optional<Instant> m_lastWheelTurnAt;
};
}
