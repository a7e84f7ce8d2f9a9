// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilityreader.h"

#include "sessions/profiles/facilityfiles.h"
#include "sessions/profiles/profilereader.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/textfile.h"

#include <KLocalizedString>

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
ProfileError unreadable(const QString &file, const QString &why)
{
    return {SourcePlace{file, 0, 0}, Severity::Error, why};
}

ProfileReading readOne(const QString &file, const FacilityDocument &facility, const QString &site, const QString &account)
{
    const auto text = readTextFile(file);
    if (!text) {
        ProfileReading reading;
        reading.id = FacilityFiles::baseName(file);
        reading.problems = {unreadable(file, text.error())};
        return reading;
    }
    return ProfileReader::parse(*text, file, facility, site, account);
}
}

Facility FacilityReader::read(const QString &directory, const QString &site, const QString &account)
{
    Facility result;
    result.directory = directory;
    const QString facilityFile = FacilityFiles::facilityFile(directory);
    FacilityDocument facility;
    if (const auto text = readTextFile(facilityFile)) {
        facility = FacilityDocument(*text, facilityFile);
        result.errors = facility.problems();
    } else {
        result.errors = {unreadable(facilityFile, text.error())};
    }
    result.name = facility.head().name;
    result.timezone = facility.head().timezone;
    result.sites = facility.sites();
    if (!site.isEmpty() && !result.sites.isEmpty() && !facility.siteNames().contains(site)) {
        result.errors.append(unreadable(facilityFile,
                                        problemText(i18nc("@info %1: a name in quotes", "the facility has no site %1", quoted(site)),
                                                    i18nc("@info what a key of a profile expects; %1: names", "one of %1", facility.siteNames().join(u", "_s)),
                                                    suggestion(site, facility.siteNames()))));
    }

    QHash<QString, QString> files; // by the id that they have
    for (const QString &file : FacilityFiles::profileFiles(directory)) {
        ProfileReading reading = readOne(file, facility, site, account);
        if (reading.isGood() && files.contains(reading.id)) {
            reading.problems.prepend(FacilityFiles::sameId(reading.idPlace, reading.id, files.value(reading.id)));
        }
        if (!reading.isGood()) {
            result.broken.append(BrokenProfile{file, reading.id, reading.problems});
            continue;
        }
        files.insert(reading.id, file);
        result.errors += reading.problems; // warnings
        result.profiles.append(reading.profile);
    }
    std::ranges::stable_sort(result.profiles, [](const InstrumentProfile &a, const InstrumentProfile &b) {
        return a.name.localeAwareCompare(b.name) < 0;
    });
    return result;
}

ProfileResult FacilityReader::readProfile(const QString &file, const Facility &facility, const QString &site, const QString &account)
{
    FacilityDocument document(facility.sites);
    if (!facility.directory.isEmpty()) {
        // Its links and known_hosts are not part of the value.
        const QString facilityFile = FacilityFiles::facilityFile(facility.directory);
        if (const auto text = readTextFile(facilityFile)) {
            document = FacilityDocument(*text, facilityFile);
        }
    }
    return readOne(file, document, site, account).result();
}
}
