// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScreen;
class QWidget;

namespace Nightdesk
{
/// True: a window manager stacks and moves windows here, or this cannot be determined. False at desks that run a bare X
/// server. Costs one round trip to the X server, which Qt makes at each event loop iteration anyway. GUI thread.
bool hasWindowManager();
/// Asks the window manager of X11 to keep the window below all others. If @p below is false: to show it in full screen, above panels. Does nothing if
/// the window does not exist yet. GUI thread.
void setKeptBelow(const QWidget *window, bool below);
/// True: Qt runs on Wayland, where a program can neither find out nor choose the position of its windows. GUI thread.
bool isOnWayland();
/// On Wayland: makes the window full screen on @p screen, the only way to choose a position. A visible window is hidden and shown again. GUI thread.
void showFullScreenOn(QWidget *window, QScreen *screen);
}
