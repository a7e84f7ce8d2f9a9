// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywording.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk::FacilityWording
{
using namespace Qt::StringLiterals;

QString firstMistakes(const QList<ProfileError> &problems)
{
    constexpr qsizetype shown = 2; // all of them are a click away
    QStringList lines;
    for (const ProfileError &problem : problems) {
        if (problem.severity == Severity::Error) {
            lines.append(u"%1: %2"_s.arg(problem.place.toString(), problem.message));
        }
    }
    if (const qsizetype more = lines.size() - shown; more > 0) {
        lines.resize(shown);
        lines.append(i18ncp("@info", "And %1 more: the page Mistakes shows all.", "And %1 more: the page Mistakes shows all.", static_cast<int>(more)));
    }
    return lines.join(u'\n');
}

QString notice(const Facility &facility, const QString &site)
{
    QStringList lines;
    if (facility.sites.size() > 1 && site.isEmpty()) {
        lines.append(i18nc("@info", "No site is chosen yet for this desk: Connect asks for it, or choose it in Settings ▸ Site of This Desk."));
    }
    if (const QString mistakes = firstMistakes(facility.errors); !mistakes.isEmpty()) {
        lines.append(mistakes);
    }
    return lines.join(u'\n');
}

QString unknownSite(const Facility &facility, const QString &site)
{
    QStringList known;
    for (const SiteSpec &other : facility.sites) {
        known.append(other.id);
    }
    if (known.isEmpty()) {
        return i18nc("@info a site, a directory", "There is no site “%1”: the facility in %2 names none.", site, facility.directory);
    }
    return i18nc("@info a site, a directory, sites",
                 "There is no site “%1” in %2. Sites there: %3. Choose one in Settings ▸ Site of This Desk, then connect.",
                 site,
                 facility.directory,
                 known.join(u", "_s));
}

QString noSuchProfile(const Facility &facility, const QString &profileId)
{
    for (const BrokenProfile &broken : facility.broken) {
        if (broken.id == profileId || (broken.lastGood && broken.lastGood->id == profileId)) {
            return i18nc("@info a profile's id and file",
                         "“%1” cannot be connected: its profile %2 has mistakes. They are listed below.",
                         profileId,
                         broken.file);
        }
    }
    QStringList known;
    for (const InstrumentProfile &profile : facility.profiles) {
        known.append(profile.id);
    }
    if (known.isEmpty()) {
        return i18nc("@info a profile's id, a directory", "There is no profile “%1” in %2, nor any other that can be used.", profileId, facility.directory);
    }
    return i18nc("@info a profile's id, a directory, ids",
                 "There is no profile “%1” in %2. Profiles there: %3.",
                 profileId,
                 facility.directory,
                 known.join(u", "_s));
}

QString wasMended(const Facility &facility, const QString &profileId)
{
    const auto found = std::ranges::find(facility.profiles, profileId, &InstrumentProfile::id);
    return i18nc("@info a profile's name",
                 "%1 has been mended in the meantime and was not connected. Look at it in the list, then connect it.",
                 found == facility.profiles.end() ? profileId : found->name);
}

QString otherFacility(const QString &directory, const QString &instrument)
{
    return i18nc("@info an instrument's name, a directory",
                 "%1 was chosen from the list of another facility; the one in %2 is still being read. Choose the instrument again as soon as the "
                 "new list is there.",
                 instrument,
                 directory);
}

QString noFacility(const QString &profileId)
{
    return i18nc("@info a profile's id", "“%1” cannot be connected: no facility is set up on this desk.", profileId);
}

QString unjudged(const QString &profileId)
{
    return i18nc("@info a profile's id",
                 "“%1” was not connected: it could not be told what it would run. Connect it again; if this comes back, restart Nightdesk.",
                 profileId);
}
}
