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
/// Dims @p picture and writes the notice into the middle of @p view. A minor notice (ViewNotice::isMinor) is a line at the image's upper edge. If a
/// rectangle of @p covers would hide a part of the notice, it is moved to the largest part that they leave free, if it fits there.
void paintNotice(QPainter &painter, const QRect &view, const QRect &picture, const ViewNotice &notice, const QList<QRect> &covers = {});
/// The largest rectangle of @p view that none of @p covers touches. Pure.
QRect largestFreeRect(const QRect &view, const QList<QRect> &covers);
/// Dims @p picture as paintNotice() does, without text.
void dimImage(QPainter &painter, const QRect &picture);
/// Marks another user's pointer with a ring and a label.
void paintOtherUserPointer(QPainter &painter, const QPoint &at);
/// The rectangle that paintOtherUserPointer() paints.
QRect otherUserPointerRect(const QPoint &at, const QFont &font);
/// A line around the image; outside it where there is room.
void paintFocusFrame(QPainter &painter, const QRect &view, const QRect &picture, const QColor &color);
}
