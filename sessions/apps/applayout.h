// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindow.h"

namespace Nightdesk
{
/// Where windows belong in a display that has no window manager. Rectangles are without border, as X configures them. Pure.
namespace AppLayout
{
/// The main window: all of @p display, or as much of it as the window takes, in the middle.
QRect mainRect(const AppWindow &window, const QSize &display);
/// Any other that is new: in front of @p parent (null: in the middle of the display), and inside. One that chose its place
/// keeps it, as far as it is inside.
QRect newRect(const AppWindow &window, const AppWindow *parent, const QSize &display);
/// Where it is, pushed inside; smaller where it is larger than the display.
QRect insideRect(const AppWindow &window, const QRect &rect, const QSize &display);
}
}
