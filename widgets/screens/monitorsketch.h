// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRectF>

namespace Nightdesk
{
/// Places monitors in a small drawing: all at one scale, in their arrangement on the desk, with a gap between neighbors, centered. Pure. Has no
/// state, only functions.
class MonitorSketch
{
public:
    /// @p monitors: their rectangles on the desk. Every result lies within @p room.
    static QList<QRectF> monitorRects(const QList<QRect> &monitors, const QRectF &room, double gap);
    /// The places of @p count desktops on a monitor, as fractions of it: in rows, as on a viewer window.
    static QList<QRectF> displayTileRects(qsizetype count);
};
}
