// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// All errors of a facility as a person mends them. Pure.
namespace FacilityProblems
{
/// Errors and warnings of every file, each once: facility.toml first, then the profiles by name, each in the file's order.
QList<ProfileError> all(const Facility &facility);
qsizetype count(const QList<ProfileError> &problems, Severity severity);
/// "file:line:column: error: message": as compilers do, which editors understand. The words stay untranslated.
QString asLine(const ProfileError &problem);
/// How @p file is called within @p directory: "profiles/lris.toml"; else its whole path.
QString nameIn(const QString &directory, const QString &file);
}
}
