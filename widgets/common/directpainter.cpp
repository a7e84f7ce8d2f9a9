// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/directpainter.h"

#include "widgets/common/applicationeventfilter.h"

#include <QWidget>
#include <QWindow>

#include <utility>
#include <vector>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto quietTimeBeforeQtPaints = 1s; // time without a change before Qt paints; a video never rests, so Qt never paints its frames
constexpr int maxParts = 32; // with more rectangles, the requests to the X server cost more than Qt's copy

/// The widget whose X window contains @p widget: the widget itself or an ancestor; null: there is none.
QWidget *nearestNativeWidget(QWidget *widget)
{
    return widget->internalWinId() != 0 ? widget : widget->nativeParentWidget();
}

/// True: @p child is a visible widget that covers a part of @p region, in the coordinates of its parent.
bool coversPartOf(const QObject *child, const QRegion &region)
{
    const auto *const widget = qobject_cast<const QWidget *>(child);
    if (!widget || widget->isWindow() || widget->isHidden() || !region.intersects(widget->geometry())) {
        return false;
    }
    return widget->mask().isEmpty() || region.intersects(widget->mask().translated(widget->pos()));
}
}

SharedMemoryPainter::SharedMemoryPainter(QWidget *widget)
    : QObject(widget)
    , m_widget(widget)
{
    m_paintStaleTimer.setSingleShot(true);
    connect(&m_paintStaleTimer, &QTimer::timeout, this, &SharedMemoryPainter::paintStaleRegion);
    connect(ApplicationEventFilter::instance(), &ApplicationEventFilter::backingStoreAffected, this, &SharedMemoryPainter::repaintBeforeQtShowsItsCopy);
}

SharedMemoryPainter::~SharedMemoryPainter() = default;

void SharedMemoryPainter::setImage(UniqueFd memory, const QSize &size)
{
    paintStaleRegion();
    m_sharedImage = XSharedImage::attach(std::move(memory), size);
    if (m_sharedImage) {
        connect(m_sharedImage.get(), &XSharedImage::imageReadByServer, this, &SharedMemoryPainter::imageReadByServer);
    }
}

QWindow *SharedMemoryPainter::nativeWindow()
{
    QWidget *const host = nearestNativeWidget(m_widget);
    QWindow *const window = host ? host->windowHandle() : nullptr;
    if (window != m_lastPaintWindow) {
        m_staleInQtCopy = {}; // nothing is stale: Qt paints a new window completely
        m_lastPaintWindow = window;
    }
    return window;
}

bool SharedMemoryPainter::isCovered(const QRegion &region) const
{
    for (const QObject *child : m_widget->children()) {
        if (coversPartOf(child, region)) {
            return true;
        }
    }
    QRegion inParent = region;
    for (const QWidget *each = m_widget; !each->isWindow(); each = each->parentWidget()) {
        inParent.translate(each->pos());
        const QObjectList &siblings = each->parentWidget()->children();
        for (qsizetype i = siblings.indexOf(each) + 1; i < siblings.size(); ++i) {
            if (coversPartOf(siblings.at(i), inParent)) {
                return true;
            }
        }
    }
    return false;
}

bool SharedMemoryPainter::paint(const QRegion &region, const QPoint &origin)
{
    if (!m_sharedImage || region.isEmpty() || region.rectCount() > maxParts) {
        return false;
    }
    const auto ratio = static_cast<int>(m_widget->devicePixelRatioF());
    const QWindow *const window = nativeWindow();
    if (ratio != m_widget->devicePixelRatioF() || !window || !window->isExposed() || window->surfaceType() != QSurface::RasterSurface || isCovered(region)) {
        return false;
    }
    QWidget *const host = nearestNativeWidget(m_widget);
    const QPoint corner = (m_widget == host ? QPoint() : m_widget->mapTo(host, QPoint())) * ratio;
    std::vector<XSharedImage::Part> parts;
    for (const QRect &rect : region) {
        const QRect device(rect.topLeft() * ratio, rect.size() * ratio);
        const QRect imageRect = device.translated(-origin) & QRect(QPoint(), m_sharedImage->size());
        if (!imageRect.isEmpty()) {
            parts.push_back({imageRect, imageRect.topLeft() + origin + corner});
        }
    }
    if (!m_sharedImage->drawParts(static_cast<std::uint32_t>(host->internalWinId()), parts)) {
        return false;
    }
    m_staleInQtCopy += region;
    m_paintStaleTimer.start(quietTimeBeforeQtPaints);
    return true;
}

void SharedMemoryPainter::paintStaleRegion()
{
    m_paintStaleTimer.stop();
    if (!m_staleInQtCopy.isEmpty()) {
        m_widget->update(std::exchange(m_staleInQtCopy, {}));
    }
}

void SharedMemoryPainter::repaintBeforeQtShowsItsCopy(const QObject *affected)
{
    if (m_staleInQtCopy.isEmpty()) {
        return;
    }
    // No repaint is needed if a whole window moves, because Qt then does not move pixels within its copy of the window's image.
    const auto *const widget = affected->isWidgetType() ? static_cast<const QWidget *>(affected) : nullptr;
    if (affected == m_lastPaintWindow || (widget && !widget->isWindow() && (widget == m_widget || widget->isAncestorOf(m_widget)))) {
        paintStaleRegion(); // repaints the stale parts before Qt shows or moves its copy of the window
    }
}
}
