// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCursor>
#include <QImage>

#include <optional>

namespace Nightdesk
{
/// False for what servers send for "none".
bool hasCursorToSee(const QImage &image);

/// The local cursor for a cursor image of the server: @p scale device pixels for each of its pixels, right at
/// @p devicePixelRatio. An image with nothing to see (the server paints its own, or hides it) gives a dot, so that a person
/// always knows where the mouse is.
QCursor desktopCursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio);

/// The cursor of one view. It is made again only when it would look different: a new one each time the server resizes or a
/// worker starts again is one more for the X server, which Qt frees many cursors later. Owned by RemoteView.
class KeptCursor
{
public:
    /// As desktopCursor().
    QCursor cursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio);

private:
    /// What it was made of; for the dot no more than the device pixel ratio.
    struct Look {
        QImage image;
        QPoint hotSpot;
        qreal scale = 1;
        qreal devicePixelRatio = 1;
        bool operator==(const Look &) const = default;
    };

    Look m_look;
    std::optional<QCursor> m_cursor;
};
}
