// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/picturepaint.h"

#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
QRgb average(QRgb a, QRgb b)
{
    // Averages each byte separately, without a carry into the next one.
    return (a & b) + (((a ^ b) & 0xfefefefeU) >> 1);
}

/// How often the image is halved before it is drawn: smooth scaling mixes only two pixels in each direction and would skip some below half size.
int halvingCount(const ViewGeometry &geometry)
{
    qreal scale = std::min(geometry.scaleX(), geometry.scaleY());
    int count = 0;
    for (; scale < 0.5 && count < 3; scale *= 2) {
        ++count;
    }
    return count;
}

void paintHalved(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QRectF &device, int count)
{
    const int grid = 1 << count;
    const QRectF wanted = geometry.remoteToDevice().inverted().mapRect(device).adjusted(-2 * grid, -2 * grid, 2 * grid, 2 * grid);
    QRect part = wanted.toAlignedRect() & image.rect();
    part.setLeft(part.left() / grid * grid);
    part.setTop(part.top() / grid * grid);
    if (part.isEmpty()) {
        return;
    }
    QImage small = halved(image, part);
    for (int i = 1; i < count; ++i) {
        small = halved(small, small.rect());
    }
    painter.translate(part.topLeft());
    painter.scale(grid, grid);
    painter.drawImage(QPoint(), small);
}
}

QImage halved(const QImage &image, const QRect &part)
{
    const QSize size((part.width() + 1) / 2, (part.height() + 1) / 2);
    QImage result(size, QImage::Format_RGB32);
    const int lastColumn = image.width() - 1;
    const int lastRow = image.height() - 1;
    const int whole = (std::min(part.right(), lastColumn) - part.left() + 1) / 2; // output columns for which both input columns exist
    for (int y = 0; y < size.height(); ++y) {
        const int row = part.top() + 2 * y;
        const auto *upper = reinterpret_cast<const QRgb *>(image.constScanLine(std::min(row, lastRow))) + part.left();
        const auto *lower = reinterpret_cast<const QRgb *>(image.constScanLine(std::min(row + 1, lastRow))) + part.left();
        auto *out = reinterpret_cast<QRgb *>(result.scanLine(y));
        for (int x = 0; x < whole; ++x) {
            out[x] = average(average(upper[2 * x], lower[2 * x]), average(upper[2 * x + 1], lower[2 * x + 1]));
        }
        for (int x = whole; x < size.width(); ++x) {
            const int column = std::min(2 * x, lastColumn - part.left());
            out[x] = average(upper[column], lower[column]);
        }
    }
    return result;
}

void paintPicture(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QRegion &region, bool exact)
{
    if (geometry.isEmpty() || image.isNull()) {
        return;
    }
    // At a fractional device pixel ratio, the widget may begin between two device pixels. The image is moved to whole device pixels.
    const QTransform toDevice = painter.deviceTransform();
    const QTransform aligned = geometry.remoteToDevice() * QTransform::fromTranslate(std::round(toDevice.dx()), std::round(toDevice.dy()));
    const qreal ratio = toDevice.m11();
    const QTransform fromRemote = aligned * toDevice.inverted();
    const QRect device = geometry.deviceImageRect() & QRect(QPoint(), geometry.deviceViewSize());
    const QRectF shown(QPointF(device.topLeft()) / ratio, QSizeF(device.size()) / ratio);
    const bool isSharp = geometry.isIntegerScale() && (exact || geometry.deviceImageRect().size() == image.size());
    const int count = isSharp ? 0 : halvingCount(geometry);
    for (const QRect &rect : region) {
        const QRectF part = shown & QRectF(rect); // used as clip, because a halved image may reach a little beyond the edge of the original
        if (part.isEmpty()) {
            continue;
        }
        painter.save();
        painter.setClipRect(part, Qt::IntersectClip);
        painter.setWorldTransform(fromRemote * painter.worldTransform());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, !isSharp);
        if (count > 0) {
            paintHalved(painter, image, geometry, QRectF(part.topLeft() * ratio, part.size() * ratio), count);
        } else {
            painter.drawImage(QPoint(), image);
        }
        painter.restore();
    }
}
}
