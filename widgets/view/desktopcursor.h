// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCursor>
#include <QImage>

#include <optional>

namespace Nightdesk
{
/// False for an image of at most one pixel or without a visible pixel: servers send such images for "no cursor".
bool hasVisibleCursor(const QImage &image);

/// The local cursor for a cursor image of the server. @p scale: device pixels for each image pixel, at @p devicePixelRatio. An image without visible
/// pixels (the server draws the cursor itself, or hides it) gives a dot, so that the user always sees where the mouse is.
QCursor desktopCursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio);

/// The cursor of one view. A new one is created only when it would look different: each QCursor takes a cursor of the X server, which Qt frees only
/// after many others, and server resizes and worker restarts would create many. Owned by RemoteView.
class CachedCursor
{
public:
    /// The local cursor for these arguments, as desktopCursor() creates it; the cached one if they are the same as in the last call.
    QCursor cursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio);

private:
    /// What the cursor was created from; for the dot only the device pixel ratio.
    struct CursorSource {
        QImage image;
        QPoint hotSpot;
        qreal scale = 1;
        qreal devicePixelRatio = 1;
        bool operator==(const CursorSource &) const = default;
    };

    CursorSource m_cursorSource;
    std::optional<QCursor> m_cachedCursor;
};
}
