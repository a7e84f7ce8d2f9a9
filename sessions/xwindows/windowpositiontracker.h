// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <optional>

namespace Nightdesk
{
/// The present and last position of an X program's main window: after an unintended end the program's window returns there. Rectangles are in
/// pixels of the root window. Owned by WindowSession. Pure.
class WindowPositionTracker
{
public:
    QRect monitorRect() const;
    bool setMonitorRect(const QRect &monitorRect); ///< returns whether the monitor's rectangle has changed
    std::optional<QRect> windowRect() const; ///< the window's present position; empty: no window
    bool setWindowRect(const std::optional<QRect> &windowRect); ///< returns whether the position has changed

    /// The next window must return to the last position.
    void requireReturnToLastPosition();
    /// The window has returned, or was placed.
    void clearReturnPosition();
    /// The position for the next window, converted if it is on another monitor now. Empty: as in the profile.
    std::optional<QRect> rectForNextWindow() const;

private:
    struct Position {
        QRect windowRect;
        QRect monitorRect;
    };
    QRect m_monitorRect;
    std::optional<QRect> m_windowRect;
    std::optional<Position> m_lastPosition;
    std::optional<Position> m_returnPosition;
};
}
