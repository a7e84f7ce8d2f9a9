// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/desktopcursor.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace Nightdesk
{
namespace
{
QCursor dotCursor(qreal devicePixelRatio)
{
    constexpr int side = 7;
    QPixmap dot(qRound(side * devicePixelRatio), qRound(side * devicePixelRatio));
    dot.setDevicePixelRatio(devicePixelRatio);
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::white, 1));
    painter.setBrush(Qt::black);
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2));
    painter.end();
    return QCursor(dot, side / 2, side / 2);
}
}

bool hasVisibleCursor(const QImage &image)
{
    if (image.width() <= 1 && image.height() <= 1) {
        return false; // servers send this for "no cursor"
    }
    for (int y = 0; y < image.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        if (std::any_of(line, line + image.width(), [](QRgb pixel) {
                return qAlpha(pixel) > 0;
            })) {
            return true;
        }
    }
    return false;
}

QCursor desktopCursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio)
{
    if (!hasVisibleCursor(image)) {
        return dotCursor(devicePixelRatio);
    }
    // At a smaller scale an arrow would not be recognizable: the cursor then stays larger than the image around it.
    const qreal usedScale = std::max(scale, 0.5);
    QImage scaled = image;
    if (!qFuzzyCompare(usedScale, 1.0)) {
        const QSize size(std::max(1, qRound(image.width() * usedScale)), std::max(1, qRound(image.height() * usedScale)));
        scaled = image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    scaled.setDevicePixelRatio(devicePixelRatio);
    const qreal toView = usedScale / devicePixelRatio;
    return QCursor(QPixmap::fromImage(scaled), static_cast<int>(hotSpot.x() * toView), static_cast<int>(hotSpot.y() * toView));
}

QCursor CachedCursor::cursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio)
{
    const CursorSource dot{{}, {}, 1, devicePixelRatio};
    const CursorSource look = hasVisibleCursor(image) ? CursorSource{image, hotSpot, scale, devicePixelRatio} : dot;
    if (!m_cachedCursor || look != m_cursorSource) {
        m_cursorSource = look;
        m_cachedCursor = desktopCursor(look.image, look.hotSpot, look.scale, look.devicePixelRatio);
    }
    return *m_cachedCursor;
}
}
