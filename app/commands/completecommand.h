// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "app/commands/showcommand.h"

#include <QTextStream>

#include <chrono>

namespace Nightdesk
{
/// Runs `nightdesk complete -- WORD...`; returns the exit code. Whoever presses Tab must not wait: what a share or a console
/// does not tell within @p limit is not offered. The process must end at once afterwards (a read may still hang).
int runCompleteCommand(const CompleteCommand &command, const DeskSettings &desk, QTextStream &out, std::chrono::milliseconds limit);
}
