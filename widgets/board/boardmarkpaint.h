// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/wording/boardwording.h"

#include <QIcon>

class QPainter;
class QRectF;

namespace Nightdesk::BoardMarkPaint
{
/// Draws @p mark in the middle of @p place, with the height of @p place.
void draw(QPainter *painter, const QRectF &place, BoardMark mark, const QColor &color);
QIcon icon(BoardMark mark); ///< @p mark as an icon in the current color scheme
}
