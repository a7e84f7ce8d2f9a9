// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitygroups.h"
#include "sessions/profiles/facility/facilitymistakes.h"
#include "sessions/profiles/format/facilityhead.h"
#include "sessions/profiles/format/valuereader.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QByteArrayView>

namespace Nightdesk
{
/// facility.toml as it was read: what is common to all profiles. Pure; a value. Made by whoever reads a facility, for one reading.
class FacilityDocument
{
public:
    /// No facility: no sites are known, hence neither sites nor screens are checked.
    FacilityDocument() = default;
    /// Sites alone.
    explicit FacilityDocument(const QList<SiteSpec> &sites);
    FacilityDocument(QByteArrayView text, const QString &file);

    const FacilityHead &head() const;
    const QList<SiteSpec> &sites() const;
    QStringList siteNames() const;
    /// One without an id where there is no such site.
    SiteSpec site(const QString &id) const;
    /// The screens of @p site; of all sites if it is empty.
    QStringList screens(const QString &site) const;
    QList<PersonSpec> people() const;
    QList<RoomSpec> rooms() const;
    /// As it is in force at @p site. Empty: there is none, or an error is in what it is made of. An empty @p account leaves
    /// {account} in its link.
    std::optional<BrokerSpec> broker(const QString &site, const QString &account = {}) const;
    const TomlNode &root() const;
    const FacilityGroups &groups() const;
    const TomlNode *groupTable(const QString &name) const; ///< [group.ID]; null: there is none
    const TomlNode *siteTable(const QString &name) const; ///< [site.ID]; null: there is none
    const QString &file() const; ///< empty: no facility
    bool isReadable() const; ///< false: no text, or a newer format
    const QList<ProfileError> &problems() const;
    /// Those that put a profile in error which takes @p use of it.
    QList<ProfileError> mistakesFor(const FacilityMistakes::Use &use) const;

    /// Nobody has so many; what is read for each of them stays bearable.
    static constexpr qsizetype maxSites = 100;

private:
    void readSites(Problems &problems);
    void readGroups(Problems &problems);
    void checkBroker(Problems &problems) const;
    template<typename Spec>
    QList<Spec> readList(const QString &name, Problems &problems) const;

    QString m_file;
    TomlNode m_root;
    bool m_readable = false;
    ValueReader::Context m_context; ///< of what stands in no profile
    FacilityHead m_head;
    QList<SiteSpec> m_sites;
    QList<PersonSpec> m_people;
    QList<RoomSpec> m_rooms;
    FacilityGroups m_groups;
    FacilityMistakes m_mistakes;
    QList<ProfileError> m_problems;
};
}
