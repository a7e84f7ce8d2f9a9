// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardmarkpaint.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>

namespace Nightdesk::BoardMarkPaint
{
void draw(QPainter *painter, const QRectF &place, BoardMark mark, const QColor &color)
{
    const qreal size = std::min(place.width(), place.height());
    const QRectF box(place.center() - QPointF(size, size) / 2, QSizeF(size, size));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const qreal line = std::max<qreal>(1.2, size / 7);
    switch (mark) {
    case BoardMark::Live:
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawEllipse(box.adjusted(line / 2, line / 2, -line / 2, -line / 2));
        break;
    case BoardMark::Poor: {
        QPainterPath triangle(QPointF(box.center().x(), box.top()));
        triangle.lineTo(box.right(), box.bottom() - line / 2);
        triangle.lineTo(box.left(), box.bottom() - line / 2);
        triangle.closeSubpath();
        painter->fillPath(triangle, color);
        break;
    }
    case BoardMark::Bad: {
        painter->setPen(QPen(color, line * 1.4, Qt::SolidLine, Qt::RoundCap));
        const QRectF cross = box.adjusted(line, line, -line, -line);
        painter->drawLine(cross.topLeft(), cross.bottomRight());
        painter->drawLine(cross.topRight(), cross.bottomLeft());
        break;
    }
    case BoardMark::NotConnected:
        painter->setPen(QPen(color, line));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(box.adjusted(line, line, -line, -line));
        break;
    }
    painter->restore();
}

QIcon icon(BoardMark mark)
{
    QIcon result;
    for (const int size : {16, 32}) {
        QPixmap picture(size, size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        draw(&painter, QRectF(size * 0.12, size * 0.12, size * 0.76, size * 0.76), mark, BoardWording::color(mark));
        painter.end();
        result.addPixmap(picture);
    }
    return result;
}
}
