// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewgeometry.h"
#include "widgets/viewnotice.h"

#include <QColor>
#include <QFont>
#include <QImage>

class QPainter;

namespace Nightdesk
{
/// The picture where @p geometry says, pixel for pixel at every device pixel ratio. Costs what the painter's clip covers.
void paintPicture(QPainter &painter, const QImage &image, const ViewGeometry &geometry);
/// Dims @p picture and writes the notice into the middle of @p view; a calm one is a line at the picture's upper edge.
void paintNotice(QPainter &painter, const QRect &view, const QRect &picture, const ViewNotice &notice);
/// Somebody else's pointer: a ring, and a label that says so.
void paintOthersPointer(QPainter &painter, const QPoint &at);
/// What paintOthersPointer covers.
QRect othersPointerRect(const QPoint &at, const QFont &font);
/// A line around the picture, beside it where there is room.
void paintFocusFrame(QPainter &painter, const QRect &view, const QRect &picture, const QColor &colour);
}
