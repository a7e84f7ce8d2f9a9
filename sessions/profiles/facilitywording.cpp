// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywording.h"

#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk::FacilityWording
{
using namespace Qt::StringLiterals;

QString firstErrors(const QList<ProfileError> &problems)
{
    constexpr qsizetype shown = 2; // number of errors to show; the complete list is one click away
    QStringList lines;
    for (const ProfileError &problem : problems) {
        if (problem.severity == Severity::Error) {
            lines.append(u"%1: %2"_s.arg(problem.place.toString(), problem.message));
        }
    }
    if (const qsizetype more = lines.size() - shown; more > 0) {
        lines.resize(shown);
        lines.append(i18ncp("@info errors in the files of a facility that are not listed here",
                            "%1 more error: see the page Configuration Problems.",
                            "%1 more errors: see the page Configuration Problems.",
                            static_cast<int>(more)));
    }
    return lines.join(u'\n');
}

QString problemNotice(const Facility &facility, const QString &site)
{
    QStringList lines;
    if (facility.sites.size() > 1 && site.isEmpty()) {
        lines.append(i18nc("@info", "No site is chosen for this workstation. Choose one in Settings ▸ Site of This Workstation, or when you connect."));
    }
    if (const QString mistakes = firstErrors(facility.errors); !mistakes.isEmpty()) {
        lines.append(mistakes);
    }
    return lines.join(u'\n');
}

QString unknownSite(const Facility &facility, const QString &site)
{
    const QStringList known = textsOf(facility.sites, &SiteSpec::id);
    if (known.isEmpty()) {
        return i18nc("@info a site, a directory", "There is no site “%1”: the facility in %2 does not define any sites.", site, facility.directory);
    }
    return i18nc("@info a site, a directory, sites",
                 "There is no site “%1” in %2. Choose one of %3 in Settings ▸ Site of This Workstation, then connect.",
                 site,
                 facility.directory,
                 known.join(u", "_s));
}

QString unusableProfile(const Facility &facility, const QString &profileId)
{
    for (const BrokenProfile &broken : facility.brokenProfiles) {
        if (broken.id == profileId || (broken.lastValid && broken.lastValid->id == profileId)) {
            return i18nc("@info a profile's id and file",
                         "“%1” cannot be connected: the profile %2 has errors. The errors are listed below.",
                         profileId,
                         broken.file);
        }
    }
    const QStringList known = textsOf(facility.profiles, &InstrumentProfile::id);
    if (known.isEmpty()) {
        return i18nc("@info a profile's id, a directory",
                     "There is no profile “%1” in %2, and no other valid profile. Ask the facility staff.",
                     profileId,
                     facility.directory);
    }
    return i18nc("@info a profile's id, a directory, ids",
                 "There is no profile “%1” in %2. Choose one of %3.",
                 profileId,
                 facility.directory,
                 known.join(u", "_s));
}

QString profileErrorsWereCorrected(const Facility &facility, const QString &profileId)
{
    const auto found = std::ranges::find(facility.profiles, profileId, &InstrumentProfile::id);
    return i18nc("@info a profile's name",
                 "%1 was not connected: its profile was fixed in the meantime. Check the instrument in the list, then connect.",
                 found == facility.profiles.end() ? profileId : found->name);
}

QString otherFacilityChosen(const QString &directory, const QString &instrument)
{
    return i18nc(
        "@info an instrument's name, a directory",
        "%1 was chosen from the list of another facility. Nightdesk is still reading the facility in %2: choose the instrument again when its list appears.",
        instrument,
        directory);
}

QString noFacilitySetUp(const QString &profileId)
{
    return i18nc("@info a profile's id",
                 "“%1” cannot be connected: no facility is set up on this workstation. Ask the administrator to set one up.",
                 profileId);
}

QString trustNotDetermined(const QString &profileId)
{
    return i18nc("@info a profile's id",
                 "“%1” was not connected: Nightdesk could not determine what the profile runs. Press Connect; if this happens again, restart Nightdesk.",
                 profileId);
}
}
