// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// Runs an event loop for `run`. @p out: the output, and the broker's log; @p err: why something was not done. Exit code: 0 done, 1 not done.
int runBrokerCommand(const BrokerCommand &command, QTextStream &out, QTextStream &err);
}
