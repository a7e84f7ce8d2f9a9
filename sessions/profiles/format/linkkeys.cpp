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
constexpr KeyChoice compressions[] = {
    {"off"_L1, int(Compression::Off)},
    {"on"_L1, int(Compression::On)},
    {"auto"_L1, int(Compression::Auto)},
};

constexpr KeyInfo linkKeyRows[] = {
    // TOML keys that are allowed in [link.ID]:
    {.table = TableId::Link,
     .name = "host"_L1,
     .type = KeyType::Host,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The host to log in to: a name, an address or an alias of the user’s ssh configuration."),
     .store = KeyStores::storeInMember<&LinkSpec::host>,
     .isRequired = true,
     .hasVariables = true},
    {.table = TableId::Link,
     .name = "port"_L1,
     .type = KeyType::Integer,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The port of the ssh server. Default: the port in the user’s ssh configuration, otherwise 22."),
     .store = KeyStores::storeInMember<&LinkSpec::port>,
     .min = 1,
     .max = 65535},
    {.table = TableId::Link,
     .name = "user"_L1,
     .type = KeyType::UserName,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The account to log in to. Default: the account in the user’s ssh configuration, otherwise the local user’s name."),
     .store = KeyStores::storeInMember<&LinkSpec::user>,
     .hasVariables = true},
    {.table = TableId::Link,
     .name = "jump"_L1,
     .type = KeyType::JumpHosts,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Jump hosts on the way to the host, beginning with the one nearest to the workstation."),
     .store = KeyStores::storeInMember<&LinkSpec::jumpHosts>,
     .hasVariables = true},
    {.table = TableId::Link,
     .name = "identities"_L1,
     .type = KeyType::Paths,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Private key files. Default: the keys of the user’s ssh configuration and of the ssh agent."),
     .store = KeyStores::storeInMember<&LinkSpec::privateKeyFiles>,
     .hasVariables = true},
    {.table = TableId::Link,
     .name = "known-hosts"_L1,
     .type = KeyType::Path,
     .documentation = kli18nc("@info:whatsthis key of a profile", "A known_hosts file. Nightdesk reads the user’s file as well. Default: the facility’s file."),
     .store = KeyStores::storeInMember<&LinkSpec::knownHostsPath>,
     .hasVariables = true},
    {.table = TableId::Link,
     .name = "compression"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "Compression by ssh. \"auto\" turns it on for X programs over a long round trip, and for desktops from 400 ms on."),
     .store = KeyStores::storeInMember<&LinkSpec::compression>,
     .defaultValue = "\"auto\""_L1,
     .choices = compressions},
    {.table = TableId::Link,
     .name = "algorithms"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Algorithms of ssh that differ for this host."),
     .childTable = TableId::LinkAlgorithms},
    {.table = TableId::Link,
     .name = "discover"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "How Nightdesk finds the desktops that run on this host tonight."),
     .childTable = TableId::LinkDiscover},

    // TOML keys that are allowed in the algorithms table of a link:
    {.table = TableId::LinkAlgorithms,
     .name = "add"_L1,
     .type = KeyType::SshAlgorithms,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Weaker algorithms for an old ssh server. Nightdesk offers them after the usual ones."),
     .store = KeyStores::storeInMember<&LinkSpec::addedAlgorithms>},

    // TOML keys that are allowed in the discover table of a link:
    {.table = TableId::LinkDiscover,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The program on the connection’s host that lists the desktops, with its arguments. Nightdesk runs the program without a shell."),
     .store = KeyStores::storeDiscoverCommand,
     .isRequired = true,
     .hasVariables = true},
    {.table = TableId::LinkDiscover,
     .name = "pattern"_L1,
     .type = KeyType::OutputLinePattern,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The pattern of a line that describes a desktop. The group title, if there is one, gives the desktop’s title."),
     .store = KeyStores::storeDiscoverPattern,
     .isRequired = true},
};
}

std::span<const KeyInfo> KeyRows::link()
{
    return linkKeyRows;
}
}
