// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/displayids.h"
#include "sessions/profiles/facility/idlekeys.h"
#include "sessions/profiles/facility/profilereader.h"

#include <QSet>

namespace Nightdesk
{
/// Makes the profile in force at one site out of a profile's tables and the facility's: ProfileReader's inner part, used
/// once. Errors of facility.toml that the profile meets are told with their own places and words. Made by ProfileReader for one site.
class ProfileResolver
{
public:
    ProfileResolver(const TomlNode &root,
                    const QString &file,
                    const FacilityDocument &facility,
                    const QString &site,
                    const QString &account,
                    Problems &problems);
    /// For inspect(): a profile of nothing but @p group; an empty one: of what the facility gives to all.
    ProfileResolver(const FacilityDocument &facility, const QString &group, const QString &site, Problems &problems);

    InstrumentProfile resolve();
    /// Looks at all that the facility gives, used or not.
    void inspect();
    /// After resolve(): the tables that the profile was read from.
    const TomlNode &inForce() const;
    const Variables &variables() const;

    /// A site says what differs there: a variable that is not in @p known is most likely misspelt.
    static void checkSiteVariables(const TomlNode &texts, const TomlNode &known, Problems &problems);

private:
    void takeAccounts();
    /// What stands wrong in facility.toml could be what this profile was to have.
    void takeMistakes(const QStringList &groups, bool takesAccounts);
    QStringList includedGroups();
    /// Looks whether all is there that could define something.
    void checkWhole(const QStringList &groups, const TomlNode &here);
    TomlNode ownSite();
    void compose(const QStringList &groups, const TomlNode &here);
    void readLinks();
    void readDesktops();
    void readWindows();
    template<typename Spec>
    Spec readDisplay(TableId table, const TomlNode &node);
    void checkDiscovered(const DesktopSpec &desktop, const TomlNode &node);
    /// The viewer of @p spec may run elsewhere only if it can get to what it is to show.
    template<typename Spec>
    void checkViewer(const Spec &spec, const TomlNode &node, bool isReachedFromElsewhere);
    template<typename Spec>
    void checkIdle(const Spec &spec, const TomlNode &node);
    void useLink(const QString &link);
    void leaveOutUnusedLinks();
    const std::vector<TomlNode> &list(const QString &name) const;
    bool isShared(const SourcePlace &place) const;
    /// What stands in a line of a table of facility.toml that could not be read is not known: the table is not used.
    void refuseUnread(const TomlNode &table, Problems &found) const;
    /// Takes errors that were found in what this profile is made of.
    void adopt(const Problems &found);

    TomlNode m_root;
    TomlNode m_written; ///< the profile's own tables
    QString m_file;
    const FacilityDocument &m_facility;
    QString m_site;
    Problems &m_problems;
    ValueReader::Context m_context;
    InstrumentProfile m_profile;
    QHash<QString, Problems> m_sharedLinks; ///< links that the profile does not have itself, with what is wrong with them
    QSet<QString> m_used;
    QSet<QString> m_askingLinks; ///< links that use {account}
    DisplayIds m_displayIds;
    std::optional<IdleKeys> m_idle;
    bool m_isWhole = true; ///< false: groups or lines are missing, and with them perhaps what is named here
};
}
