// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"
#include "widgets/view/viewprefs.h"
#include "widgets/view/viewscroller.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QMouseEvent;
class QWheelEvent;

namespace Nightdesk
{
/// Which part of a desktop its view shows, and how large: by scroll bars, by wheel and middle button while the modifiers of the
/// preferences are held, and by the pointer at an edge. Member of the view, GUI thread.
class ViewNavigator : public QObject
{
    Q_OBJECT
public:
    using Scaling = ViewGeometry::Scaling;

    explicit ViewNavigator(QWidget *view);

    void setPrefs(const ViewPrefs &prefs);
    /// Lays a picture of this size out on the view as it is now.
    const ViewGeometry &arrange(const QSize &remoteSize);
    const ViewGeometry &geometry() const;

    Scaling scaling() const;
    void setScaling(Scaling scaling);
    /// Device pixels per remote pixel, within what is allowed; 1 is OneToOne. The place under @p anchor stays under it.
    void setZoom(qreal zoom, const std::optional<QPointF> &anchor = {});
    qreal zoom() const;
    /// To the next step up (1) or down (-1); whole factors are among the steps.
    void zoomBy(int steps, const std::optional<QPointF> &anchor = {});
    void zoomAtPointer(int steps); ///< the same; the place under the pointer stays there if the pointer is on the view

    /// True: it was meant for us, not for the desktop.
    bool mouse(const QMouseEvent &event);
    bool wheel(const QWheelEvent &event);
    /// The pointer left the view.
    void stopSliding();
    QScrollBar *wheelBar() const;

Q_SIGNALS:
    void moved(); ///< arrange() it again
    void slid(); ///< the same, and what is under the resting pointer is another place
    void zoomed(); ///< by the person

private:
    bool isMeant(Qt::KeyboardModifiers modifiers) const;
    void lookAtEdges(const QPointF &at);
    void slide();
    void scrollBy(const QPoint &device);

    QWidget *const m_view;
    ViewScroller m_scroller;
    ViewPrefs m_prefs;
    ViewGeometry m_geometry;
    QSize m_remoteSize;
    Scaling m_scaling = Scaling::OneToOne;
    qreal m_zoom = 1;
    int m_turned = 0; ///< eighths of a degree of the wheel that made no step yet
    std::optional<QPointF> m_panFrom;
    QPoint m_slide; ///< device pixels a tick
    QTimer m_slideTimer;
};
}
