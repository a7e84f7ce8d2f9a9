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
/// Position and scale of a remote image on a view. Remote pixels are the server's; view coordinates are Qt's (device-independent); device pixels are
/// the monitor's. In OneToOne, one remote pixel is exactly one device pixel at every device pixel ratio. Pure value. Made by ViewNavigator and others
/// for one computation.
class ViewGeometry
{
public:
    enum class Scaling {
        OneToOne, ///< the image centered, or a part of it that can be scrolled
        Fit, ///< the whole image as large as the view allows, aspect ratio kept
        Zoomed, ///< each remote pixel as large as the zoom says; may be scrolled
    };

    ViewGeometry() = default;
    /// @p viewSize in view coordinates, @p remoteSize in remote pixels. @p offset: scroll position in device pixels (limited to scrollRange()). @p
    /// zoom: device pixels per remote pixel, for Zoomed.
    ViewGeometry(const QSize &viewSize, const QSize &remoteSize, qreal devicePixelRatio, Scaling scaling, const QPoint &offset = {}, qreal zoom = 1);

    bool isEmpty() const; ///< no image or no view
    /// size of the view in whole device pixels
    QSize deviceViewSize() const
    {
        return m_deviceViewSize;
    }
    /// The whole image, in device pixels from the view's top left; reaches outside the view when scrolled.
    QRect deviceImageRect() const
    {
        return m_deviceImageRect;
    }
    /// Device pixels per remote pixel.
    qreal scaleX() const;
    qreal scaleY() const;
    /// Each remote pixel is a whole number of device pixels wide and high, at least one.
    bool isIntegerScale() const;
    /// How far the image can be scrolled, in device pixels; 0 where it fits.
    QSize scrollRange() const;
    QPoint scrollOffset() const
    {
        return m_scrollOffset;
    }

    /// From remote pixels to device pixels of the view.
    QTransform remoteToDevice() const;
    /// The part of the view that shows the image, in view coordinates, rounded outwards.
    QRect imageRectOnView() const;
    /// The part of the view that the image covers completely, in view coordinates, rounded inwards.
    QRect imageRectRoundedInwards() const;
    /// The part of the view that changes when @p remote changes; rounded outwards, and extended by the neighboring pixels that smooth scaling mixes.
    /// Clipped to the view.
    QRect toView(const QRect &remote) const;
    /// Center of a remote pixel in view coordinates.
    QPointF toView(const QPoint &remote) const;
    /// The remote pixels that are visible, extended by @p extraDevicePixels on each side of the view; empty: all of them.
    QRect visibleRemoteRect(int extraDevicePixels = 0) const;
    /// True if the point is on the image.
    bool isOnImage(const QPointF &pointOnView) const;
    /// The position under a point, in fractional remote pixels; may lie outside the image.
    QPointF remotePositionAt(const QPointF &view) const;
    /// The scroll offset that puts @p place (in remote pixels) under the point @p view.
    QPoint scrollOffsetFor(const QPointF &place, const QPointF &view) const;
    /// The remote pixel under a point; the nearest one if the point is outside the image.
    QPoint toRemote(const QPointF &view) const;

private:
    QPoint devicePixelAt(const QPointF &view) const;

    QSize m_deviceViewSize;
    QSize m_remoteSize;
    qreal m_devicePixelRatio = 1;
    Scaling m_scaling = Scaling::OneToOne;
    QPoint m_scrollOffset;
    QRect m_deviceImageRect;
};
}
