// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewmagnifier.h"

#include "widgets/view/viewgeometry.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr int side = 241;
constexpr int magnifierFrame = 2;
}

ViewMagnifier::ViewMagnifier(QWidget *view)
    : m_view(view)
{
}

void ViewMagnifier::setShown(bool shown)
{
    m_view->update(rect());
    m_isShown = shown;
    m_view->update(rect());
}

void ViewMagnifier::setMagnification(int factor)
{
    m_magnification = std::clamp(factor, 2, 8);
    m_view->update(rect());
}

void ViewMagnifier::moveTo(const QPointF &pointer)
{
    if (m_isShown) {
        m_view->update(rect());
    }
    m_pointerPosition = pointer;
    if (m_isShown) {
        m_view->update(rect());
    }
}

int ViewMagnifier::radius() const
{
    return static_cast<int>(std::ceil(side / 2.0 * m_view->devicePixelRatioF()));
}

QRect ViewMagnifier::rect() const
{
    return m_isShown ? QRect(m_pointerPosition.toPoint() - QPoint(side / 2, side / 2), QSize(side, side)) : QRect();
}

void ViewMagnifier::paint(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QColor &frame) const
{
    if (!m_isShown || geometry.isEmpty() || image.isNull()) {
        return;
    }
    // A whole number of device pixels for each remote pixel, even if the desktop is shown reduced.
    const qreal ratio = m_view->devicePixelRatioF();
    const int scale = std::max(1, qRound(m_magnification * std::max<qreal>(1, std::round(geometry.scaleX()))));
    const QRect place = rect();
    const QRectF inner = QRectF(place).adjusted(magnifierFrame, magnifierFrame, -magnifierFrame, -magnifierFrame);
    const QPointF centre = QPointF(geometry.toRemote(m_pointerPosition)) + QPointF(0.5, 0.5);
    const QSizeF seen = inner.size() * ratio / scale;
    painter.save();
    painter.fillRect(place, frame);
    painter.fillRect(inner, Qt::black);
    painter.setClipRect(inner, Qt::IntersectClip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QRectF source(centre - QPointF(seen.width() / 2, seen.height() / 2), seen);
    painter.translate(inner.topLeft());
    painter.scale(scale / ratio, scale / ratio);
    painter.translate(-source.topLeft());
    const QRect part = source.toAlignedRect().adjusted(-1, -1, 1, 1) & image.rect();
    painter.drawImage(part.topLeft(), image, part);
    // Marks the pixel that a click would hit.
    painter.setPen(QPen(frame, 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(centre - QPointF(0.5, 0.5), QSizeF(1, 1)));
    painter.restore();
}
}
