// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/displayids.h"
#include "sessions/profiles/facility/ineffectivekeys.h"
#include "sessions/profiles/facility/profilereader.h"

#include <QSet>

namespace Nightdesk
{
/// Makes the effective profile at one site from the tables of the profile and of the facility: the inner part of ProfileReader, used once. Errors of
/// facility.toml that the profile encounters are reported with their own places and texts. Made by ProfileReader for one site.
class ProfileResolver
{
public:
    ProfileResolver(const TomlNode &root,
                    const QString &file,
                    const FacilityDocument &facility,
                    const QString &site,
                    const QString &account,
                    Problems &problems);
    /// For checkFacility(): an empty profile that includes only @p group; empty: only what the facility provides to all profiles.
    ProfileResolver(const FacilityDocument &facility, const QString &group, const QString &site, Problems &problems);

    InstrumentProfile resolve();
    /// Checks everything that the facility provides, whether a profile uses it or not.
    void checkFacility();
    /// After resolve(): the effective tables of the profile.
    const TomlNode &effective() const;
    const Variables &variables() const;

    /// Reports variables of a [site.ID] that are not defined outside of it: a site can only override variables, so such a name is probably
    /// misspelled.
    static void checkSiteVariables(const TomlNode &siteVariables, const TomlNode &existingVariables, Problems &problems);

private:
    /// Adds errors of facility.toml in tables that this profile uses or may use. @p takesFacilityAccounts: the profile has no accounts of its own.
    void addFacilityErrors(const QStringList &groups, bool takesFacilityAccounts);
    QStringList includedGroups();
    /// Sets m_areAllDefinitionsRead: whether each line that may define a link, display or variable of this profile could be read.
    void determineIfAllDefinitionsRead(const QStringList &groups, const TomlNode &siteOverrides);
    TomlNode profileSiteTable();
    void compose(const QStringList &groups, const TomlNode &siteOverrides);
    void readLinks();
    void readDesktops();
    void readWindows();
    template<typename Spec>
    Spec readDisplay(TableId table, const TomlNode &node);
    void checkDiscoverKey(const DesktopSpec &desktop, const TomlNode &node);
    /// Checks the viewer of @p spec: it may run on another host only if it can connect from there to what it shows (@p canOtherHostsConnect).
    template<typename Spec>
    void checkViewer(const Spec &spec, const TomlNode &node, bool canOtherHostsConnect);
    template<typename Spec>
    void checkIneffectiveKeys(const Spec &spec, const TomlNode &node);
    void markLinkUsed(const QString &link);
    void leaveOutUnusedLinks();
    const std::vector<TomlNode> &tablesNamed(const QString &name) const;
    bool isFromFacility(const SourcePlace &place) const;
    /// If @p table is in facility.toml and has a line that could not be read, adds that line's error to @p found, so that the table is not used.
    void rejectPartlyReadTable(const TomlNode &table, Problems &found) const;
    /// Adds errors that were found in the profile's effective tables.
    void addProblems(const Problems &found);

    TomlNode m_rootTable;
    TomlNode m_profileTables; ///< the profile's own tables, as written
    QString m_profileFile;
    const FacilityDocument &m_facilityDocument;
    QString m_siteId;
    Problems &m_problems;
    ValueReader::Context m_valueContext;
    InstrumentProfile m_profile;
    QHash<QString, Problems> m_problemsByFacilityLink; ///< errors in each link that facility.toml defines and the profile does not, by link id
    QSet<QString> m_usedLinkIds;
    QSet<QString> m_linksUsingAccount; ///< links that use {account}
    DisplayIds m_displayIds;
    std::optional<IneffectiveKeys> m_ineffectiveKeys;
    /// False: a group or line could not be read that may define a link, display or variable of this profile. Then a missing name is not an error.
    bool m_areAllDefinitionsRead = true;
};
}
