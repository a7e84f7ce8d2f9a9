// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// Messages about a program's end for the user. Pure.
namespace ProgramExitText
{
/// The program ended with a code other than 0, or by a signal. @p lastLine: its last output line, display-safe; may be empty.
Failure failed(const WindowSpec &spec, const ProgramExit &exit, const QString &lastLine);
/// The program was lost with its link, and the profile does not restart it automatically.
Failure lostWithLink();
/// The program's channel closed unexpectedly; the program will be started again.
Failure channelLost();
}
}
