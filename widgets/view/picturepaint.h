// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"

#include <QImage>

class QPainter;
class QRegion;

namespace Nightdesk
{
/// Paints the parts of the remote image that lie in @p region of the view, aligned to the monitor's device pixels. The image is
/// smoothed, except if each remote pixel covers one device pixel or, with @p exact, any whole number of device pixels.
void paintPicture(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QRegion &region, bool exact = true);
/// This part of an image at half its size: each pixel is the average of four. @p part begins at even pixels. Outside the image, its last row or
/// column is repeated. Format_RGB32.
QImage halved(const QImage &image, const QRect &part);
}
