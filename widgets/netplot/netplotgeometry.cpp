// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotgeometry.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
NetPlotGeometry::NetPlotGeometry(const QRectF &area, qreal lineHeight, qreal digitWidth, std::int64_t firstShownTraceUsec, std::int64_t lastShownTraceUsec)
    : firstShownTraceUsec(firstShownTraceUsec)
    , lastShownTraceUsec(std::max(lastShownTraceUsec, firstShownTraceUsec + 1))
{
    const qreal left = area.left() + digitWidth * 11;
    const qreal width = std::max<qreal>(area.right() - digitWidth * 3 - left, 1); // room for half of the last time label
    const qreal gap = lineHeight * 0.3;
    qreal top = area.top();
    const auto lane = [&](qreal height) {
        const QRectF result(left, top, width, height);
        top += height + gap;
        return result;
    };
    interactionLane = lane(lineHeight * 1.35);
    const bool isSmall = area.height() < lineHeight * 13;
    linkLane = lane(lineHeight * (isSmall ? 0.4 : 1));
    const qreal times = lineHeight * (isSmall ? 1.1 : 2.4);
    const qreal fixed = lineHeight * 0.6 + gap * 2 + times;
    const qreal panes = std::max(area.bottom() - top - fixed, lineHeight * 2);
    bytesUpPane = lane(panes * 0.62);
    waitingLane = lane(lineHeight * 0.6);
    bytesDownPane = lane(panes * 0.38);
    top -= gap;
    timeAxisRect = lane(times);
}

qreal NetPlotGeometry::x(std::int64_t usec) const
{
    const auto shownUsec = static_cast<double>(lastShownTraceUsec - firstShownTraceUsec);
    return bytesUpPane.left() + bytesUpPane.width() * (static_cast<double>(usec - firstShownTraceUsec) / shownUsec);
}

std::int64_t NetPlotGeometry::traceUsecAt(qreal x) const
{
    const auto shownUsec = static_cast<double>(lastShownTraceUsec - firstShownTraceUsec);
    return firstShownTraceUsec + std::llround((x - bytesUpPane.left()) / bytesUpPane.width() * shownUsec);
}

QRectF NetPlotGeometry::plot() const
{
    return QRectF(interactionLane.topLeft(), bytesDownPane.bottomRight());
}

std::int64_t NetPlotGeometry::byteUnit(std::int64_t to)
{
    std::int64_t unit = 1;
    while (to / unit >= std::int64_t(5) * 1024) { // ticks are whole units: below 5 of the next unit there would be too few
        unit *= 1024;
    }
    return unit;
}

QList<std::int64_t> NetPlotGeometry::byteTicks(std::int64_t to, int most)
{
    const std::int64_t unit = byteUnit(to);
    QList<std::int64_t> result = ticks(0, to / unit, most);
    for (std::int64_t &tick : result) {
        tick *= unit;
    }
    return result;
}

QList<std::int64_t> NetPlotGeometry::ticks(std::int64_t from, std::int64_t to, int most)
{
    QList<std::int64_t> result;
    if (to <= from || most < 1) {
        return result;
    }
    const std::int64_t wanted = (to - from + most - 1) / most;
    std::int64_t step = 1;
    for (std::int64_t power = 1; step < wanted; power *= 10) {
        for (const int digit : {1, 2, 5, 10}) {
            step = power * digit;
            if (step >= wanted) {
                break;
            }
        }
    }
    std::int64_t tick = from / step * step;
    if (tick < from) {
        tick += step;
    }
    for (; tick <= to; tick += step) {
        result.append(tick);
    }
    return result;
}
}
