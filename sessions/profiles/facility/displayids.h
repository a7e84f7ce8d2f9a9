// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"

#include <QHash>

namespace Nightdesk
{
/// The ids of a profile's displays, its own and those that it gets from the facility: all must differ. Pure. Owned by ProfileResolver.
class DisplayIds
{
public:
    DisplayIds() = default;
    /// @p file: the profile; @p include: place of its include key. @p facilityProblems: errors that are already reported with facility.toml.
    DisplayIds(const QString &file, const SourcePlace &include, const QList<ProfileError> &facilityProblems);

    /// Adds an id, and reports a duplicate. @p place: place of the id. A duplicate is reported where it can be fixed:
    /// in the profile, if facility.toml alone is valid.
    void add(const QString &id, const SourcePlace &place, Problems &problems);

private:
    QString m_profileFile;
    SourcePlace m_includeKeyPlace;
    QList<ProfileError> m_reportedFacilityProblems;
    QHash<QString, SourcePlace> m_placesOfIds;
};
}
