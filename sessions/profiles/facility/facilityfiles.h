// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk::FacilityFiles
{
/// DIRECTORY/facility.toml
QString facilityFile(const QString &directory);
/// DIRECTORY/profiles
QString profilesDirectory(const QString &directory);
/// What is named DIRECTORY/profiles/*.toml and not hidden, by name; also what turns out to be no file. The error is translated:
/// why nobody knows which there are.
std::expected<QStringList, QString> listProfiles(const QString &directory);
/// The same; none where they cannot be listed.
QStringList profileFiles(const QString &directory);
/// The directory of the facility that @p profile belongs to; empty: it stands alone.
QString facilityOf(const QString &profile);
QString baseName(const QString &file);
/// The error that at @p place stands the @p id of the profile @p other.
ProfileError sameId(const SourcePlace &place, const QString &id, const QString &other);
}
