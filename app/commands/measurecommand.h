// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk measure`: reads the figures of connections and desktops from this user's running consoles over the
/// session bus and prints them to @p out. Reads once, or each second for the span in @p command. Blocks for the span
/// and for the answers, 2 s at most each. Returns the exit status: 0 printed; 1 no figures, or a console ended
/// meanwhile, with the reason on @p err.
int runMeasureCommand(const MeasureCommand &command, QTextStream &out, QTextStream &err);
}
