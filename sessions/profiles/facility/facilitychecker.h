// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/profile.h"

/// Checks facilities and profiles for `nightdesk check`: every profile at every site. Blocks while it reads.
namespace Nightdesk::FacilityChecker
{
struct Result {
    QList<ProfileError> problems; ///< file by file, in the order of each file
    int readFileCount = 0;
    bool isUnreadable = false; ///< a file or directory that the user named could not be read at all
};

/// @p path: a profile, a facility.toml or a facility directory. A profile inside a facility's profiles/ is checked against that facility;
/// otherwise without sites.
Result check(const QString &path);
/// Checks the texts of a facility directory from any source, for example an editor with unsaved changes. Pure.
Result check(const FacilityTexts &texts);
/// Checks a profile that belongs to no facility. Pure.
QList<ProfileError> checkWithoutFacility(const QByteArray &text, const QString &file);
}
