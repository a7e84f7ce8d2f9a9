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
QString problemLines(const QList<ProfileError> &problems);

/// `nightdesk check FILE|DIR...`: writes the errors of profiles and facilities to @p out, each as `file:line:col:
/// error|warning: ...`; with @p json, as one array of objects. Writes a summary to @p err. Returns the exit status: 0
/// no errors, 1 errors, 2 a file could not be read or none was named. Blocks while it reads.
int runCheckCommand(const QStringList &paths, bool json, QTextStream &out, QTextStream &err);
}
