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
/// What stands around a program's own window: a window manager's frame, or the X border where there is none. Pixels.
struct FrameExtents {
    int left = 0;
    int right = 0;
    int top = 0;
    int bottom = 0;
    bool operator==(const FrameExtents &) const = default;
};

/// Where windows belong. All rectangles are the program's own window (without its frame) in root pixels; @p area is the
/// screen's. Pure.
namespace Placement
{
/// The size a program's first window is to have: the profile's, else its own; with its frame never larger than the area.
QSize mainSize(const WindowGeometry &geometry, const QRect &area, const QSize &own, const FrameExtents &frame);
/// Where its first window of that size goes: the frame's corner as the profile says (XParseGeometry), never outside of the
/// area; in its middle if the profile says nothing.
QRect mainRect(const WindowGeometry &geometry, const QRect &area, const QSize &size, const FrameExtents &frame);
/// @p rect, moved and if need be made smaller so that the frame covers none of @p lines, which name what is below each (a tile's
/// title). It stays where it is if it would have to become much smaller: then its program's image counts more.
QRect keptOff(const QRect &rect, const QRect &area, const QList<QRect> &lines, const FrameExtents &frame);
/// Where a window comes back to that stood at @p stood before: there, with its size, if that is in sight. Where a person put it
/// on another screen it stays on @p everything, the whole of the screens.
QRect returnRect(const QRect &stood, const QRect &area, const QRect &everything, const FrameExtents &frame);
/// Where a further window goes that the program or a window manager put at @p rect. Empty: it stands well. A window that
/// hangs over the area's edge is pushed inside; one that is elsewhere is put in front of @p parent (else in the middle).
std::optional<QRect> otherRect(const QRect &rect, const QRect &area, const std::optional<QRect> &parent, const FrameExtents &frame);
}

/// Sees to it that a window that was put somewhere arrives there: a program that moves itself in the first seconds is
/// corrected once, and not fought. A person who moves it later is let alone. Pure: the time is given. One per program, owned by LocalWindowWorker.
class PlacementCorrector
{
public:
    using Clock = std::chrono::steady_clock;

    void asked(const QRect &wanted, Clock::time_point now); ///< we asked for this place just now
    bool isWatching(Clock::time_point now) const; ///< it was put somewhere not long ago, and nobody has moved it since
    /// It stands at @p rect now. True: ask once more.
    bool mustAskAgain(const QRect &rect, Clock::time_point now);
    /// When to look again though no news came; empty: no need.
    std::optional<Clock::time_point> lookAgainAt() const;

private:
    QPoint m_wanted;
    Clock::time_point m_askedAt;
    bool m_waiting = false; ///< asked, not seen there yet
    bool m_watching = false; ///< a correction is left
};
}
