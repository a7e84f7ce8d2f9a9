// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// Whether a QGuiApplication is wanted, for drawing.
bool needsImages(const XTraceCommand &command);

/// Runs an event loop where there is something to run. @p err: all that is told; @p out: what was asked for with --replay and
/// --compare.
int runXTraceCommand(const XTraceCommand &command, QTextStream &out, QTextStream &err);
}
