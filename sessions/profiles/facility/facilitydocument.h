// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilityerrors.h"
#include "sessions/profiles/facility/facilitygroups.h"
#include "sessions/profiles/format/facilityheader.h"
#include "sessions/profiles/format/valuereader.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QByteArrayView>

namespace Nightdesk
{
/// Contents of facility.toml: what all profiles have in common. Pure; a value. Made for each reading of a facility.
class FacilityDocument
{
public:
    /// For profiles without a facility: no sites are known, so neither sites nor screens are checked.
    FacilityDocument() = default;
    FacilityDocument(QByteArrayView text, const QString &file);

    const FacilityHeader &header() const;
    const QList<SiteSpec> &sites() const;
    QStringList siteNames() const;
    /// A site without an id if @p id is unknown.
    SiteSpec site(const QString &id) const;
    /// The screens of @p site; of all sites if @p site is empty.
    QStringList screens(const QString &site) const;
    QList<PersonSpec> people() const;
    QList<RoomSpec> rooms() const;
    /// The message broker with the values that apply at @p site. Empty: there is none, or one of the tables that it uses has an error. If @p account
    /// is empty, {account} stays in its link.
    std::optional<BrokerSpec> broker(const QString &site, const QString &account = {}) const;
    const TomlNode &root() const;
    const FacilityGroups &groups() const;
    const TomlNode *groupTable(const QString &name) const; ///< the table [group.ID]; null: there is none
    const TomlNode *siteTable(const QString &name) const; ///< the table [site.ID]; null: there is none
    const QString &file() const; ///< path of facility.toml; empty: no facility
    bool isReadable() const; ///< false: the file is not valid TOML, or has a newer format
    const QList<ProfileError> &problems() const;
    /// The errors that also make a profile with this @p use invalid.
    QList<ProfileError> errorsForUsedParts(const FacilityErrors::UsedParts &use) const;

    /// More than any facility has; limits the time to read all sites.
    static constexpr qsizetype maxSites = 100;

private:
    void readSites(Problems &problems);
    void readGroups(Problems &problems);
    void checkBroker(Problems &problems) const;
    template<typename Spec>
    QList<Spec> readTableList(const QString &name, Problems &problems) const;

    QString m_filePath;
    TomlNode m_rootTable;
    bool m_isReadable = false;
    ValueReader::Context m_valueContext; ///< variables and names for reading tables that belong to no profile, such as [[person]]
    FacilityHeader m_header;
    QList<SiteSpec> m_sites;
    QList<PersonSpec> m_people;
    QList<RoomSpec> m_rooms;
    FacilityGroups m_groups;
    FacilityErrors m_facilityErrors;
    QList<ProfileError> m_problems;
};
}
