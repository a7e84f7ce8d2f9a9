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
/// Sets which part of a desktop its view shows, and how large: by scroll bars, by wheel and middle button while the modifiers of the preferences are
/// held, and by the pointer at an edge. Member of the view, GUI thread.
class ViewNavigator : public QObject
{
    Q_OBJECT
public:
    using Scaling = ViewGeometry::Scaling;

    explicit ViewNavigator(QWidget *view);

    void setPrefs(const ViewPrefs &prefs);
    /// Computes the geometry of an image of this size on the view as it is now.
    const ViewGeometry &updateViewGeometry(const QSize &remoteSize);
    const ViewGeometry &geometry() const
    {
        return m_viewGeometry;
    }

    Scaling scaling() const
    {
        return m_scaling;
    }
    void setScaling(Scaling scaling);
    /// Device pixels per remote pixel, limited to the allowed range; 1 is OneToOne. The remote pixel under @p anchor stays there.
    void setZoom(qreal zoom, const std::optional<QPointF> &anchor = {});
    qreal zoom() const;
    /// Zooms to the next step up (1) or down (-1); whole factors are among the steps.
    void zoomBy(int steps, const std::optional<QPointF> &anchor = {});
    /// like zoomBy(); the remote pixel under the pointer stays there if the pointer is on the view
    void zoomAtPointer(int steps);

    /// True: the event controls the view and must not be sent to the desktop.
    bool handleMouse(const QMouseEvent &event);
    bool handleWheel(const QWheelEvent &event);
    /// Stops the panning that the pointer at an edge started; called when the pointer leaves the view.
    void stopEdgePanning();
    QScrollBar *visibleVerticalBar() const;

Q_SIGNALS:
    void visiblePartChanged(); ///< the visible part changed: the owner must call updateViewGeometry() again
    void scrolledUnderPointer(); ///< the visible part was scrolled: the pointer, which did not move, is over another remote pixel
    void zoomedByUser(); ///< the user changed the zoom

private:
    void panAtEdges(const QPointF &at);
    void panOneEdgeStep();
    void scrollByDevicePixels(const QPoint &device);

    QWidget *const m_view;
    ViewScroller m_scroller;
    ViewPrefs m_viewPrefs;
    ViewGeometry m_viewGeometry;
    QSize m_remoteSize;
    Scaling m_scaling = Scaling::OneToOne;
    qreal m_zoom = 1;
    int m_wheelRemainder = 0; ///< wheel rotation not yet used for a step, in eighths of a degree
    std::optional<QPointF> m_lastPanPosition;
    QPoint m_edgePanStep; ///< scroll distance of each timer tick, in device pixels
    QTimer m_edgePanTimer; ///< scrolls while the pointer is at an edge of the view
};
}
