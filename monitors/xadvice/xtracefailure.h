// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QString>

namespace Nightdesk
{
/// Messages for the user of `nightdesk xtrace` that explain why the program cannot be run.
namespace XTraceFailure
{
/// @p name: the program, as the user entered it.
Failure programMissing(const QString &name);
Failure programNotExecutable(const QString &name);
/// @p reason: the system's words.
Failure programNotStarted(const QString &name, const QString &reason);
}
}
