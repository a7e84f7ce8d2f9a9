// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/installationfacts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool isInside(const QString &path, const QString &directory)
{
    return path == directory || path.startsWith(directory.endsWith(u'/') ? directory : directory + u'/');
}

void addPermissions(QList<PathPermissions> &facts, const PathPermissions &permissions)
{
    if (!std::ranges::contains(facts, permissions.path, &PathPermissions::path)) {
        facts.append(permissions);
    }
}

/// A symbolic link on the path to a file.
struct SymbolicLinkHop {
    PathPermissions permissions;
    qsizetype remainingNameCount = 0; ///< number of names in the path after the link
};

/// Follows @p path like the system does, name by name and link by link: a user who can replace any part of it controls the contents.
void addPath(QList<PathPermissions> &facts, const QString &path)
{
    constexpr qsizetype maxSymbolicLinks = 40; // at most this many symbolic links are followed, as the Linux kernel does
    QStringList names = (path.startsWith(u'/') ? path : QDir::currentPath() + u'/' + path).split(u'/', Qt::SkipEmptyParts);
    names.prepend(u"."_s);
    QString above = u"/"_s;
    QList<SymbolicLinkHop> hops;
    while (!names.isEmpty()) {
        const QString name = names.takeFirst();
        if (name == ".."_L1) {
            above = QFileInfo(above).path();
            continue;
        }
        const QString one = name == "."_L1 ? above : QDir(above).filePath(name);
        struct stat fileStatus{};
        if (::lstat(QFile::encodeName(one).constData(), &fileStatus) != 0) {
            // If the file is missing, the permissions of the directory that would contain it count, and they were added already. A symbolic link to a
            // missing file is marked below. A path that cannot be examined is treated as writable by everybody.
            if (errno != ENOENT && errno != ENOTDIR) {
                addPermissions(facts, PathPermissions{one, 0, 0777});
            }
            for (SymbolicLinkHop &hop : hops) {
                hop.permissions.isDanglingLink = hop.remainingNameCount <= names.size();
            }
            break;
        }
        if (!S_ISLNK(fileStatus.st_mode)) {
            addPermissions(facts, PathPermissions{one, fileStatus.st_uid, fileStatus.st_mode & 07777U});
            above = one;
            continue;
        }
        // The permission bits of a symbolic link mean nothing.
        hops.append({PathPermissions{one, fileStatus.st_uid, 0}, names.size()});
        const QString to = QFileInfo(one).readSymLink();
        if (to.isEmpty() || hops.size() > maxSymbolicLinks) {
            for (SymbolicLinkHop &hop : hops) {
                hop.permissions.isDanglingLink = true;
            }
            break;
        }
        if (to.startsWith(u'/')) {
            above = u"/"_s;
        }
        names = to.split(u'/', Qt::SkipEmptyParts) + names;
    }
    for (const SymbolicLinkHop &hop : std::as_const(hops)) {
        addPermissions(facts, hop.permissions);
    }
}
}

InstallationFacts InstallationFacts::gather(const QString &directory, const QStringList &files, const QStringList &systemDirectories)
{
    InstallationFacts facts;
    facts.directory = QFileInfo(directory).canonicalFilePath();
    for (const QString &system : systemDirectories) {
        if (const QString canonicalPath = QFileInfo(system).canonicalFilePath(); !canonicalPath.isEmpty()) {
            facts.systemDirectories.append(canonicalPath);
        }
    }
    if (facts.directory.isEmpty()) {
        return facts;
    }
    // Only a directory inside the system's configuration can need no approval. Any other directory, which may be a slow share, is not examined.
    if (std::ranges::none_of(std::as_const(facts.systemDirectories), [&facts](const QString &system) {
            return isInside(facts.directory, system);
        })) {
        return facts;
    }
    addPath(facts.paths, directory);
    for (const QString &file : files) {
        addPath(facts.paths, file);
    }
    return facts;
}

QStringList InstallationFacts::systemConfigurationDirectories()
{
    const QString own = QFileInfo(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)).absoluteFilePath();
    const QString home = QDir::homePath();
    QStringList result;
    const QStringList all = QStandardPaths::standardLocations(QStandardPaths::GenericConfigLocation);
    for (const QString &one : all) {
        const QString path = QDir::cleanPath(QFileInfo(one).absoluteFilePath());
        if (!isInside(path, own) && !isInside(own, path) && !isInside(path, home)) {
            result.append(path);
        }
    }
    return result;
}

bool isInstalledByAdministrator(const InstallationFacts &facts)
{
    const bool isSystems = !facts.directory.isEmpty() && std::ranges::any_of(facts.systemDirectories, [&facts](const QString &system) {
        return isInside(facts.directory, system);
    });
    const bool isLookedAt = std::ranges::contains(facts.paths, facts.directory, &PathPermissions::path);
    return isSystems && isLookedAt && std::ranges::all_of(facts.paths, [](const PathPermissions &permissions) {
               return permissions.owner == 0 && (permissions.mode & 022) == 0 && !permissions.isDanglingLink;
           });
}
}
