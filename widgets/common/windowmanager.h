// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScreen;
class QWidget;

namespace Nightdesk
{
/// Whether somebody else stacks and moves our windows. Some desks run a bare X server. True where it cannot be asked.
/// Costs one answer of the X server, which Qt itself waits for at every turn. GUI thread.
bool hasWindowManager();
/// Below all other windows, or else covering the whole monitor while it has the focus. A wish; nothing where the window is not
/// made yet or is not on X11. GUI thread.
void keepBelow(const QWidget *window, bool below);
/// Whether Qt is on Wayland, where no program knows or chooses where its windows are. GUI thread.
bool isOnWayland();
/// On Wayland: full screen there, which is the one place that a program may choose. A visible window is hidden and shown again. GUI thread.
void coverOutput(QWidget *window, QScreen *screen);
}
