// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "app/commands/showcommand.h"

#include <QTextStream>

#include <chrono>

namespace Nightdesk
{
/// Runs `nightdesk complete -- WORD...`; returns the exit code. The Tab key must respond quickly: what a network share or a console does not answer
/// within @p limit is not offered. The process must end at once afterwards, because a read may still hang on another thread.
int runCompleteCommand(const CompleteCommand &command, const DeskSettings &desk, QTextStream &out, std::chrono::milliseconds limit);
}
