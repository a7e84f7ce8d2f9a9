// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityfiles.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <dirent.h>

#include <cerrno>
#include <memory>

using namespace Qt::StringLiterals;

namespace Nightdesk::FacilityFiles
{
QString facilityFilePath(const QString &directory)
{
    return QDir(directory).filePath(u"facility.toml"_s);
}

QString profilesDirectory(const QString &directory)
{
    return QDir(directory).filePath(u"profiles"_s);
}

std::expected<QStringList, QString> listProfiles(const QString &directory)
{
    // Closes a directory that is listed with readdir(): QDir would report an unreadable directory as empty.
    struct DirectoryDeleter {
        void operator()(DIR *open) const
        {
            ::closedir(open);
        }
    };
    const QDir profiles(profilesDirectory(directory));
    const std::unique_ptr<DIR, DirectoryDeleter> open(::opendir(QFile::encodeName(profiles.path()).constData()));
    int error = open ? 0 : errno;
    QStringList result;
    while (open) {
        errno = 0;
        const dirent *entry = ::readdir(open.get());
        if (!entry) {
            error = errno; // a share that is offline reports the error only here
            break;
        }
        const QString name = QFile::decodeName(entry->d_name);
        if (!name.startsWith(u'.') && name.endsWith(".toml"_L1, Qt::CaseInsensitive)) {
            result.append(profiles.filePath(name));
        }
    }
    if (error == ENOENT || error == ENOTDIR) {
        return std::unexpected(i18nc("@info why a directory cannot be read", "the directory does not exist"));
    }
    if (error == EACCES || error == EPERM) {
        return std::unexpected(i18nc("@info why a directory cannot be read", "you do not have permission to read this directory"));
    }
    if (error != 0) {
        return std::unexpected(i18nc("@info why a file cannot be read; %1: the system's words", "reading failed: %1", qt_error_string(error)));
    }
    result.sort();
    return result;
}

QStringList profileFiles(const QString &directory)
{
    return listProfiles(directory).value_or(QStringList());
}

QString facilityDirectoryOf(const QString &profile)
{
    const QDir parent = QFileInfo(profile).absoluteDir();
    if (parent.dirName() != "profiles"_L1) {
        return {};
    }
    const QString facility = QFileInfo(parent.absolutePath()).absolutePath();
    return QFileInfo::exists(facilityFilePath(facility)) ? facility : QString();
}

QString baseName(const QString &file)
{
    return QFileInfo(file).completeBaseName();
}

ProfileError duplicateIdError(const SourcePlace &place, const QString &id, const QString &other)
{
    return {place,
            Severity::Error,
            i18nc("@info an error in a profile; %1: an id in quotes, %2: a file's name",
                  "%2 already uses the id %1; choose another id",
                  quoted(id),
                  QFileInfo(other).fileName())};
}
}
