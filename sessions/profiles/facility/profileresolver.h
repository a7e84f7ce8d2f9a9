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

    /// A site overrides existing variables: a variable that is not in @p known is most likely misspelled.
    static void checkSiteVariables(const TomlNode &texts, const TomlNode &known, Problems &problems);

private:
    void readAccounts();
    /// Adds errors of facility.toml in tables that this profile uses or may use.
    void addFacilityErrors(const QStringList &groups, bool takesAccounts);
    QStringList includedGroups();
    /// Determines whether all tables that may define names could be read.
    void determineIfFullyRead(const QStringList &groups, const TomlNode &here);
    TomlNode profileSiteTable();
    void compose(const QStringList &groups, const TomlNode &here);
    void readLinks();
    void readDesktops();
    void readWindows();
    template<typename Spec>
    Spec readDisplay(TableId table, const TomlNode &node);
    void checkDiscoverKey(const DesktopSpec &desktop, const TomlNode &node);
    /// Checks the viewer of @p spec: it may run on another host only if it can connect from there to what it shows.
    template<typename Spec>
    void checkViewer(const Spec &spec, const TomlNode &node, bool isReachedFromElsewhere);
    template<typename Spec>
    void checkIneffectiveKeys(const Spec &spec, const TomlNode &node);
    void markLinkUsed(const QString &link);
    void leaveOutUnusedLinks();
    const std::vector<TomlNode> &tablesNamed(const QString &name) const;
    bool isFromFacility(const SourcePlace &place) const;
    /// If a line of a table of facility.toml could not be read, its meaning is unknown: the table is not used.
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
    QHash<QString, Problems> m_problemsByFacilityLink; ///< links that only the facility or groups define, with the errors in them
    QSet<QString> m_usedLinkIds;
    QSet<QString> m_linksUsingAccount; ///< links that use {account}
    DisplayIds m_displayIds;
    std::optional<IneffectiveKeys> m_ineffectiveKeys;
    bool m_areNamesFullyRead = true; ///< false: groups or lines that may define names used here could not be read
};
}
