// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/localdisplay.h"

namespace Nightdesk
{
/// Why no X program can be shown on this desk, in a person's words.
namespace XProblem
{
Failure badDisplay(const QString &display, LocalDisplay::Problem problem);
Failure unreachable(const LocalDisplay &display, int error); ///< @p error: errno
Failure accessRefused(const LocalDisplay &display, bool hadCookie);
Failure cannotConfine(const LocalDisplay &display);
/// It has the extension that confines, but a program is not confined by it. @p isAuthorized: else its own cookie was not accepted.
Failure notConfined(const LocalDisplay &display, bool isAuthorized);
Failure silent(const LocalDisplay &display);
Failure lost(const LocalDisplay &display);
/// It did not let the program in, though it had let us in. @p words: the server's, display-safe.
Failure programNotAuthorized(const LocalDisplay &display, const QString &words);
/// The socket of a display of ours cannot be made. @p error: errno
Failure displayNotCreated(const QString &directory, int error);
/// No cookie could be made for a program.
Failure noRandomNumbers();
}
}
