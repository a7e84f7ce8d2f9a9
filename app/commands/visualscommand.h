// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk visuals`: what X servers can show, next to each other, to @p out. Returns the exit status: 0 read, 1 one of them could not
/// be read, and why is on @p err, 2 the profile cannot be read. Blocks while it reads, some seconds at most.
int runVisualsCommand(const VisualsCommand &command, QTextStream &out, QTextStream &err);
}
