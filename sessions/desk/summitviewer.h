// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/display/appholder.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The command line and window of a viewer that runs at the summit (topology vnc-at-summit). Pure.
namespace SummitViewer
{
/// The viewer's argument for a desktop: "localhost:1", "inner.example::5902", or the path of a socket. @p host: host of the desktop's link if the
/// viewer runs on another host; empty: on the same host. The result is empty if the viewer cannot reach the desktop, or the desktop is not found yet.
QString serverArgument(const DesktopAddress &address, const QString &host);
/// The program and its arguments. If the profile has no command, a shell script looks for a viewer on the host; it exits with code 127 if there is
/// none.
QStringList command(const ViewerSpec &viewer, const QString &server, bool isViewOnly);
/// The viewer's window as the window of an X program: trusted, because TigerVNC's viewer exits without a message if it is untrusted.
WindowSpec windowOf(const DesktopSpec &desktop);
WindowSpec windowOf(const WindowSpec &window);
/// The error if the desktop's socket is on @p host but the viewer runs on another host. @p desktop: its id.
Failure socketOnOtherHost(const QString &host, const QString &desktop);
/// The error if the program may run only once and @p holder already runs it.
Failure alreadyRunning(const AppHolder &holder);
}
}
