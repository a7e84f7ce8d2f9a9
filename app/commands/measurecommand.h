// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk measure`: asks this user's running consoles over the session bus for the figures of what is connected, once or each second
/// for as long as @p command says, and prints them to @p out. Blocks for that time and for the answers, 2 s at most each. Returns the exit
/// status: 0 printed, 1 there are no figures, or a console ended meanwhile: why is on @p err.
int runMeasureCommand(const MeasureCommand &command, QTextStream &out, QTextStream &err);
}
