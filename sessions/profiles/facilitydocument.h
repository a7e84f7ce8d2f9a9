// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facilityhead.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/tomlnode.h"

#include <QByteArrayView>

namespace Nightdesk
{
/// facility.toml as it was read: what is common to all profiles. Pure; a value.
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
    /// [link] as it is in force at @p site; nothing where the facility has none.
    TomlNode links(const QString &site) const;
    QString directory() const; ///< absolute
    QList<ProfileError> problems() const;

private:
    void readSites(Problems &problems);
    void checkLinks(const QString &site, Problems &problems);

    QString m_file;
    TomlNode m_root;
    FacilityHead m_head;
    QList<SiteSpec> m_sites;
    QList<ProfileError> m_problems;
};
}
