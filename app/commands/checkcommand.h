// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QStringList>
#include <QTextStream>

namespace Nightdesk
{
/// "file:line:col: error|warning: what", with a line break at the end.
QString problemLine(const ProfileError &problem);

/// `nightdesk check FILE|DIR...`: lists errors in profiles and facilities, as `file:line:col: error|warning: ...` in @p out (with @p json one array
/// of objects), and one line of summary in @p err. Returns the exit status: 0 no errors, 1 errors, 2 something could not be read (or nothing was
/// named). Blocks while it reads.
int runCheckCommand(const QStringList &paths, bool json, QTextStream &out, QTextStream &err);
}
