// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/sparkline.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
Sparkline::Sparkline()
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Sparkline::setPoints(const QList<Point> &points, std::chrono::milliseconds span)
{
    m_points = points;
    m_shownDuration = std::max(span, std::chrono::milliseconds(1));
    update();
}

QSize Sparkline::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 2};
}

QSize Sparkline::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, fontMetrics().height()};
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(1, 2, -1, -2);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setClipRect(rect()); // clipped, because a point may be older than the shown time span
    draw(&painter, area, m_points, m_shownDuration, palette().color(QPalette::Highlight), devicePixelRatioF());
}

void Sparkline::draw(QPainter *painter, const QRectF &area, const QList<Point> &points, std::chrono::milliseconds span, const QColor &color, qreal scale)
{
    double largest = 1e-9;
    for (const Point &point : points) {
        largest = std::max(largest, point.value.value_or(0));
    }
    painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::BevelJoin));
    QPolygonF run;
    const auto drawRun = [painter, &run] {
        if (run.size() == 1) {
            painter->drawPoint(run.first()); // a single value between two gaps still has to be visible
        } else {
            painter->drawPolyline(run);
        }
        run.clear();
    };
    for (const Point &point : points) {
        if (!point.value) {
            drawRun();
            continue;
        }
        const double across = 1 - std::chrono::duration<double>(point.age) / std::chrono::duration<double>(span);
        const QPointF place(area.left() + area.width() * across, area.bottom() - area.height() * 0.9 * *point.value / largest);
        // Draws only the highest value in each pixel column: more cannot be seen, and Qt's time to draw a line grows
        // with the number of points.
        if (!run.isEmpty() && std::abs(run.last().x() - place.x()) * scale < 1) {
            run.last().setY(std::min(run.last().y(), place.y()));
        } else {
            run.append(place);
        }
    }
    drawRun();
}
}
