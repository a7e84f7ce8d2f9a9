// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitytexts.h"

#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QFileInfo>

namespace Nightdesk
{
FacilityTexts FacilityTexts::forUnresponsiveDirectory(const QString &directory)
{
    const QString why = i18nc("@info why a file or directory cannot be read", "the network share or disk is not responding");
    FacilityTexts result;
    result.directory = directory;
    result.facilityFilePath = FacilityFiles::facilityFilePath(directory);
    result.facility = std::unexpected(why);
    result.profilesDirectory = FacilityFiles::profilesDirectory(directory);
    result.listingError = why;
    return result;
}

FacilityTexts FacilityTexts::read(const QString &directory)
{
    FacilityTexts result;
    result.directory = directory;
    result.canonicalPath = QFileInfo(directory).canonicalFilePath();
    result.facilityFilePath = FacilityFiles::facilityFilePath(directory);
    result.facility = readTextFile(result.facilityFilePath);
    result.profilesDirectory = FacilityFiles::profilesDirectory(directory);
    const std::expected<QStringList, QString> files = FacilityFiles::listProfiles(directory);
    if (!files) {
        result.listingError = files.error();
        return result;
    }
    for (const QString &file : *files) {
        result.profiles.append({file, readTextFile(file)});
    }
    return result;
}

std::optional<QStringList> FacilityTexts::profileFileNames() const
{
    if (!listingError.isEmpty()) {
        return std::nullopt;
    }
    return textsOf(profiles, [](const Profile &profile) {
        return QFileInfo(profile.filePath).fileName();
    });
}

QStringList FacilityTexts::filePaths() const
{
    return QStringList{facilityFilePath, profilesDirectory} + textsOf(profiles, &Profile::filePath);
}
}
