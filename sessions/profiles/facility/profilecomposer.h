// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/format/variables.h"

namespace Nightdesk
{
/// Merges the effective tables of a profile at one site: its own, those of the groups it includes and of the facility, site overrides, and defaults.
/// Defines the precedence, and does not check values. Pure. Made by ProfileResolver or BrokerReader for one site.
class ProfileComposer
{
public:
    /// @p groups: the groups that the profile includes, in the order of FacilityGroups::withIncludedGroups(). @p siteOverrides: the table [site.ID]
    /// of the profile for @p site.
    ProfileComposer(const FacilityDocument &facility, const QString &site, const QStringList &groups, const TomlNode &siteOverrides);

    /// Defines the variables of all tables. Of variables with the same name, the last in this order is effective: the facility's, those of its
    /// [site.ID], the groups', the profile's (@p root), those of the profile's [site.ID].
    void defineVariables(const TomlNode &root, Variables &variables) const;
    /// Returns the profile's tables @p root, completed with the tables of groups and facility, with the site's overrides and with defaults. Errors in
    /// the profile's [site.ID] are added to @p problems. An override of a table that does not exist is such an error only if
    /// @p areAllDefinitionsRead is true; otherwise the table may be defined in lines that could not be read.
    TomlNode compose(const TomlNode &root, bool areAllDefinitionsRead, Problems &problems) const;
    /// Links, desktops and windows of groups and facility, with the facility's overrides for the site.
    TomlNode inheritedTables(Problems &problems) const;
    /// [default] with the values that apply at the site.
    TomlNode defaults() const;

private:
    const FacilityDocument &m_facilityDocument;
    const TomlNode *m_facilitySiteTable; ///< [site.ID] of facility.toml; null: none
    QStringList m_includedGroups;
    const TomlNode &m_profileSiteOverrides; ///< [site.ID] of the profile
};
}
