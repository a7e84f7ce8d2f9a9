// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>
#include <QRect>

class QPainter;
class QWidget;

namespace Nightdesk
{
class ViewGeometry;

/// A magnifier around the pointer: shows the pixels below it enlarged and not smoothed. Clicks go through it. Member of the view, GUI thread.
class ViewMagnifier
{
public:
    explicit ViewMagnifier(QWidget *view);

    void setShown(bool shown);
    bool isShown() const
    {
        return m_isShown;
    }
    void setMagnification(int factor);
    void moveTo(const QPointF &pointer);
    /// How far the magnifier reaches from the pointer, in device pixels.
    int radius() const;
    /// The part of the view that the magnifier covers; empty: it is hidden.
    QRect rect() const;
    void paint(QPainter &painter, const QImage &image, const ViewGeometry &geometry, const QColor &frame) const;

private:
    QWidget *const m_view;
    QPointF m_pointerPosition;
    int m_magnification = 3;
    bool m_isShown = false;
};
}
