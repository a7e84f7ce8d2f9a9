// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// How a program's end is told to a person. Pure.
namespace ProgramExitText
{
/// It ended with another code than 0, or by a signal. @p lastLine: its own last words, display-safe; may be empty.
Failure failed(const WindowSpec &spec, const ProgramExit &exit, const QString &lastLine);
/// The link took it along, and the profile does not want it started again unasked.
Failure lostWithLink();
/// Its channel broke without a word; it will be started again.
Failure channelLost();
}
}
