// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QList>
#include <QRect>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The widths of what surrounds a program's window: the window manager's frame, or the X border without one. Pixels.
struct FrameExtents {
    int left = 0;
    int right = 0;
    int top = 0;
    int bottom = 0;
    bool operator==(const FrameExtents &) const = default;
};

/// Computes where to place windows. All rectangles are the program's own window (without its frame) in root pixels; @p area is the screen's. Pure.
namespace Placement
{
/// The size for a program's first window: the profile's, or else its own; with its frame never larger than the area.
QSize mainWindowSize(const WindowGeometry &geometry, const QRect &area, const QSize &ownSize, const FrameExtents &frame);
/// The position of a first window of that size: the frame's corner as in the profile (XParseGeometry), always inside the area; centered if the
/// profile has no position.
QRect mainWindowRect(const WindowGeometry &geometry, const QRect &area, const QSize &size, const FrameExtents &frame);
/// @p rect, moved and if necessary reduced so that its frame covers none of @p lines (each the title of the tile below it). Not changed if it would
/// become much smaller: then a large window is more important.
QRect rectClearOfTitleLines(const QRect &rect, const QRect &area, const QList<QRect> &lines, const FrameExtents &frame);
/// The position for a window that returns to @p earlierRect: the same place and size if visible. If the user had moved it to another screen, it stays
/// there; @p allScreensArea is the area of all screens.
QRect rectForReturningWindow(const QRect &earlierRect, const QRect &area, const QRect &allScreensArea, const FrameExtents &frame);
/// The position for a further window that the program or a window manager placed at @p rect. Empty: no change needed. A window that extends beyond
/// the area's edge is moved inside; one outside the area is placed in front of @p parent (or in the middle).
std::optional<QRect> otherWindowRect(const QRect &rect, const QRect &area, const std::optional<QRect> &parent, const FrameExtents &frame);
}

/// Checks that a window arrives where it was placed: a program that moves its window in the first seconds is corrected once, not repeatedly. A
/// window that the user moves later is not corrected. Pure: the caller passes the time. One per program, owned by ProgramWindow or ProgramWindows.
class PlacementCorrector
{
public:
    using Clock = std::chrono::steady_clock;

    void notePositionRequest(const QRect &wanted, Clock::time_point now); ///< call when the window was asked to move to @p wanted
    bool isWatching(Clock::time_point now) const; ///< the window was placed recently, and nobody has moved it since
    /// The window is at @p rect now. True: request its place once more.
    bool mustRequestAgain(const QRect &rect, Clock::time_point now);
    /// The corner to which the window was asked to move and has not moved yet; empty: it is not on its way.
    std::optional<QPoint> awaitedCorner() const;
    /// When to check the window's position again although no event came; empty: never.
    std::optional<Clock::time_point> checkAgainAt() const;

private:
    QPoint m_requestedCorner;
    Clock::time_point m_lastPositionRequestAt;
    bool m_isRequestedMovePending = false; ///< the window was asked to move to m_requestedCorner, and is not there yet
    bool m_mayRequestAgain = false; ///< one correction is still allowed
};
}
