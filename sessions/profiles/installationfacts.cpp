// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/installationfacts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool isInside(const QString &path, const QString &directory)
{
    return path == directory || path.startsWith(directory.endsWith(u'/') ? directory : directory + u'/');
}

void addFact(QList<PathFact> &facts, const PathFact &fact)
{
    if (!std::ranges::contains(facts, fact.path, &PathFact::path)) {
        facts.append(fact);
    }
}

/// @p path is canonical: it and everything above it.
void addWithParents(QList<PathFact> &facts, const QString &path)
{
    for (QString one = path;;) {
        struct stat status{};
        // Not there any more: as if anybody might write it.
        const bool isThere = ::lstat(QFile::encodeName(one).constData(), &status) == 0;
        addFact(facts, isThere ? PathFact{one, status.st_uid, status.st_mode & 07777U} : PathFact{one, 0, 0777});
        const QString above = QFileInfo(one).path();
        if (above == one) {
            return;
        }
        one = above;
    }
}

void addPath(QList<PathFact> &facts, const QString &path)
{
    const QFileInfo info(path);
    if (const QString canonical = info.canonicalFilePath(); !canonical.isEmpty()) {
        addWithParents(facts, canonical);
        // The links on the way: who may exchange them decides as well.
        addWithParents(facts, QFileInfo(info.absolutePath()).canonicalFilePath());
        return;
    }
    struct stat status{};
    if (::lstat(QFile::encodeName(path).constData(), &status) == 0 && S_ISLNK(status.st_mode)) {
        addFact(facts, {info.absoluteFilePath(), status.st_uid, 0, true});
        return;
    }
    QString above = info.absolutePath();
    while (!QFileInfo::exists(above) && above != QFileInfo(above).path()) {
        above = QFileInfo(above).path();
    }
    addWithParents(facts, QFileInfo(above).canonicalFilePath());
}
}

InstallationFacts InstallationFacts::gather(const QString &directory, const QStringList &files, const QStringList &systemDirectories)
{
    InstallationFacts facts;
    facts.directory = QFileInfo(directory).canonicalFilePath();
    for (const QString &system : systemDirectories) {
        if (const QString canonical = QFileInfo(system).canonicalFilePath(); !canonical.isEmpty()) {
            facts.systemDirectories.append(canonical);
        }
    }
    if (facts.directory.isEmpty()) {
        return facts;
    }
    // Elsewhere it asks whoever owns it: no need to look at a whole share.
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

QStringList InstallationFacts::systemConfiguration()
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
    const bool isLookedAt = std::ranges::contains(facts.paths, facts.directory, &PathFact::path);
    return isSystems && isLookedAt && std::ranges::all_of(facts.paths, [](const PathFact &fact) {
               return fact.owner == 0 && (fact.mode & 022) == 0 && !fact.isDanglingLink;
           });
}
}
