// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewgeometry.h"

#include <QtMath>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
int clampedOffset(int offset, int imageLength, int viewLength)
{
    return std::clamp(offset, 0, std::max(0, imageLength - viewLength));
}
}

ViewGeometry::ViewGeometry(const QSize &viewSize, const QSize &remoteSize, qreal devicePixelRatio, Scaling scaling, const QPoint &offset, qreal zoom)
    // 801 view units at 1.25 are 1001.25 device pixels: only 1001 lie completely in the view. 1e-6 corrects rounding errors, as in 100 * 1.1.
    : m_deviceViewSize(qFloor(viewSize.width() * devicePixelRatio + 1e-6), qFloor(viewSize.height() * devicePixelRatio + 1e-6))
    , m_remoteSize(remoteSize)
    , m_devicePixelRatio(devicePixelRatio)
    , m_scaling(scaling)
{
    if (isEmpty()) {
        return;
    }
    QSize shown = remoteSize;
    if (scaling == Scaling::Fit) {
        const qreal scale =
            std::min(static_cast<qreal>(m_deviceViewSize.width()) / remoteSize.width(), static_cast<qreal>(m_deviceViewSize.height()) / remoteSize.height());
        shown = QSize(std::clamp(qRound(remoteSize.width() * scale), 1, m_deviceViewSize.width()),
                      std::clamp(qRound(remoteSize.height() * scale), 1, m_deviceViewSize.height()));
    } else {
        if (scaling == Scaling::Zoomed) {
            shown = QSize(std::max(1, qRound(remoteSize.width() * zoom)), std::max(1, qRound(remoteSize.height() * zoom)));
        }
        m_scrollOffset =
            QPoint(clampedOffset(offset.x(), shown.width(), m_deviceViewSize.width()), clampedOffset(offset.y(), shown.height(), m_deviceViewSize.height()));
    }
    const QPoint centred(std::max(0, (m_deviceViewSize.width() - shown.width()) / 2), std::max(0, (m_deviceViewSize.height() - shown.height()) / 2));
    m_deviceImageRect = QRect(centred - m_scrollOffset, shown);
}

bool ViewGeometry::isEmpty() const
{
    return m_deviceViewSize.isEmpty() || m_remoteSize.isEmpty();
}

qreal ViewGeometry::scaleX() const
{
    return isEmpty() ? 1 : static_cast<qreal>(m_deviceImageRect.width()) / m_remoteSize.width();
}

qreal ViewGeometry::scaleY() const
{
    return isEmpty() ? 1 : static_cast<qreal>(m_deviceImageRect.height()) / m_remoteSize.height();
}

bool ViewGeometry::isIntegerScale() const
{
    const auto whole = [](qreal scale) {
        return scale > 0.5 && std::abs(scale - std::round(scale)) < 1e-9;
    };
    return whole(scaleX()) && whole(scaleY());
}

QSize ViewGeometry::scrollRange() const
{
    return m_scaling == Scaling::Fit || isEmpty() ? QSize(0, 0) : (m_deviceImageRect.size() - m_deviceViewSize).expandedTo(QSize(0, 0));
}

QTransform ViewGeometry::remoteToDevice() const
{
    return QTransform(scaleX(), 0, 0, scaleY(), m_deviceImageRect.x(), m_deviceImageRect.y());
}

QRect ViewGeometry::imageRectOnView() const
{
    return isEmpty() ? QRect() : toView(QRect(QPoint(), m_remoteSize));
}

QRect ViewGeometry::imageRectRoundedInwards() const
{
    const QRect device = m_deviceImageRect & QRect(QPoint(), m_deviceViewSize);
    const QPoint topLeft(qCeil(device.left() / m_devicePixelRatio), qCeil(device.top() / m_devicePixelRatio));
    const QPoint end(qFloor((device.left() + device.width()) / m_devicePixelRatio), qFloor((device.top() + device.height()) / m_devicePixelRatio));
    return isEmpty() ? QRect() : QRect(topLeft, QSize(std::max(0, end.x() - topLeft.x()), std::max(0, end.y() - topLeft.y())));
}

QRect ViewGeometry::toView(const QRect &remote) const
{
    if (isEmpty() || remote.isEmpty()) {
        return {};
    }
    QRectF device = remoteToDevice().mapRect(QRectF(remote));
    if (m_deviceImageRect.size() != m_remoteSize) {
        // Smooth scaling changes one more pixel on each side, or two device pixels below half size, where the image is
        // averaged first.
        const qreal least = std::min(scaleX(), scaleY()) < 0.5 ? 2 : 1;
        const qreal reach = std::max<qreal>(least, std::max(scaleX(), scaleY()));
        device.adjust(-reach, -reach, reach, reach);
    }
    device &= QRectF(m_deviceImageRect & QRect(QPoint(), m_deviceViewSize));
    return QRectF(device.topLeft() / m_devicePixelRatio, device.size() / m_devicePixelRatio).toAlignedRect();
}

QPointF ViewGeometry::toView(const QPoint &remote) const
{
    return remoteToDevice().map(QPointF(remote.x() + 0.5, remote.y() + 0.5)) / m_devicePixelRatio;
}

QPoint ViewGeometry::devicePixelAt(const QPointF &view) const
{
    // In floating point 227 / 1.5 * 1.5 is a little less than 227.
    constexpr qreal roundingCorrection = 1e-6;
    return QPoint(qFloor(view.x() * m_devicePixelRatio + roundingCorrection), qFloor(view.y() * m_devicePixelRatio + roundingCorrection));
}

QRect ViewGeometry::visibleRemoteRect(int extraDevicePixels) const
{
    if (isEmpty()) {
        return {};
    }
    // Also contains the pixels outside the visible part that smooth scaling reads: two device pixels here, and one remote pixel below.
    const int extra = extraDevicePixels + 2;
    const QRectF device = QRectF(QRect(QPoint(), m_deviceViewSize)).adjusted(-extra, -extra, extra, extra);
    const QRect part = remoteToDevice().inverted().mapRect(device).toAlignedRect().adjusted(-1, -1, 1, 1) & QRect(QPoint(), m_remoteSize);
    return part.size() == m_remoteSize ? QRect() : part;
}

bool ViewGeometry::isOnImage(const QPointF &pointOnView) const
{
    return !isEmpty() && m_deviceImageRect.contains(devicePixelAt(pointOnView));
}

QPointF ViewGeometry::remotePositionAt(const QPointF &view) const
{
    const QPointF device = view * m_devicePixelRatio - QPointF(m_deviceImageRect.topLeft());
    return QPointF(device.x() / scaleX(), device.y() / scaleY());
}

QPoint ViewGeometry::scrollOffsetFor(const QPointF &place, const QPointF &view) const
{
    return (QPointF(place.x() * scaleX(), place.y() * scaleY()) - view * m_devicePixelRatio).toPoint();
}

QPoint ViewGeometry::toRemote(const QPointF &view) const
{
    if (isEmpty()) {
        return {};
    }
    // The center of the device pixel under the point, so that each device pixel maps to one remote pixel, independent of rounding.
    const QPointF device = QPointF(devicePixelAt(view)) + QPointF(0.5, 0.5);
    const int x = qFloor((device.x() - m_deviceImageRect.x()) / scaleX());
    const int y = qFloor((device.y() - m_deviceImageRect.y()) / scaleY());
    return QPoint(std::clamp(x, 0, m_remoteSize.width() - 1), std::clamp(y, 0, m_remoteSize.height() - 1));
}
}
