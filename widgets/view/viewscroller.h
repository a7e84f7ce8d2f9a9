// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"

#include <QObject>
#include <QPoint>

#include <optional>

class QScrollBar;
class QWidget;

namespace Nightdesk
{
/// The two scroll bars of a view, for an image that may be larger than the view. They are children of the view, at its right and its bottom, shown
/// when needed, and never take the focus. GUI thread. Owned by ViewNavigator.
class ViewScroller : public QObject
{
    Q_OBJECT
public:
    explicit ViewScroller(QWidget *view);

    /// Shows, hides and places the bars for an image of this size. Returns the geometry of the image on the rest of the view.
    ViewGeometry updateViewGeometry(const QSize &remoteSize, ViewGeometry::Scaling scaling, qreal zoom = 1);
    QPoint scrollOffset() const;
    /// Takes effect at the next updateViewGeometry(), which limits it to the scroll range.
    void setScrollOffset(const QPoint &offset);
    bool isScrollable() const; ///< true: the image is larger than the view and can be scrolled
    /// The vertical scroll bar, to which wheel events are sent; null: it is hidden.
    QScrollBar *visibleVerticalBar() const;

Q_SIGNALS:
    void scrollBarMoved();

private:
    QScrollBar *makeBar(Qt::Orientation orientation);

    QWidget *const m_view;
    QScrollBar *const m_horizontalBar;
    QScrollBar *const m_verticalBar;
    std::optional<QPoint> m_requestedOffset;
};
}
