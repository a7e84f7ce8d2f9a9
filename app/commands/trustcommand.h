// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/showcommand.h"

namespace Nightdesk
{
/// `nightdesk trust PROFILE...`: prints to @p out what each profile would run at a site, and what changed since its approval, and asks on @p in for
/// approval unless the command has `yes`. Saves approvals in @p trustFile, where the main window reads them. Returns the exit status: 0 every profile
/// is approved, 1 one is not, 2 a profile is missing or has errors, or the site is not known; then nothing was asked. Runs an event loop; blocks.
int runTrustCommand(const TrustCommand &command, const DeskSettings &desk, const QString &trustFile, QTextStream &in, QTextStream &out, QTextStream &err);
}
