// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewnavigator.h"

#include <QCursor>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr qreal zoomSteps[] = {0.1, 0.15, 0.2, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8};
constexpr qreal edgePanWidth = 8; // width of the strip along the view's edge in which the pointer scrolls
constexpr int maxEdgePanSpeed = 24; // device pixels per tick
constexpr auto edgePanDelay = 200ms; // delay before scrolling: a pointer that only crosses the edge must not scroll
constexpr auto tick = 16ms;
constexpr int notch = 120;

int edgePanSpeed(qreal position, qreal viewLength)
{
    if (position < edgePanWidth) {
        return -static_cast<int>(maxEdgePanSpeed * std::min<qreal>(1, (edgePanWidth - position) / edgePanWidth) + 1);
    }
    return position > viewLength - edgePanWidth
        ? static_cast<int>(maxEdgePanSpeed * std::min<qreal>(1, (position - viewLength + edgePanWidth) / edgePanWidth) + 1)
        : 0;
}
}

ViewNavigator::ViewNavigator(QWidget *view)
    : m_view(view)
    , m_scroller(view)
{
    connect(&m_scroller, &ViewScroller::scrollBarMoved, this, &ViewNavigator::visiblePartChanged);
    connect(&m_edgePanTimer, &QTimer::timeout, this, &ViewNavigator::panOneEdgeStep);
}

void ViewNavigator::setPrefs(const ViewPrefs &prefs)
{
    m_viewPrefs = prefs;
    stopEdgePanning();
}

const ViewGeometry &ViewNavigator::updateViewGeometry(const QSize &remoteSize)
{
    m_remoteSize = remoteSize;
    m_viewGeometry = m_scroller.updateViewGeometry(remoteSize, m_scaling, m_zoom);
    if (!m_scroller.isScrollable()) {
        stopEdgePanning();
    }
    return m_viewGeometry;
}

void ViewNavigator::setScaling(Scaling scaling)
{
    if (m_scaling != scaling) {
        m_scaling = scaling;
        Q_EMIT visiblePartChanged();
    }
}

qreal ViewNavigator::zoom() const
{
    return m_scaling == Scaling::OneToOne ? 1 : m_scaling == Scaling::Zoomed ? m_zoom : m_viewGeometry.scaleX();
}

void ViewNavigator::setZoom(qreal zoom, const std::optional<QPointF> &anchor)
{
    const QPointF at = anchor.value_or(QRectF(m_viewGeometry.imageRectOnView()).center());
    const QPointF place = m_viewGeometry.remotePositionAt(at);
    m_zoom = std::clamp(zoom, std::begin(zoomSteps)[0], *(std::end(zoomSteps) - 1));
    m_scaling = m_zoom == 1 ? Scaling::OneToOne : Scaling::Zoomed;
    if (!m_viewGeometry.isEmpty()) {
        const ViewGeometry wanted(m_view->size(), m_remoteSize, m_view->devicePixelRatioF(), m_scaling, {}, m_zoom);
        m_scroller.setScrollOffset(wanted.scrollOffsetFor(place, at));
    }
    Q_EMIT visiblePartChanged();
}

void ViewNavigator::zoomAtPointer(int steps)
{
    const QPointF pointer = m_view->mapFromGlobal(QPointF(QCursor::pos()));
    zoomBy(steps, m_view->rect().contains(pointer.toPoint()) ? std::optional(pointer) : std::nullopt);
}

void ViewNavigator::zoomBy(int steps, const std::optional<QPointF> &anchor)
{
    constexpr qreal little = 1.001;
    qreal wanted = zoom();
    for (; steps > 0; --steps) {
        const auto next = std::ranges::find_if(zoomSteps, [wanted](qreal step) {
            return step > wanted * little;
        });
        wanted = next == std::end(zoomSteps) ? wanted : *next;
    }
    for (; steps < 0; ++steps) {
        const auto next = std::ranges::find_if(std::rbegin(zoomSteps), std::rend(zoomSteps), [wanted](qreal step) {
            return step < wanted / little;
        });
        wanted = next == std::rend(zoomSteps) ? wanted : *next;
    }
    setZoom(wanted, anchor);
    Q_EMIT zoomedByUser();
}

bool ViewNavigator::handleWheel(const QWheelEvent &event)
{
    if (!m_viewPrefs.areZoomPanModifiers(event.modifiers())) {
        m_wheelRemainder = 0;
        return false;
    }
    // Qt swaps the wheel's axes while Alt is held.
    m_wheelRemainder += event.angleDelta().y() != 0 ? event.angleDelta().y() : event.angleDelta().x();
    if (const int steps = m_wheelRemainder / notch; steps != 0) {
        m_wheelRemainder -= steps * notch;
        zoomBy(steps, event.position());
    }
    return true;
}

bool ViewNavigator::handleMouse(const QMouseEvent &event)
{
    if (m_lastPanPosition) {
        if (!(event.buttons() & Qt::MiddleButton)) {
            m_lastPanPosition.reset();
            return true;
        }
        const QPointF moved = *m_lastPanPosition - event.position();
        m_lastPanPosition = event.position();
        scrollByDevicePixels((moved * m_view->devicePixelRatioF()).toPoint());
        return true;
    }
    const bool isPress = event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonDblClick;
    if (isPress && event.buttons() == Qt::MiddleButton && m_viewPrefs.areZoomPanModifiers(event.modifiers())) {
        m_lastPanPosition = event.position();
        stopEdgePanning();
        return true;
    }
    panAtEdges(event.position());
    return false;
}

void ViewNavigator::panAtEdges(const QPointF &at)
{
    if (!m_viewPrefs.pansAtEdges || !m_scroller.isScrollable()) {
        return;
    }
    const QSizeF shown = QSizeF(m_viewGeometry.deviceViewSize()) / m_view->devicePixelRatioF();
    const QSize range = m_viewGeometry.scrollRange();
    const QPoint offset = m_viewGeometry.scrollOffset();
    const auto possible = [](int wanted, int now, int most) {
        return (wanted < 0 && now > 0) || (wanted > 0 && now < most) ? wanted : 0;
    };
    m_edgePanStep = QPoint(possible(edgePanSpeed(at.x(), shown.width()), offset.x(), range.width()),
                           possible(edgePanSpeed(at.y(), shown.height()), offset.y(), range.height()));
    if (m_edgePanStep.isNull()) {
        m_edgePanTimer.stop();
    } else if (!m_edgePanTimer.isActive()) {
        m_edgePanTimer.start(edgePanDelay);
    }
}

void ViewNavigator::panOneEdgeStep()
{
    m_edgePanTimer.setInterval(tick);
    const QPoint before = m_viewGeometry.scrollOffset();
    scrollByDevicePixels(m_edgePanStep);
    if (m_viewGeometry.scrollOffset() == before) {
        stopEdgePanning();
        return;
    }
    Q_EMIT scrolledUnderPointer();
}

void ViewNavigator::stopEdgePanning()
{
    m_edgePanStep = {};
    m_edgePanTimer.stop();
}

void ViewNavigator::scrollByDevicePixels(const QPoint &device)
{
    if (!device.isNull()) {
        m_scroller.setScrollOffset(m_viewGeometry.scrollOffset() + device);
        Q_EMIT visiblePartChanged();
    }
}

QScrollBar *ViewNavigator::visibleVerticalBar() const
{
    return m_scroller.visibleVerticalBar();
}
}
