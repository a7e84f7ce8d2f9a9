// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk::FacilityFiles
{
/// The path DIRECTORY/facility.toml.
QString facilityFilePath(const QString &directory);
/// The path DIRECTORY/profiles.
QString profilesDirectory(const QString &directory);
/// All entries DIRECTORY/profiles/*.toml that are not hidden, sorted by name, including those that are not regular files. The error is translated:
/// why the directory cannot be listed.
std::expected<QStringList, QString> listProfiles(const QString &directory);
/// The files of listProfiles(); an empty list if they cannot be listed.
QStringList profileFiles(const QString &directory);
/// Directory of the facility that @p profile belongs to; empty: none.
QString facilityDirectoryOf(const QString &profile);
QString baseName(const QString &file);
/// The error that the id @p id at @p place is already the id of the profile @p other.
ProfileError duplicateIdError(const SourcePlace &place, const QString &id, const QString &other);
}
