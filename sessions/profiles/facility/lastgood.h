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
/// What a facility's files said when they were last without an error. Texts are remembered, not what was made of them: site
/// and account change, and what is in force is read from them again. Pure; a value. Held by FacilityWatcherWorker.
class LastGood
{
public:
    /// A profile and the facility.toml it was good with.
    struct Form {
        QByteArray facility;
        QByteArray profile;
        QDateTime readAt; ///< UTC, whole seconds: when it was first read
        bool isAdministrators = false; ///< it was installed by the administrator when it was read
        bool operator==(const Form &) const = default;
    };
    struct FacilityForm {
        QByteArray text;
        QDateTime readAt;
        bool operator==(const FacilityForm &) const = default;
    };

    const std::optional<FacilityForm> &facility() const;
    void rememberFacility(const QByteArray &text, const QDateTime &now);
    /// @p name: the file's, without a directory.
    std::optional<Form> form(const QString &site, const QString &name) const;
    void remember(const QString &site, const QString &name, const Form &form);

    /// The profiles' directory could be listed and has these. Another one was deleted; what it said is forgotten only when
    /// this is stored, because editors delete and write again.
    void setListed(const QStringList &names);
    /// Profiles remembered at @p site that were there when the directory was last listed; by name.
    QStringList names(const QString &site) const;

    /// Where the facility really was; a share that is away has no canonical path.
    QString canonical() const;
    void setCanonical(const QString &path);

    /// This, with what another console of this user remembered in @p theirs; of two texts the one read last. @p base is what both
    /// began with: what only they no longer have was deleted. @p listed: the profiles that there are, empty: nobody knows.
    LastGood merged(const LastGood &theirs, const LastGood &base, const std::optional<QStringList> &listed) const;
    /// For a file that outlives the program. The oldest forms go where they would be more than @p maxTexts bytes of text.
    QByteArray toJson(const QString &directory, qsizetype maxTexts = 4 * 1024 * 1024) const;
    /// Empty: damaged, of another version, or another directory's.
    static std::optional<LastGood> fromJson(const QByteArray &json, const QString &directory);
    bool operator==(const LastGood &) const = default;

private:
    using Key = std::pair<QString, QString>; // site, name
    QMap<Key, Form> m_forms;
    QSet<QString> m_deleted;
    std::optional<FacilityForm> m_facility;
    QString m_canonical;
};
}
