// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/displayids.h"

#include <KLocalizedString>

namespace Nightdesk
{
DisplayIds::DisplayIds(const QString &file, const SourcePlace &include, const QList<ProfileError> &facilityProblems)
    : m_profileFile(file)
    , m_includeKeyPlace(include)
    , m_reportedFacilityProblems(facilityProblems)
{
}

void DisplayIds::add(const QString &id, const SourcePlace &place, Problems &problems)
{
    const auto found = m_placesOfIds.constFind(id);
    if (found == m_placesOfIds.constEnd()) {
        m_placesOfIds.insert(id, place);
        return;
    }
    const SourcePlace first = *found;
    const ProfileError secondTime{place,
                                  Severity::Error,
                                  i18nc("@info an error in a profile; %1: the id of a display in quotes; %2: a line number",
                                        "another display already has the id %1, in line %2; choose another id",
                                        quoted(id),
                                        QString::number(first.line))};
    if (place.file == m_profileFile || m_reportedFacilityProblems.contains(secondTime)) {
        problems.add(secondTime);
    } else if (first.file == m_profileFile) {
        problems.error(first,
                       i18nc("@info an error in a profile; %1: a name in quotes; %2: a line number",
                             "facility.toml already adds a display %1 to this profile, in line %2; choose another id",
                             quoted(id),
                             QString::number(place.line)));
    } else {
        // Each included group alone is valid, but together they define an id twice.
        problems.error(m_includeKeyPlace,
                       i18nc("@info an error in a profile; %1: a name in quotes; %2, %3: line numbers",
                             "two of these groups define a display %1 (facility.toml, lines %2 and %3); rename one of them",
                             quoted(id),
                             QString::number(first.line),
                             QString::number(place.line)));
    }
}
}
