// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QSet>
#include <QString>

#include <optional>
#include <utility>

namespace Nightdesk
{
/// A facility's files when they were last valid. Texts are remembered instead of the values made of them: site and account change, and the effective
/// values are read from the texts again. Pure; a value. Held by FacilityWatcherWorker.
class LastValidTexts
{
public:
    /// A profile and the facility.toml with which it was valid.
    struct Version {
        QByteArray facilityText;
        QByteArray profileText;
        QDateTime readAt; ///< UTC, whole seconds: when this version was first read
        bool isInstalledByAdministrator = false; ///< installed by the administrator when it was read
        bool operator==(const Version &) const = default;
    };
    struct FacilityVersion {
        QByteArray text;
        QDateTime readAt;
        bool operator==(const FacilityVersion &) const = default;
    };

    const std::optional<FacilityVersion> &facility() const;
    void rememberFacility(const QByteArray &text, const QDateTime &now);
    /// The remembered version of a profile; empty: none. @p name: file name without a directory.
    std::optional<Version> lastVersion(const QString &site, const QString &name) const;
    void rememberProfile(const QString &site, const QString &name, const Version &lastVersion);

    /// Call after the profiles' directory was listed. @p names: the profiles in it. All other remembered profiles are marked as deleted. Their texts
    /// are kept until this object is stored, because editors delete files and write them again.
    void setListedProfiles(const QStringList &names);
    /// File names of the profiles that are remembered at @p site and existed when the directory was last listed; sorted by name.
    QStringList profileFileNames(const QString &site) const;

    /// Canonical path of the facility when it was last read; while a share is offline, its path cannot be determined.
    QString canonicalPath() const;
    void setCanonicalPath(const QString &path);

    /// A three-way merge of this object and @p theirs, which another console of this user stored. @p base: the common earlier state: what it has and
    /// @p theirs lacks, the other console deleted. Of two different texts the newer is kept. @p existingProfileFiles: names of the profiles' files
    /// that exist now; empty: unknown.
    LastValidTexts merged(const LastValidTexts &theirs, const LastValidTexts &base, const std::optional<QStringList> &existingProfileFiles) const;
    /// Contents for a file that is kept after the program ends. If there are more than @p maxTexts bytes of text, the oldest versions are left out.
    QByteArray toJson(const QString &directory, qsizetype maxTexts = 4 * 1024 * 1024) const;
    /// Empty: the file is damaged, was written by another version, or belongs to another directory.
    static std::optional<LastValidTexts> fromJson(const QByteArray &json, const QString &directory);
    bool operator==(const LastValidTexts &) const = default;

private:
    using Key = std::pair<QString, QString>; // site and file name
    QMap<Key, Version> m_profileVersions;
    QSet<QString> m_deletedProfiles;
    std::optional<FacilityVersion> m_facilityVersion;
    QString m_canonicalPath;
};
}
