// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewnotice.h"

#include <QColor>
#include <QFont>
#include <QList>
#include <QPoint>
#include <QRect>

class QPainter;

namespace Nightdesk
{
/// Dims @p picture and writes the notice into the middle of @p view; a calm one is a line at the picture's upper edge. Where
/// something of @p covers would hide a part of it, into what they leave free, if it has room there.
void paintNotice(QPainter &painter, const QRect &view, const QRect &picture, const ViewNotice &notice, const QList<QRect> &covers = {});
/// The largest rectangle of @p view that none of @p covers touches. Pure.
QRect freePart(const QRect &view, const QList<QRect> &covers);
/// As paintNotice() dims it, without words.
void dimImage(QPainter &painter, const QRect &picture);
/// Somebody else's pointer: a ring, and a label that says so.
void paintOthersPointer(QPainter &painter, const QPoint &at);
/// What paintOthersPointer covers.
QRect othersPointerRect(const QPoint &at, const QFont &font);
/// A line around the picture, beside it where there is room.
void paintFocusFrame(QPainter &painter, const QRect &view, const QRect &picture, const QColor &colour);
}
