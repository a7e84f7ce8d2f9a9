// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk visuals`: prints the visuals of X servers side by side to @p out. Returns the exit status: 0 read, 1 one server could not be read, with
/// the reason on @p err, 2 the profile cannot be read. Blocks while reading, some seconds at most.
int runVisualsCommand(const VisualsCommand &command, QTextStream &out, QTextStream &err);
}
