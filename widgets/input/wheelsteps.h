// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Turns the fine turns of a wheel and the moves of two fingers into the whole clicks that a desktop knows. What is short of a
/// click is kept for the next turn, but not when the direction changes or the hand rested. Pure: time is an argument. Owned by DesktopInput.
class WheelSteps
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// @p angle: in eighths of a degree, as QWheelEvent has it; @p pixels: where there is no angle. Clicks, up and left positive.
    QPoint add(const QPoint &angle, const QPoint &pixels, Instant now);
    void clear();

    static constexpr int maxSteps = 20; ///< of one event: a touchpad's fling is no reason to flood the desktop

private:
    QPoint m_rest; ///< eighths of a degree
    std::optional<Instant> m_last;
};
}
