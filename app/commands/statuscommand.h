// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk status`: reads the state of this user's running consoles and boards over the session bus. Waits for answers, 2 s at most each. Returns
/// the exit code: 0 at least one answered, 1 none answered.
int runStatusCommand(const StatusCommand &command, QTextStream &out, QTextStream &err);
}
