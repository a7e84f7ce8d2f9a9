// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilityfiles.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk::FacilityFiles
{
QString facilityFile(const QString &directory)
{
    return QDir(directory).filePath(u"facility.toml"_s);
}

QString profilesDirectory(const QString &directory)
{
    return QDir(directory).filePath(u"profiles"_s);
}

QStringList profileFiles(const QString &directory)
{
    const QDir profiles(profilesDirectory(directory));
    // System: dangling links and pipes are listed too, so that somebody is told about them.
    const QStringList names = profiles.entryList({u"*.toml"_s}, QDir::Files | QDir::Dirs | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    QStringList result;
    for (const QString &name : names) {
        result.append(profiles.filePath(name));
    }
    return result;
}

QString facilityOf(const QString &profile)
{
    const QDir parent = QFileInfo(profile).absoluteDir();
    if (parent.dirName() != "profiles"_L1) {
        return {};
    }
    const QString facility = QFileInfo(parent.absolutePath()).absolutePath();
    return QFileInfo::exists(facilityFile(facility)) ? facility : QString();
}

QString baseName(const QString &file)
{
    return QFileInfo(file).completeBaseName();
}

ProfileError sameId(const SourcePlace &place, const QString &id, const QString &other)
{
    return {place,
            Severity::Error,
            i18nc("@info a mistake in a profile; %1: an id in quotes, %2: a file's name",
                  "the id %1 belongs to %2 already",
                  quoted(id),
                  QFileInfo(other).fileName())};
}
}
