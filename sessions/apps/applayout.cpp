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

QSize sizeWithinHints(const AppWindow &window, const QSize &size)
{
    const QSize least = window.minimumSize.isEmpty() ? smallest : window.minimumSize;
    const QSize most = window.maximumSize.isEmpty() ? largest : window.maximumSize;
    return size.boundedTo(most).expandedTo(least).boundedTo(largest).expandedTo(smallest);
}

QSize spaceInsideBorder(const AppWindow &window, const QSize &display)
{
    const int border = 2 * std::clamp(window.borderWidth, 0, 1000);
    return (display - QSize(border, border)).expandedTo(smallest);
}

/// The position of the border's outer corner (as in X), limited to the display.
int positionInsideDisplay(int position, int windowLength, int borderWidth, int displayLength)
{
    return std::max(0, std::min(position, displayLength - windowLength - 2 * borderWidth));
}
}

QRect AppLayout::mainWindowRect(const AppWindow &window, const QSize &display)
{
    const QSize size = sizeWithinHints(window, spaceInsideBorder(window, display));
    const int border = window.borderWidth;
    return QRect(QPoint(std::max(0, (display.width() - size.width()) / 2 - border), std::max(0, (display.height() - size.height()) / 2 - border)), size);
}

QRect AppLayout::rectInsideDisplay(const AppWindow &window, const QRect &rect, const QSize &display)
{
    QSize size = rect.size();
    if (const QSize most = spaceInsideBorder(window, display); size.width() > most.width() || size.height() > most.height()) {
        size = sizeWithinHints(window, size.boundedTo(most));
    }
    return QRect(QPoint(positionInsideDisplay(rect.x(), size.width(), window.borderWidth, display.width()),
                        positionInsideDisplay(rect.y(), size.height(), window.borderWidth, display.height())),
                 size);
}

QRect AppLayout::newWindowRect(const AppWindow &window, const AppWindow *parent, const QSize &display)
{
    QRect rect = window.rect;
    if (!window.hasUserPosition) {
        const QRect front = parent ? parent->rect : QRect(QPoint(0, 0), display);
        const QSize margin = (front.size() - rect.size()) / 2;
        rect.moveTopLeft(front.topLeft() + QPoint(margin.width() - window.borderWidth, margin.height() - window.borderWidth));
    }
    return rectInsideDisplay(window, rect, display);
}
}
