// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCursor>
#include <QImage>

namespace Nightdesk
{
/// False for what servers send for "none".
bool hasCursorToSee(const QImage &image);

/// The local cursor for a cursor image of the server: @p scale device pixels for each of its pixels, right at
/// @p devicePixelRatio. An image with nothing to see (the server paints its own, or hides it) gives a dot, so that a person
/// always knows where the mouse is.
QCursor desktopCursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio);
}
