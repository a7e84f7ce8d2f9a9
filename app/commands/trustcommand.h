// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/showcommand.h"

namespace Nightdesk
{
/// `nightdesk trust PROFILE...`: prints what each profile would run at a site, and what changed since it was agreed to, to
/// @p out, and asks on @p in unless the command says yes. What is agreed to is kept in @p trustFile, where the window finds
/// it. Returns the exit status: 0 every profile is agreed to, 1 one is not, 2 one is not there or has errors, or the site is
/// not known; then nothing was asked. Needs an event loop's thread; blocks.
int runTrustCommand(const TrustCommand &command, const DeskSettings &desk, const QString &trustFile, QTextStream &in, QTextStream &out, QTextStream &err);
}
