// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

/// Commands that running consoles carry out. Each function blocks for some seconds at most and returns the exit code.
namespace Nightdesk::ConsoleCommands
{
int disconnect(const DisconnectCommand &command, QTextStream &err);
int raise(const RaiseCommand &command, QTextStream &err);
/// Asks a running console to carry out the command. Empty: no running console accepts it, so this process must carry it out.
std::optional<int> passToRunningConsole(const ConnectCommand &command, QTextStream &out, QTextStream &err);
std::optional<int> passToRunningConsole(const OpenCommand &command, QTextStream &err);
}
