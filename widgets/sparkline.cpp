// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sparkline.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace Nightdesk
{
Sparkline::Sparkline(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Sparkline::setPoints(const QList<Point> &points, std::chrono::milliseconds span)
{
    m_points = points;
    m_span = std::max(span, std::chrono::milliseconds(1));
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

    double largest = 1e-9;
    for (const Point &point : m_points) {
        largest = std::max(largest, point.value.value_or(0));
    }
    QPainterPath path;
    bool drawing = false;
    for (const Point &point : m_points) {
        if (!point.value) {
            drawing = false;
            continue;
        }
        const double across = 1 - std::chrono::duration<double>(point.age) / std::chrono::duration<double>(m_span);
        const QPointF place(area.left() + area.width() * across, area.bottom() - area.height() * 0.9 * *point.value / largest);
        if (drawing) {
            path.lineTo(place);
        } else {
            path.moveTo(place);
            drawing = true;
        }
    }
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.drawPath(path);
}
}
