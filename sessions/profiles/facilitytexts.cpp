// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitytexts.h"

#include "sessions/profiles/facilityfiles.h"
#include "sessions/profiles/textfile.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>

#include <dirent.h>

#include <cerrno>
#include <memory>

namespace Nightdesk
{
namespace
{
/// QDir takes a directory that cannot be read for an empty one. Empty: it can.
QString whyNotListed(const QString &directory)
{
    struct Closer {
        void operator()(DIR *open) const
        {
            ::closedir(open);
        }
    };
    const std::unique_ptr<DIR, Closer> open(::opendir(QFile::encodeName(directory).constData()));
    int error = open ? 0 : errno;
    while (open) {
        errno = 0;
        if (!::readdir(open.get())) {
            error = errno; // a share that went away says so only here
            break;
        }
    }
    if (error == ENOENT || error == ENOTDIR) {
        return i18nc("@info why a directory cannot be read", "there is no such directory");
    }
    if (error == EACCES || error == EPERM) {
        return i18nc("@info why a directory cannot be read", "you may not read this directory");
    }
    return error == 0 ? QString() : i18nc("@info why a file cannot be read; %1: the system's words", "cannot read: %1", qt_error_string(error));
}
}

FacilityTexts FacilityTexts::unanswered(const QString &directory)
{
    const QString why = i18nc("@info why a file or directory cannot be read", "the share or disk that it is on does not answer");
    FacilityTexts result;
    result.directory = directory;
    result.facilityFile = FacilityFiles::facilityFile(directory);
    result.facility = std::unexpected(why);
    result.profilesDirectory = FacilityFiles::profilesDirectory(directory);
    result.whyNotListed = why;
    return result;
}

FacilityTexts FacilityTexts::read(const QString &directory)
{
    FacilityTexts result;
    result.directory = directory;
    result.canonical = QFileInfo(directory).canonicalFilePath();
    result.facilityFile = FacilityFiles::facilityFile(directory);
    result.facility = readTextFile(result.facilityFile);
    result.profilesDirectory = FacilityFiles::profilesDirectory(directory);
    result.whyNotListed = Nightdesk::whyNotListed(result.profilesDirectory);
    if (!result.whyNotListed.isEmpty()) {
        return result;
    }
    const QStringList files = FacilityFiles::profileFiles(directory);
    for (const QString &file : files) {
        result.profiles.append({file, readTextFile(file)});
    }
    return result;
}

QStringList FacilityTexts::files() const
{
    QStringList result{facilityFile, profilesDirectory};
    for (const Profile &profile : profiles) {
        result.append(profile.file);
    }
    return result;
}
}
