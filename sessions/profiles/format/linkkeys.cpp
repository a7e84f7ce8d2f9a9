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
constexpr KeyChoice compressions[] = {
    {"off"_L1, int(Compression::Off)},
    {"on"_L1, int(Compression::On)},
    {"auto"_L1, int(Compression::Auto)},
};

constexpr KeyInfo linkKeyRows[] = {
    // TOML keys that are allowed in [link.ID]:
    key({.table = Link, .name = "host"_L1, .type = Host, .store = storeInMember<&LinkSpec::host>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The host to log in to: a name, an address or an alias of the user’s ssh configuration.")),
    key({.table = Link, .name = "port"_L1, .type = Integer, .store = storeInMember<&LinkSpec::port>, .min = 1, .max = 65535},
        kli18nc("@info:whatsthis key of a profile", "The port of the ssh server. Default: the port in the user’s ssh configuration, otherwise 22.")),
    key({.table = Link, .name = "user"_L1, .type = UserName, .store = storeInMember<&LinkSpec::user>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile",
                "The account to log in to. Default: the account in the user’s ssh configuration, otherwise the local user’s name.")),
    key({.table = Link, .name = "jump"_L1, .type = JumpHosts, .store = storeInMember<&LinkSpec::jumpHosts>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "Jump hosts on the way to the host, beginning with the one nearest to the workstation.")),
    key({.table = Link, .name = "identities"_L1, .type = Paths, .store = storeInMember<&LinkSpec::privateKeyFiles>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "Private key files. Default: the keys of the user’s ssh configuration and of the ssh agent.")),
    key({.table = Link, .name = "known-hosts"_L1, .type = Path, .store = storeInMember<&LinkSpec::knownHostsPath>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "A known_hosts file. Nightdesk reads the user’s file as well. Default: the facility’s file.")),
    key({.table = Link,
         .name = "compression"_L1,
         .type = Choice,
         .store = storeInMember<&LinkSpec::compression>,
         .defaultValue = "\"auto\""_L1,
         .choices = compressions},
        kli18nc("@info:whatsthis key of a profile",
                "Compression by ssh. \"auto\" turns it on for X programs over a long round trip, and for desktops from 400 ms on.")),
    key({.table = Link, .name = "algorithms"_L1, .type = Table, .childTable = LinkAlgorithms},
        kli18nc("@info:whatsthis key of a profile", "Algorithms of ssh that differ for this host.")),
    key({.table = Link, .name = "discover"_L1, .type = Table, .childTable = LinkDiscover},
        kli18nc("@info:whatsthis key of a profile", "How Nightdesk finds the desktops that run on this host tonight.")),

    // TOML keys that are allowed in the algorithms table of a link:
    key({.table = LinkAlgorithms, .name = "add"_L1, .type = SshAlgorithms, .store = storeInMember<&LinkSpec::addedAlgorithms>},
        kli18nc("@info:whatsthis key of a profile", "Weaker algorithms for an old ssh server. Nightdesk offers them after the usual ones.")),

    // TOML keys that are allowed in the discover table of a link:
    key({.table = LinkDiscover,
         .name = "command"_L1,
         .type = Command,
         .store = storeDiscover<&DiscoverSpec::command>,
         .isRequired = true,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile",
                "The program on the connection’s host that lists the desktops, with its arguments. Nightdesk runs the program without a shell.")),
    key({.table = LinkDiscover, .name = "pattern"_L1, .type = OutputLinePattern, .store = storeDiscover<&DiscoverSpec::pattern>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile",
                "The pattern of a line that describes a desktop. The group title, if there is one, gives the desktop’s title.")),
};
}

constinit const std::span<const KeyInfo> link = linkKeyRows;
}
