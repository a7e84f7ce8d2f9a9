// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/applayout.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Limits of a window's size in X: at least one pixel, and at most 16 bits.
constexpr QSize smallest(1, 1);
constexpr QSize largest(32767, 32767);

QSize bounded(const AppWindow &window, const QSize &size)
{
    const QSize least = window.minimumSize.isEmpty() ? smallest : window.minimumSize;
    const QSize most = window.maximumSize.isEmpty() ? largest : window.maximumSize;
    return size.boundedTo(most).expandedTo(least).boundedTo(largest).expandedTo(smallest);
}

QSize room(const AppWindow &window, const QSize &display)
{
    const int border = 2 * std::clamp(window.border, 0, 1000);
    return (display - QSize(border, border)).expandedTo(smallest);
}

/// The position of the border's outer corner (as in X), limited to the display.
int insideEdge(int at, int length, int border, int display)
{
    return std::max(0, std::min(at, display - length - 2 * border));
}
}

QRect AppLayout::mainRect(const AppWindow &window, const QSize &display)
{
    const QSize size = bounded(window, room(window, display));
    const int border = window.border;
    return QRect(QPoint(std::max(0, (display.width() - size.width()) / 2 - border), std::max(0, (display.height() - size.height()) / 2 - border)), size);
}

QRect AppLayout::insideRect(const AppWindow &window, const QRect &rect, const QSize &display)
{
    QSize size = rect.size();
    if (const QSize most = room(window, display); size.width() > most.width() || size.height() > most.height()) {
        size = bounded(window, size.boundedTo(most));
    }
    return QRect(
        QPoint(insideEdge(rect.x(), size.width(), window.border, display.width()), insideEdge(rect.y(), size.height(), window.border, display.height())),
        size);
}

QRect AppLayout::newRect(const AppWindow &window, const AppWindow *parent, const QSize &display)
{
    QRect rect = window.rect;
    if (!window.hasUserPosition) {
        const QRect front = parent ? parent->rect : QRect(QPoint(0, 0), display);
        const QSize margin = (front.size() - rect.size()) / 2;
        rect.moveTopLeft(front.topLeft() + QPoint(margin.width() - window.border, margin.height() - window.border));
    }
    return insideRect(window, rect, display);
}
}
