// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewscroller.h"

#include <KLocalizedString>

#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyle>
#include <QWidget>

namespace Nightdesk
{
ViewScroller::ViewScroller(QWidget *view)
    : m_view(view)
    , m_horizontalBar(makeBar(Qt::Horizontal))
    , m_verticalBar(makeBar(Qt::Vertical))
{
    m_horizontalBar->setAccessibleName(i18nc("@info accessible name of a scroll bar", "Scroll the desktop horizontally"));
    m_verticalBar->setAccessibleName(i18nc("@info accessible name of a scroll bar", "Scroll the desktop vertically"));
}

QScrollBar *ViewScroller::makeBar(Qt::Orientation orientation)
{
    auto *bar = new QScrollBar(orientation, m_view);
    bar->setFocusPolicy(Qt::NoFocus);
    bar->setCursor(Qt::ArrowCursor); // over a scroll bar the cursor is an arrow, not the desktop's cursor
    bar->setSingleStep(20);
    bar->hide();
    connect(bar, &QScrollBar::valueChanged, this, &ViewScroller::scrollBarMoved);
    return bar;
}

ViewGeometry ViewScroller::updateViewGeometry(const QSize &remoteSize, ViewGeometry::Scaling scaling, qreal zoom)
{
    const qreal ratio = m_view->devicePixelRatioF();
    const QSize size = m_view->size();
    const int thickness = m_view->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_view);
    const auto without = [&](bool sideways, bool upDown) {
        return size - QSize(upDown ? thickness : 0, sideways ? thickness : 0);
    };
    QSize range = ViewGeometry(size, remoteSize, ratio, scaling, {}, zoom).scrollRange();
    bool sideways = range.width() > 0;
    bool upDown = range.height() > 0;
    if (sideways != upDown) { // one bar may make the other bar necessary
        range = ViewGeometry(without(sideways, upDown), remoteSize, ratio, scaling, {}, zoom).scrollRange();
        sideways = range.width() > 0;
        upDown = range.height() > 0;
    }
    const QSize viewport = without(sideways, upDown);
    const ViewGeometry geometry(viewport, remoteSize, ratio, scaling, scrollOffset(), zoom);
    m_requestedOffset.reset();
    const auto place = [](QScrollBar *bar, bool shown, const QRect &where, int maximum, int page, int value) {
        const QSignalBlocker quiet(bar);
        bar->setGeometry(where);
        bar->setRange(0, maximum);
        bar->setPageStep(page);
        bar->setValue(value);
        bar->setVisible(shown);
    };
    const QSize shown = geometry.deviceViewSize();
    range = geometry.scrollRange();
    place(m_horizontalBar, sideways, QRect(0, viewport.height(), viewport.width(), thickness), range.width(), shown.width(), geometry.scrollOffset().x());
    place(m_verticalBar, upDown, QRect(viewport.width(), 0, thickness, viewport.height()), range.height(), shown.height(), geometry.scrollOffset().y());
    return geometry;
}

QPoint ViewScroller::scrollOffset() const
{
    return m_requestedOffset.value_or(QPoint(m_horizontalBar->value(), m_verticalBar->value()));
}

void ViewScroller::setScrollOffset(const QPoint &offset)
{
    m_requestedOffset = offset;
}

bool ViewScroller::isScrollable() const
{
    return m_horizontalBar->maximum() > 0 || m_verticalBar->maximum() > 0;
}

QScrollBar *ViewScroller::visibleVerticalBar() const
{
    return m_verticalBar->isVisible() ? m_verticalBar : nullptr;
}
}
