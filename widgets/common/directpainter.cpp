// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/directpainter.h"

#include "widgets/common/applicationeventfilter.h"

#include <QWidget>
#include <QWindow>

#include <cmath>
#include <utility>
#include <vector>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto rest = 1s; // time without a change before Qt paints; a video never rests, so Qt never paints its frames
constexpr int mostParts = 32; // with more rectangles, the requests to the X server cost more than Qt's copy

/// The widget whose X window contains @p widget: the widget itself or an ancestor; null: there is none.
QWidget *nativeHost(QWidget *widget)
{
    return widget->internalWinId() != 0 ? widget : widget->nativeParentWidget();
}

/// True: @p child is a visible widget that covers a part of @p region, in the coordinates of its parent.
bool covers(const QObject *child, const QRegion &region)
{
    const auto *const widget = qobject_cast<const QWidget *>(child);
    if (!widget || widget->isWindow() || widget->isHidden() || !region.intersects(widget->geometry())) {
        return false;
    }
    return widget->mask().isEmpty() || region.intersects(widget->mask().translated(widget->pos()));
}
}

DirectPainter::DirectPainter(QWidget *widget)
    : QObject(widget)
    , m_widget(widget)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest);
    connect(&m_rest, &QTimer::timeout, this, &DirectPainter::paintStale);
    connect(ApplicationEventFilter::instance(), &ApplicationEventFilter::copyAffected, this, &DirectPainter::watchCopy);
}

DirectPainter::~DirectPainter() = default;

void DirectPainter::setImage(UniqueFd memory, const QSize &size)
{
    paintStale();
    m_image = XSharedImage::attach(std::move(memory), size);
    if (m_image) {
        connect(m_image.get(), &XSharedImage::read, this, &DirectPainter::painted);
    }
}

QWindow *DirectPainter::nativeWindow()
{
    QWidget *const host = nativeHost(m_widget);
    QWindow *const window = host ? host->windowHandle() : nullptr;
    if (window != m_window) {
        m_stale = {}; // nothing is stale: Qt paints a new window completely
        m_window = window;
    }
    return window;
}

bool DirectPainter::isCovered(const QRegion &region) const
{
    for (const QObject *child : m_widget->children()) {
        if (covers(child, region)) {
            return true;
        }
    }
    QRegion inParent = region;
    for (const QWidget *each = m_widget; !each->isWindow(); each = each->parentWidget()) {
        inParent.translate(each->pos());
        const QObjectList &siblings = each->parentWidget()->children();
        for (qsizetype i = siblings.indexOf(each) + 1; i < siblings.size(); ++i) {
            if (covers(siblings.at(i), inParent)) {
                return true;
            }
        }
    }
    return false;
}

bool DirectPainter::paint(const QRegion &region, const QPoint &origin)
{
    if (!m_image || region.isEmpty() || region.rectCount() > mostParts) {
        return false;
    }
    const auto ratio = static_cast<int>(m_widget->devicePixelRatioF());
    const QWindow *const window = nativeWindow();
    if (ratio != m_widget->devicePixelRatioF() || !window || !window->isExposed() || window->surfaceType() != QSurface::RasterSurface || isCovered(region)) {
        return false;
    }
    QWidget *const host = nativeHost(m_widget);
    const QPoint corner = (m_widget == host ? QPoint() : m_widget->mapTo(host, QPoint())) * ratio;
    std::vector<XSharedImage::Part> parts;
    for (const QRect &rect : region) {
        const QRect device(rect.topLeft() * ratio, rect.size() * ratio);
        const QRect source = device.translated(-origin) & QRect(QPoint(), m_image->size());
        if (!source.isEmpty()) {
            parts.push_back({source, source.topLeft() + origin + corner});
        }
    }
    if (!m_image->put(static_cast<std::uint32_t>(host->internalWinId()), parts)) {
        return false;
    }
    m_stale += region;
    m_rest.start();
    return true;
}

void DirectPainter::paintStale()
{
    m_rest.stop();
    if (!m_stale.isEmpty()) {
        m_widget->update(std::exchange(m_stale, {}));
    }
}

void DirectPainter::watchCopy(const QObject *affected)
{
    if (m_stale.isEmpty()) {
        return;
    }
    // Windows are excluded: when a window moves, Qt does not move pixels within its copy of the window.
    const auto *const widget = affected->isWidgetType() ? static_cast<const QWidget *>(affected) : nullptr;
    if (affected == m_window || (widget && !widget->isWindow() && (widget == m_widget || widget->isAncestorOf(m_widget)))) {
        paintStale(); // repaints the stale parts before Qt shows or moves its copy of the window
    }
}
}
