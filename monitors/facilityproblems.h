// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// All errors of a facility, in the order in which a user would fix them. Pure.
namespace FacilityProblems
{
/// Errors and warnings of every file, each once: facility.toml first, then the profiles by name, each in the file's order.
QList<ProfileError> all(const Facility &facility);
qsizetype count(const QList<ProfileError> &problems, Severity severity);
/// "file:line:column: error: message", the format of compilers, which editors understand. "error" stays untranslated.
QString asLine(const ProfileError &problem);
/// The path of @p file relative to @p directory, for example "profiles/lris.toml"; its whole path if the file is elsewhere.
QString pathRelativeTo(const QString &directory, const QString &file);
}
}
