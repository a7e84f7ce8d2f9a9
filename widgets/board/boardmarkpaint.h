// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/wording/boardwording.h"

class QPainter;
class QRectF;

namespace Nightdesk::BoardMarkPaint
{
/// In the middle of @p place, as high as that is.
void draw(QPainter *painter, const QRectF &place, BoardMark mark, const QColor &color);
}
