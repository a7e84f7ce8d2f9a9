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
/// The two scroll bars of a view whose picture may be larger than it is. They are children of the view, at its right and its
/// bottom, shown when needed, and never take the focus. GUI thread. Owned by ViewNavigator.
class ViewScroller : public QObject
{
    Q_OBJECT
public:
    explicit ViewScroller(QWidget *view);

    /// Shows, hides and places the bars for a picture of this size; what is left of the view shows it as the answer tells.
    ViewGeometry arrange(const QSize &remoteSize, ViewGeometry::Scaling scaling, qreal zoom = 1);
    QPoint offset() const;
    /// Counts at the next arrange(), which keeps it within what there is.
    void setOffset(const QPoint &offset);
    bool hasRoom() const; ///< there is something to scroll
    /// The bar that a wheel moves; null: nothing to scroll that way.
    QScrollBar *wheelBar() const;

Q_SIGNALS:
    void scrolled();

private:
    QScrollBar *makeBar(Qt::Orientation orientation);

    QWidget *const m_view;
    QScrollBar *const m_horizontal;
    QScrollBar *const m_vertical;
    std::optional<QPoint> m_wanted;
};
}
