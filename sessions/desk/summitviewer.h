// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/display/appholder.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The viewer that runs at the summit where a display is shown by one (topology vnc-at-summit), and what it is told. Pure.
namespace SummitViewer
{
/// A desktop as a viewer there names it: "localhost:1", "inner.example::5902", a socket's path. @p host is that of the desktop's
/// link, where the viewer runs elsewhere; empty: it runs there. Empty: it cannot be reached from there, or is not found yet.
QString serverWord(const DesktopAddress &address, const QString &host);
/// The program and its arguments. Without a command of the profile the host is asked for a viewer by the same line; that ends
/// with code 127 where it has none.
QStringList command(const ViewerSpec &viewer, const QString &server, bool isViewOnly);
/// The viewer's window as an X program's: trusted, because TigerVNC's viewer ends silently where it is not.
WindowSpec windowOf(const DesktopSpec &desktop);
WindowSpec windowOf(const WindowSpec &window);
/// The desktop's socket is on @p host, the viewer runs on another one. @p desktop: its id.
Failure socketElsewhere(const QString &host, const QString &desktop);
/// The program may run only once, and @p holder has it.
Failure alreadyRunning(const AppHolder &holder);
}
}
