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
    /// @p groups: the included groups, in the order of FacilityGroups::withIncludedGroups(). @p here: the table [site.ID] of the profile.
    ProfileComposer(const FacilityDocument &facility, const QString &site, const QStringList &groups, const TomlNode &here);

    /// Defines variables in this order, later ones override earlier ones: the facility's, its site's, the groups', @p root's, those of @p here.
    void defineVariables(const TomlNode &root, Variables &variables) const;
    /// Returns @p root with all effective tables. @p problems: gets errors in @p here. Not @p isFullyRead: tables that
    /// overrides refer to may be missing.
    TomlNode compose(const TomlNode &root, bool isFullyRead, Problems &problems) const;
    /// Links, desktops and windows of groups and facility, with the facility's overrides for the site.
    TomlNode inheritedTables(Problems &problems) const;
    /// [default] with the values that apply at the site.
    TomlNode defaults() const;

private:
    const FacilityDocument &m_facilityDocument;
    const TomlNode *m_facilitySiteTable; ///< [site.ID] of facility.toml; null: none
    QStringList m_effectiveGroups;
    const TomlNode &m_profileSiteTable;
};
}
