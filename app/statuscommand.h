// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandline.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk status`: asks this user's running consoles and boards over the session bus. Waits for answers, 2 s at most each; to
/// be watched it does so every second until it is ended. Where no board is open and this user has an SA's credential, it connects
/// to the broker by itself, for 10 s at most; @p facility is the directory of the facility's files. Returns the exit code: 0 at
/// least one answered, 1 none.
int runStatusCommand(const StatusCommand &command, const QString &facility, QTextStream &out, QTextStream &err);
}
