// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitychecker.h"

#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <QFileInfo>
#include <QHash>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
void reportUnreadable(const QString &file, const QString &why, FacilityChecker::Result &result)
{
    result.problems.append(ProfileError{SourcePlace{file, 0, 0}, Severity::Error, why});
    result.isUnreadable = true;
}

/// Parses the text of facility.toml. @p quiet: errors in it are not added to @p result; used if only a profile is to be checked.
FacilityDocument readFacility(const std::expected<QByteArray, QString> &text, const QString &file, FacilityChecker::Result &result, bool quiet)
{
    if (!text) {
        if (!quiet) {
            reportUnreadable(file, text.error(), result);
        }
        return {};
    }
    const FacilityDocument facility(*text, file);
    if (!quiet) {
        ++result.readFileCount;
        result.problems += facility.problems();
    }
    return facility;
}

/// Checks a profile at all sites. Returns the profile as parsed at the last site; empty: its file could not be read.
std::optional<ParsedProfile>
checkProfileAgainst(const std::expected<QByteArray, QString> &text, const QString &file, const FacilityDocument &facility, FacilityChecker::Result &result)
{
    if (!text) {
        reportUnreadable(file, text.error(), result);
        return std::nullopt;
    }
    ++result.readFileCount;
    const ProfileReader reader(*text, file, facility);
    Problems problems;
    QStringList sites = reader.sites();
    if (sites.isEmpty()) {
        sites.append(QString());
    }
    ParsedProfile reading;
    for (const QString &site : std::as_const(sites)) {
        reading = reader.parsedAtSite(site);
        problems.add(reading.problems);
    }
    const QList<ProfileError> found = problems.sorted();
    for (const ProfileError &problem : found) {
        // An error in facility.toml is reported once, not with every profile that causes it.
        if (problem.place.file == file || !result.problems.contains(problem)) {
            result.problems.append(problem);
        }
    }
    return reading;
}
}

FacilityChecker::Result FacilityChecker::check(const QString &path)
{
    Result result;
    const QFileInfo info(path);
    if (info.isDir()) {
        return check(FacilityTexts::read(path));
    }
    if (info.fileName() == QFileInfo(FacilityFiles::facilityFilePath({})).fileName()) {
        readFacility(readTextFile(path), path, result, false);
    } else {
        const QString directory = FacilityFiles::facilityDirectoryOf(path);
        const QString file = FacilityFiles::facilityFilePath(directory);
        const FacilityDocument facility = directory.isEmpty() ? FacilityDocument() : readFacility(readTextFile(file), file, result, true);
        checkProfileAgainst(readTextFile(path), path, facility, result);
    }
    return result;
}

FacilityChecker::Result FacilityChecker::check(const FacilityTexts &texts)
{
    Result result;
    const FacilityDocument facility = readFacility(texts.facility, texts.facilityFilePath, result, false);
    QHash<QString, QString> files; // files of the profiles, by profile id
    for (const auto &[file, text] : texts.profiles) {
        const std::optional<ParsedProfile> reading = checkProfileAgainst(text, file, facility, result);
        if (!reading) {
            continue;
        }
        if (files.contains(reading->id)) {
            result.problems.append(FacilityFiles::duplicateIdError(reading->idPlace, reading->id, files.value(reading->id)));
        } else {
            files.insert(reading->id, file);
        }
    }
    if (texts.profiles.isEmpty() && !result.isUnreadable) {
        result.problems.append(
            ProfileError{SourcePlace{texts.facilityFilePath, 0, 0},
                         Severity::Warning,
                         i18nc("@info a warning about a facility; %1: a directory", "no profile was found in %1; add one there", texts.profilesDirectory)});
    }
    return result;
}

QList<ProfileError> FacilityChecker::checkWithoutFacility(const QByteArray &text, const QString &file)
{
    Result result;
    checkProfileAgainst(text, file, {}, result);
    return result.problems;
}
}
