// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// True: the command draws and needs a QGuiApplication.
bool needsImages(const XTraceCommand &command);

/// Runs `nightdesk xtrace`; returns the exit code. Runs an event loop while the program runs. @p err: all messages;
/// @p out: the reports of --replay and --compare.
int runXTraceCommand(const XTraceCommand &command, QTextStream &out, QTextStream &err);
}
