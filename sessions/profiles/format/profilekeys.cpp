// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keyrows.h"

#include "sessions/profiles/format/keystores.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr KeyInfo profileKeyRows[] = {
    // TOML keys that are allowed in a profile:
    {.table = TableId::Profile,
     .name = "format"_L1,
     .type = KeyType::FormatVersion,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The version of the file format."),
     .isRequired = true},
    {.table = TableId::Profile,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The instrument’s short name for commands and settings. Every profile of a facility needs a different one."),
     .store = KeyStores::storeInMember<&InstrumentProfile::id>,
     .isRequired = true},
    {.table = TableId::Profile,
     .name = "name"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The instrument’s name, as it is displayed."),
     .store = KeyStores::storeInMember<&InstrumentProfile::name>,
     .isRequired = true},
    {.table = TableId::Profile,
     .name = "description"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "A line that describes the instrument."),
     .store = KeyStores::storeInMember<&InstrumentProfile::description>,
     .hasVariables = true},
    {.table = TableId::Profile,
     .name = "include"_L1,
     .type = KeyType::GroupNames,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "Groups of facility.toml. The profile gets their connections, desktops, windows and variables.")},
    {.table = TableId::Profile,
     .name = "accounts"_L1,
     .type = KeyType::UserNames,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The accounts allowed for {account}. Default: those of the facility, otherwise any account."),
     .store = KeyStores::storeInMember<&InstrumentProfile::accounts>,
     .hasVariables = true},
    {.table = TableId::Profile,
     .name = "variables"_L1,
     .type = KeyType::TextsByName,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "Named texts. {name} is replaced by the text. They take precedence over those of groups and the facility.")},
    {.table = TableId::Profile,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The ssh connections. One connection carries all data to its host."),
     .childTable = TableId::Link},
    {.table = TableId::Profile,
     .name = "desktop"_L1,
     .type = KeyType::TableList,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The shared VNC desktops."),
     .childTable = TableId::Desktop},
    {.table = TableId::Profile,
     .name = "window"_L1,
     .type = KeyType::TableList,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The X programs."),
     .childTable = TableId::Window},
    {.table = TableId::Profile,
     .name = "site"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What differs at one site."),
     .childTable = TableId::ProfileSite},

    // TOML keys that are allowed in [site.ID] of a profile:
    {.table = TableId::ProfileSite,
     .name = "variables"_L1,
     .type = KeyType::TextsByName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Variables that differ at this site.")},
    {.table = TableId::ProfileSite,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of connections that differ at this site, for example link.summit.host."),
     .childTable = TableId::Link,
     .mayChildTableBeIncomplete = true},
    {.table = TableId::ProfileSite,
     .name = "desktop"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of desktops that differ at this site, for example desktop.control0.screen."),
     .childTable = TableId::Desktop,
     .mayChildTableBeIncomplete = true},
    {.table = TableId::ProfileSite,
     .name = "window"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of X programs that differ at this site, for example window.ds9.geometry."),
     .childTable = TableId::Window,
     .mayChildTableBeIncomplete = true},
};
}

std::span<const KeyInfo> KeyRows::profile()
{
    return profileKeyRows;
}
}
