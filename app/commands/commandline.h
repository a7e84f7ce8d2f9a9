// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

namespace Nightdesk
{
/// Reads the command line. Pure.
namespace CommandLine
{
/// @p arguments as from QCoreApplication::arguments(): the program's name first.
Command parse(const QStringList &arguments);
}
}
