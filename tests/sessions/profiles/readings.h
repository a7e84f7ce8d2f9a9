// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/profilereader.h"

/// A profile in a facility, without files.
namespace Nightdesk::Test
{
inline const QString profileFile = QStringLiteral("/facility/profiles/lris.toml");
inline const QString facilityFilePath = QStringLiteral("/facility/facility.toml");

/// "line:column: severity: message" of each, as a person would see them; the facility's with its name before it.
inline QStringList lines(const QList<ProfileError> &problems)
{
    QStringList result;
    for (const ProfileError &problem : problems) {
        result.append(QStringLiteral("%1%2:%3: %4: %5")
                          .arg(problem.place.file == facilityFilePath ? QStringLiteral("facility.toml:") : QString(),
                               QString::number(problem.place.line),
                               QString::number(problem.place.column),
                               problem.severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("warning"),
                               problem.message));
    }
    return result;
}

inline ParsedProfile read(const QByteArray &facility, const QByteArray &profile, const QString &site = {}, const QString &account = {})
{
    return ProfileReader::parse(profile, profileFile, FacilityDocument(facility, facilityFilePath), site, account);
}

/// What `nightdesk check` would tell of the two at @p site: each mistake once.
inline QStringList told(const QByteArray &facility, const QByteArray &profile, const QString &site = {})
{
    const FacilityDocument document(facility, facilityFilePath);
    QList<ProfileError> problems = document.problems();
    for (const ProfileError &problem : ProfileReader::parse(profile, profileFile, document, site).problems) {
        if (!problems.contains(problem)) {
            problems.append(problem);
        }
    }
    return lines(problems);
}
}
