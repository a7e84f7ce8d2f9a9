// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/monitorsketch.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
QList<QRectF> MonitorSketch::monitorRects(const QList<QRect> &monitors, const QRectF &room, double gap)
{
    QRect desk;
    for (const QRect &monitor : monitors) {
        desk |= monitor;
    }
    if (desk.isEmpty() || room.isEmpty()) {
        return QList<QRectF>(monitors.size());
    }
    const double scale = std::min(room.width() / desk.width(), room.height() / desk.height());
    const QPointF corner = room.center() - QPointF(desk.width(), desk.height()) * scale / 2;
    const double half = std::min(gap / 2, std::min(room.width(), room.height()) / 20);
    QList<QRectF> places;
    for (const QRect &monitor : monitors) {
        const QRectF place(corner + QPointF(monitor.topLeft() - desk.topLeft()) * scale, QSizeF(monitor.size()) * scale);
        // Half of the gap is cut off at each edge that another monitor may adjoin. The outer edges of the desk are not moved.
        places.append(place.adjusted(monitor.left() > desk.left() ? half : 0,
                                     monitor.top() > desk.top() ? half : 0,
                                     monitor.right() < desk.right() ? -half : 0,
                                     monitor.bottom() < desk.bottom() ? -half : 0));
    }
    return places;
}

QList<QRectF> MonitorSketch::displayTileRects(qsizetype count)
{
    QList<QRectF> places;
    const auto columns = static_cast<qsizetype>(std::ceil(std::sqrt(static_cast<double>(count))));
    const qsizetype rows = columns ? (count + columns - 1) / columns : 0;
    for (qsizetype i = 0; i < count; ++i) {
        const auto inRow = static_cast<double>(std::min(columns, count - i / columns * columns)); // tiles of the last row may be wider
        places.append(QRectF(static_cast<double>(i % columns) / inRow,
                             static_cast<double>(i / columns) / static_cast<double>(rows),
                             1.0 / inRow,
                             1.0 / static_cast<double>(rows)));
    }
    return places;
}
}
