// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"

#include <QHash>

namespace Nightdesk
{
/// The ids of a profile's displays, its own and those that the facility gives to it: no two are the same. Pure. Owned by ProfileResolver.
class DisplayIds
{
public:
    DisplayIds() = default;
    /// @p file is the profile's, @p include stands where it says what it takes. @p facilitys: what is told with facility.toml.
    DisplayIds(const QString &file, const SourcePlace &include, const QList<ProfileError> &facilitys);

    /// @p place is that of the id. Reported where somebody can mend it: in the profile, if facility.toml is right by itself.
    void add(const QString &id, const SourcePlace &place, Problems &problems);

private:
    QString m_file;
    SourcePlace m_include;
    QList<ProfileError> m_facilitys;
    QHash<QString, SourcePlace> m_places;
};
}
