// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/format/variables.h"

namespace Nightdesk
{
/// Lays together what is in force in a profile at one site: its own tables, those of the groups it includes and of the
/// facility, what differs at the site, and defaults. Says what goes before what, and nothing about what is right. Pure.
/// Made by ProfileResolver or BrokerReader for one reading.
class ProfileComposer
{
public:
    /// @p groups in the order that FacilityGroups gives them; @p here: the profile's own [site.ID].
    ProfileComposer(const FacilityDocument &facility, const QString &site, const QStringList &groups, const TomlNode &here);

    /// The definitions; the facility's, there, the groups', @p root's, there: a later one goes before an earlier one.
    void define(const TomlNode &root, Variables &variables) const;
    /// @p root with all that is in force. @p problems: errors in @p here. Not @p isWhole: what it differs from may be missing.
    TomlNode compose(const TomlNode &root, bool isWhole, Problems &problems) const;
    /// Links, desktops and windows of groups and facility, as the facility has them at the site.
    TomlNode shared(Problems &problems) const;
    /// [default] as it is in force at the site.
    TomlNode defaults() const;

private:
    const FacilityDocument &m_facility;
    const TomlNode *m_facilitySite; ///< null: none
    QStringList m_groups;
    const TomlNode &m_here;
};
}
