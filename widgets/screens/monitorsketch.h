// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRectF>

namespace Nightdesk
{
/// Where monitors stand in a small drawing: all at one scale, each where it stands on the desk, with a gap between
/// neighbours, in the middle of the room there is. Pure. No state: functions alone.
class MonitorSketch
{
public:
    /// @p monitors: their rectangles on the desk. None that comes out is larger than @p room or outside it.
    static QList<QRectF> place(const QList<QRect> &monitors, const QRectF &room, double gap);
    /// Where @p count desktops stand on a monitor, in parts of it: in rows, as the stage has them.
    static QList<QRectF> tiles(qsizetype count);
};
}
