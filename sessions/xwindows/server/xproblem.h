// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/localdisplay.h"

namespace Nightdesk
{
/// Messages for the user that explain why no X program can be shown on this desk.
namespace XProblem
{
Failure badDisplay(const QString &display, LocalDisplay::Problem problem);
Failure unreachable(const LocalDisplay &display, int error); ///< @p error: errno
Failure accessRefused(const LocalDisplay &display, bool hadCookie);
Failure cannotConfine(const LocalDisplay &display);
/// The server has the SECURITY extension, but does not confine a program with it. @p isAuthorized: false if it did not accept the cookie that it
/// made.
Failure notConfined(const LocalDisplay &display, bool isAuthorized);
Failure notResponding(const LocalDisplay &display);
Failure serverLost(const LocalDisplay &display);
/// The server refused the program's connection, although it accepted Nightdesk's. @p words: the server's text, display-safe.
Failure programNotAuthorized(const LocalDisplay &display, const QString &words);
/// The socket of Nightdesk's own display cannot be created. @p error: errno
Failure displayNotCreated(const QString &directory, int error);
/// The system provided no random numbers for a program's X cookie.
Failure noRandomNumbers();
}
}
