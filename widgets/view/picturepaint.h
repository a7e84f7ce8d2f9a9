// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"

#include <QImage>

class QPainter;
class QRegion;

namespace Nightdesk
{
/// Paints those parts of the remote picture that lie in @p region of the view, aligned to the device pixels of the monitor. Where
/// each remote pixel is a whole number of them it stays sharp if @p exact; all else is smooth.
void paintPicture(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QRegion &region, bool exact = true);
/// This part of a picture at half its size, four pixels averaged to one; @p part begins at even pixels. What lies beyond the
/// picture repeats its last row or column. Format_RGB32.
QImage halved(const QImage &image, const QRect &part);
}
