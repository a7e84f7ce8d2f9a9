// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindow.h"

namespace Nightdesk
{
/// Positions of windows in a display without a window manager. Rectangles exclude the border, as in X's ConfigureWindow. Pure.
namespace AppLayout
{
/// The rectangle of the main window: all of @p display, or the largest size that the window allows, centered.
QRect mainWindowRect(const AppWindow &window, const QSize &display);
/// The rectangle of any other new window: centered on @p parent (null: on the display), and inside. A window that chose its position
/// keeps it, as far as it is inside.
QRect newWindowRect(const AppWindow &window, const AppWindow *parent, const QSize &display);
/// @p rect moved inside the display, and shrunk if it is larger than the display.
QRect rectInsideDisplay(const AppWindow &window, const QRect &rect, const QSize &display);
}
}
