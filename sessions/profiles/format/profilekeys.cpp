// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keyrows.h"

#include "sessions/profiles/format/keystores.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::KeyRows
{
using namespace KeyStores;

namespace
{
constexpr KeyInfo profileKeyRows[] = {
    // TOML keys that are allowed in a profile:
    key({.table = Profile, .name = "format"_L1, .type = FormatVersion, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The version of the file format.")),
    key({.table = Profile, .name = "id"_L1, .type = Identifier, .store = storeInMember<&InstrumentProfile::id>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile",
                "The instrument’s short name for commands and settings. Every profile of a facility needs a different one.")),
    key({.table = Profile, .name = "name"_L1, .type = Text, .store = storeInMember<&InstrumentProfile::name>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The instrument’s name, as it is displayed.")),
    key({.table = Profile, .name = "description"_L1, .type = Text, .store = storeInMember<&InstrumentProfile::description>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "A line that describes the instrument.")),
    key({.table = Profile, .name = "include"_L1, .type = GroupNames},
        kli18nc("@info:whatsthis key of a profile", "Groups of facility.toml. The profile gets their connections, desktops, windows and variables.")),
    key({.table = Profile, .name = "accounts"_L1, .type = UserNames, .store = storeInMember<&InstrumentProfile::accounts>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The accounts allowed for {account}. Default: those of the facility, otherwise any account.")),
    key({.table = Profile, .name = "variables"_L1, .type = TextsByName},
        kli18nc("@info:whatsthis key of a profile",
                "Named texts. {name} is replaced by the text. They take precedence over those of groups and the facility.")),
    key({.table = Profile, .name = "link"_L1, .type = TablesById, .childTable = Link},
        kli18nc("@info:whatsthis key of a profile", "The ssh connections. One connection carries all data to its host.")),
    key({.table = Profile, .name = "desktop"_L1, .type = TableList, .childTable = Desktop},
        kli18nc("@info:whatsthis key of a profile", "The shared VNC desktops.")),
    key({.table = Profile, .name = "window"_L1, .type = TableList, .childTable = Window}, kli18nc("@info:whatsthis key of a profile", "The X programs.")),
    key({.table = Profile, .name = "site"_L1, .type = TablesById, .childTable = ProfileSite},
        kli18nc("@info:whatsthis key of a profile", "What differs at one site.")),

    // TOML keys that are allowed in [site.ID] of a profile:
    key({.table = ProfileSite, .name = "variables"_L1, .type = TextsByName},
        kli18nc("@info:whatsthis key of a profile", "Variables that differ at this site.")),
    key({.table = ProfileSite, .name = "link"_L1, .type = TablesById, .childTable = Link, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Keys of connections that differ at this site, for example link.summit.host.")),
    key({.table = ProfileSite, .name = "desktop"_L1, .type = TablesById, .childTable = Desktop, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Keys of desktops that differ at this site, for example desktop.control0.screen.")),
    key({.table = ProfileSite, .name = "window"_L1, .type = TablesById, .childTable = Window, .mayChildTableBeIncomplete = true},
        kli18nc("@info:whatsthis key of a profile", "Keys of X programs that differ at this site, for example window.ds9.geometry.")),
};
}

constinit const std::span<const KeyInfo> profile = profileKeyRows;
}
