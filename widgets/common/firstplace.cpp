// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/firstplace.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

namespace Nightdesk
{
QSize WindowPlacement::maxSize(const QWidget *window)
{
    // The size of the window frame is known only when the window has one, so this assumes a title bar and some pixels
    // at each edge.
    const int title = window->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, window);
    constexpr int edge = 4;
    return (window->screen()->availableSize() - QSize(2 * edge, title + 2 * edge)).expandedTo(QSize(1, 1));
}

void WindowPlacement::resize(QWidget *window, const QSize &wanted)
{
    window->resize(wanted.boundedTo(maxSize(window)));
}

void WindowPlacement::center(QWidget *window, const QWidget *beside)
{
    const QScreen *screen = beside->screen();
    QRect place(QPoint(), window->size());
    place.moveCenter(screen->availableGeometry().center());
    window->setScreen(beside->screen());
    window->move(place.topLeft().x(), qMax(place.top(), screen->availableGeometry().top()));
}
}
