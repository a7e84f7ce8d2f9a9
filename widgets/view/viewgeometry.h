// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSize>
#include <QTransform>

namespace Nightdesk
{
/// How a remote picture lies on a view. Remote pixels are the server's; view coordinates are Qt's (device-independent);
/// device pixels are those of the monitor. One remote pixel is exactly one device pixel in OneToOne, at every device pixel
/// ratio. Pure value. Made by ViewNavigator and others for one computation.
class ViewGeometry
{
public:
    enum class Scaling {
        OneToOne, ///< the picture in the middle, or a part of it that can be scrolled
        Fit, ///< the whole picture as large as the view allows, its shape kept
        Zoomed, ///< each remote pixel as large as was asked for; may be scrolled
    };

    ViewGeometry() = default;
    /// @p viewSize in view coordinates, @p remoteSize in remote pixels; @p offset: the device pixels that are scrolled away
    /// at the left and top (kept within scrollRange()); @p zoom: device pixels per remote pixel where it is Zoomed.
    ViewGeometry(const QSize &viewSize, const QSize &remoteSize, qreal devicePixelRatio, Scaling scaling, const QPoint &offset = {}, qreal zoom = 1);

    bool isEmpty() const; ///< nothing to see: no picture or no view
    QSize deviceSize() const; ///< of the view, whole device pixels
    /// Where the whole picture lies, in device pixels from the view's top left; reaches beyond the view when scrolled.
    QRect deviceRect() const;
    /// Device pixels per remote pixel.
    qreal scaleX() const;
    qreal scaleY() const;
    /// Each remote pixel is a whole number of device pixels wide and high, at least one.
    bool isWhole() const;
    /// How far it can be scrolled, in device pixels; 0 where the picture fits.
    QSize scrollRange() const;
    QPoint offset() const;

    /// From remote pixels to device pixels of the view.
    QTransform remoteToDevice() const;
    /// The part of the view that shows the picture, in view coordinates, rounded outwards.
    QRect rectOnView() const;
    /// The part of the view that shows nothing but the picture, rounded inwards.
    QRect coveredOnView() const;
    /// The part of the view that changes when @p remote changes; rounded outwards, with the neighbours that smooth scaling
    /// mixes in. Clipped to the view.
    QRect toView(const QRect &remote) const;
    /// Centre of a remote pixel in view coordinates.
    QPointF toView(const QPoint &remote) const;
    /// The remote pixels that are in sight, and @p beyond device pixels around the view; empty: all of them.
    QRect shownPart(int beyond = 0) const;
    /// True if the point is on the picture.
    bool hits(const QPointF &view) const;
    /// The place under a point, in remote pixels with their fractions; also beside the picture.
    QPointF placeUnder(const QPointF &view) const;
    /// How far it has to be scrolled for that place to be under the point.
    QPoint offsetFor(const QPointF &place, const QPointF &view) const;
    /// The remote pixel under a point; the nearest one where it is beside the picture.
    QPoint toRemote(const QPointF &view) const;

private:
    QPoint devicePixel(const QPointF &view) const;

    QSize m_deviceSize;
    QSize m_remoteSize;
    qreal m_ratio = 1;
    Scaling m_scaling = Scaling::OneToOne;
    QPoint m_offset;
    QRect m_deviceRect;
};
}
