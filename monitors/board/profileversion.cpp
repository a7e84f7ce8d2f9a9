// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/profileversion.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/facility/facilityfiles.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

namespace Nightdesk
{
namespace
{
constexpr qint64 longestFile = 4 * 1024 * 1024;
constexpr qsizetype digits = 12;
}

ProfileVersion ProfileVersion::read(const QString &file)
{
    if (file.isEmpty()) {
        return {};
    }
    QStringList files{file};
    if (const QString facility = FacilityFiles::facilityDirectoryOf(file); !facility.isEmpty()) {
        files.append(FacilityFiles::facilityFilePath(facility));
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    ProfileVersion result;
    for (const QString &name : std::as_const(files)) {
        QFile one(name);
        if (!one.open(QIODevice::ReadOnly)) {
            return {};
        }
        const QByteArray content = one.read(longestFile);
        hash.addData(QByteArray(QByteArray::number(content.size()) + '\n'));
        hash.addData(content);
        result.profileFilesChangedAt = std::max(result.profileFilesChangedAt, QFileInfo(one).lastModified(QTimeZone::UTC));
    }
    result.version = QString::fromLatin1(hash.result().toHex().first(digits));
    return result;
}

void ProfileVersionReader::requestVersion(const QString &profileId, const QString &file)
{
    BackgroundJobs::shared().run(
        [file] {
            return ProfileVersion::read(file);
        },
        this,
        [this, profileId](const ProfileVersion &version) {
            Q_EMIT versionRead(profileId, version);
        });
}
}
