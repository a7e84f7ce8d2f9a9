// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/keytable.h"

#include "sessions/profiles/keystores.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr Choice compressions[] = {
    {"off"_L1, int(Compression::Off)},
    {"on"_L1, int(Compression::On)},
    {"auto"_L1, int(Compression::Auto)},
};
constexpr Choice desktopTopologies[] = {
    {"vnc"_L1, int(Topology::Vnc)},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit), false},
};
constexpr Choice windowTopologies[] = {
    {"x11"_L1, int(Topology::X11)},
    {"vnc-app"_L1, int(Topology::VncApp), false},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit), false},
};
constexpr Choice inputs[] = {
    {"free"_L1, int(InputPolicy::Free)},
    {"baton"_L1, int(InputPolicy::Baton)},
    {"view-only"_L1, int(InputPolicy::ViewOnly)},
};
constexpr Choice qualities[] = {
    {"auto"_L1, int(Quality::Auto)},
    {"lossless"_L1, int(Quality::Lossless)},
    {"high"_L1, int(Quality::High)},
    {"balanced"_L1, int(Quality::Balanced)},
    {"low"_L1, int(Quality::Low)},
};
constexpr Choice starts[] = {
    {"connect"_L1, int(StartPolicy::Connect)},
    {"warm"_L1, int(StartPolicy::Warm)},
    {"manual"_L1, int(StartPolicy::Manual)},
};
constexpr Choice restarts[] = {
    {"ask"_L1, int(RestartPolicy::Ask)},
    {"auto"_L1, int(RestartPolicy::Auto)},
    {"never"_L1, int(RestartPolicy::Never)},
};

constexpr Choice copies[] = {
    {"many"_L1, 0},
    {"one"_L1, 1},
};

constexpr auto address = "address"_L1;

constexpr KeyInfo keys[] = {
    // facility.toml
    {.table = TableId::Facility,
     .name = "format"_L1,
     .type = KeyType::Format,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The version of the format that the file is written in."),
     .required = true},
    {.table = TableId::Facility,
     .name = "name"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The observatory's name as people read it."),
     .store = KeyStores::into<&FacilityHead::name>,
     .required = true},
    {.table = TableId::Facility,
     .name = "timezone"_L1,
     .type = KeyType::TimeZone,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The observatory's time zone; times are shown in it beside UT."),
     .store = KeyStores::into<&FacilityHead::timezone>,
     .defaultValue = "\"UTC\""_L1},
    {.table = TableId::Facility,
     .name = "known-hosts"_L1,
     .type = KeyType::Path,
     .documentation = kli18nc("@info:whatsthis key of a profile", "A known_hosts file for all links that name none of their own, read beside the user's."),
     .store = KeyStores::into<&FacilityHead::knownHosts>},
    {.table = TableId::Facility,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Links that every profile may use."),
     .child = TableId::Link},
    {.table = TableId::Facility,
     .name = "site"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The places where people observe."),
     .child = TableId::FacilitySite},

    // [site.ID] of facility.toml
    {.table = TableId::FacilitySite,
     .name = "name"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The site's name as people read it; without it the site's key."),
     .store = KeyStores::into<&SiteSpec::name>},
    {.table = TableId::FacilitySite,
     .name = "screens"_L1,
     .type = KeyType::Identifiers,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The names of the site's screens from left to right."),
     .store = KeyStores::into<&SiteSpec::screens>,
     .required = true},
    {.table = TableId::FacilitySite,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What differs at this site about the facility's links."),
     .child = TableId::Link},

    // a profile
    {.table = TableId::Profile,
     .name = "format"_L1,
     .type = KeyType::Format,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The version of the format that the file is written in."),
     .required = true},
    {.table = TableId::Profile,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The instrument's short name for commands and settings; no two profiles of a facility share one."),
     .store = KeyStores::into<&InstrumentProfile::id>,
     .required = true},
    {.table = TableId::Profile,
     .name = "name"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The instrument's name as people read it."),
     .store = KeyStores::into<&InstrumentProfile::name>,
     .required = true},
    {.table = TableId::Profile,
     .name = "description"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "One line about the instrument."),
     .store = KeyStores::into<&InstrumentProfile::description>},
    {.table = TableId::Profile,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The ssh connections; one carries everything to its host."),
     .child = TableId::Link},
    {.table = TableId::Profile,
     .name = "desktop"_L1,
     .type = KeyType::TableList,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The shared VNC desktops."),
     .child = TableId::Desktop},
    {.table = TableId::Profile,
     .name = "window"_L1,
     .type = KeyType::TableList,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The X programs."),
     .child = TableId::Window},
    {.table = TableId::Profile,
     .name = "site"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What differs at one site."),
     .child = TableId::ProfileSite},

    // [site.ID] of a profile
    {.table = TableId::ProfileSite,
     .name = "link"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of links that differ at this site, as in link.summit.host."),
     .child = TableId::Link},
    {.table = TableId::ProfileSite,
     .name = "desktop"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of desktops that differ at this site, as in desktop.control0.screen."),
     .child = TableId::Desktop},
    {.table = TableId::ProfileSite,
     .name = "window"_L1,
     .type = KeyType::TablesById,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Keys of windows that differ at this site, as in window.ds9.geometry."),
     .child = TableId::Window},

    // [link.ID]
    {.table = TableId::Link,
     .name = "host"_L1,
     .type = KeyType::Host,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The host to log in to: a name, an address, or an alias of the user's ssh config."),
     .store = KeyStores::into<&LinkSpec::host>,
     .required = true},
    {.table = TableId::Link,
     .name = "port"_L1,
     .type = KeyType::Integer,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The port of its ssh server; without it the ssh config's, else 22."),
     .store = KeyStores::into<&LinkSpec::port>,
     .min = 1,
     .max = 65535},
    {.table = TableId::Link,
     .name = "user"_L1,
     .type = KeyType::User,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The account to log in as; without it the ssh config's, else the local user's."),
     .store = KeyStores::into<&LinkSpec::user>,
     .variables = true},
    {.table = TableId::Link,
     .name = "jump"_L1,
     .type = KeyType::JumpHosts,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Hosts to go through, outermost first."),
     .store = KeyStores::into<&LinkSpec::jump>,
     .variables = true},
    {.table = TableId::Link,
     .name = "identities"_L1,
     .type = KeyType::Paths,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Private key files; without them the ssh config's and the agent's keys."),
     .store = KeyStores::into<&LinkSpec::identities>},
    {.table = TableId::Link,
     .name = "known-hosts"_L1,
     .type = KeyType::Path,
     .documentation = kli18nc("@info:whatsthis key of a profile", "A known_hosts file, read beside the user's; without it the facility's."),
     .store = KeyStores::into<&LinkSpec::knownHosts>},
    {.table = TableId::Link,
     .name = "compression"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Compression by ssh; auto turns it on where X programs run over a long line."),
     .store = KeyStores::into<&LinkSpec::compression>,
     .defaultValue = "\"auto\""_L1,
     .choices = compressions},

    // [[desktop]]
    {.table = TableId::Desktop,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The desktop's short name; no two displays of a profile share one."),
     .store = KeyStores::into<&DesktopSpec::id>,
     .required = true,
     .overridable = false},
    {.table = TableId::Desktop,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What stands over the desktop; without it the id."),
     .store = KeyStores::into<&DesktopSpec::title>,
     .variables = true},
    {.table = TableId::Desktop,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The link that leads to its host."),
     .store = KeyStores::into<&DesktopSpec::link>,
     .required = true},
    {.table = TableId::Desktop,
     .name = "display"_L1,
     .type = KeyType::Display,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The display number of its VNC server on the link's host."),
     .store = KeyStores::intoDisplay,
     .group = address},
    {.table = TableId::Desktop,
     .name = "port"_L1,
     .type = KeyType::Integer,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The TCP port of its VNC server, instead of display."),
     .store = KeyStores::intoPort,
     .min = 1,
     .max = 65535,
     .group = address},
    {.table = TableId::Desktop,
     .name = "socket"_L1,
     .type = KeyType::RemotePath,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The Unix socket of its VNC server on the link's host, instead of display."),
     .store = KeyStores::intoSocket,
     .group = address},
    {.table = TableId::Desktop,
     .name = "host"_L1,
     .type = KeyType::Host,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The host of port as the link's host sees it."),
     .store = KeyStores::intoPortHost,
     .defaultValue = "\"127.0.0.1\""_L1,
     .onlyWith = "port"_L1},
    {.table = TableId::Desktop,
     .name = "discover"_L1,
     .type = KeyType::OpenTable,
     .documentation = kli18nc("@info:whatsthis key of a profile", "How to find the VNC server where its number changes."),
     .inForce = false},
    {.table = TableId::Desktop,
     .name = "topology"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The way the desktop reaches the site."),
     .store = KeyStores::into<&DesktopSpec::topology>,
     .defaultValue = "\"vnc\""_L1,
     .choices = desktopTopologies},
    {.table = TableId::Desktop,
     .name = "screen"_L1,
     .type = KeyType::ScreenName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The screen it stands on; without it the first."),
     .store = KeyStores::into<&DesktopSpec::screen>},
    {.table = TableId::Desktop,
     .name = "input"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Who may type: everybody, who has control, nobody."),
     .store = KeyStores::into<&DesktopSpec::input>,
     .defaultValue = "\"free\""_L1,
     .choices = inputs},
    {.table = TableId::Desktop,
     .name = "quality"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "How faithful the picture is; less needs less of the line."),
     .store = KeyStores::into<&DesktopSpec::quality>,
     .defaultValue = "\"auto\""_L1,
     .choices = qualities},
    {.table = TableId::Desktop,
     .name = "expect"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What its server is like; one that differs is reported."),
     .child = TableId::Expect,
     .inForce = false},

    // expect of a desktop
    {.table = TableId::Expect,
     .name = "visual"_L1,
     .type = KeyType::Visual,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The visual's class and depth."),
     .store = KeyStores::intoExpectVisual,
     .inForce = false},
    {.table = TableId::Expect,
     .name = "size"_L1,
     .type = KeyType::Size,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The desktop's size in pixels."),
     .store = KeyStores::intoExpectSize,
     .inForce = false},

    // [[window]]
    {.table = TableId::Window,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The window's short name; no two displays of a profile share one."),
     .store = KeyStores::into<&WindowSpec::id>,
     .required = true,
     .overridable = false},
    {.table = TableId::Window,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What it is called in lists; without it the id."),
     .store = KeyStores::into<&WindowSpec::title>,
     .variables = true},
    {.table = TableId::Window,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The link to the host that the program runs on."),
     .store = KeyStores::into<&WindowSpec::link>,
     .required = true},
    {.table = TableId::Window,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The program and its arguments, each reaching it unchanged; no shell looks at them."),
     .store = KeyStores::into<&WindowSpec::command>,
     .required = true,
     .variables = true},
    {.table = TableId::Window,
     .name = "topology"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The way the window reaches the site."),
     .store = KeyStores::into<&WindowSpec::topology>,
     .defaultValue = "\"x11\""_L1,
     .choices = windowTopologies},
    {.table = TableId::Window,
     .name = "trusted"_L1,
     .type = KeyType::Boolean,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "Full access to the desk's X server, as ssh -Y gives; a trusted program can read every key typed."),
     .store = KeyStores::into<&WindowSpec::trusted>,
     .defaultValue = "false"_L1},
    {.table = TableId::Window,
     .name = "screen"_L1,
     .type = KeyType::ScreenName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The screen it stands on; without it the first."),
     .store = KeyStores::into<&WindowSpec::screen>},
    {.table = TableId::Window,
     .name = "geometry"_L1,
     .type = KeyType::Geometry,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Size and place on its screen, as X programs take it."),
     .store = KeyStores::into<&WindowSpec::geometry>},
    {.table = TableId::Window,
     .name = "start"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "When it is started: on Connect, early and kept covered, by hand."),
     .store = KeyStores::into<&WindowSpec::start>,
     .defaultValue = "\"connect\""_L1,
     .choices = starts},
    {.table = TableId::Window,
     .name = "copies"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Whether the program may run more than once at the summit."),
     .store = KeyStores::intoCopies,
     .defaultValue = "\"many\""_L1,
     .choices = copies,
     .inForce = false},
    {.table = TableId::Window,
     .name = "restart"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Whether it is started again after the link died with it."),
     .store = KeyStores::into<&WindowSpec::restart>,
     .defaultValue = "\"ask\""_L1,
     .choices = restarts},
    {.table = TableId::Window,
     .name = "needs"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What the program asks of the X server that shows it."),
     .child = TableId::Needs,
     .inForce = false},

    // needs of a window
    {.table = TableId::Needs,
     .name = "visual"_L1,
     .type = KeyType::Visuals,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Visuals it can draw in, best first."),
     .store = KeyStores::intoNeedsVisuals,
     .inForce = false},
    {.table = TableId::Needs,
     .name = "backing-store"_L1,
     .type = KeyType::Boolean,
     .documentation = kli18nc("@info:whatsthis key of a profile", "It is slow to repaint: the server should keep its picture."),
     .store = KeyStores::intoNeedsBackingStore,
     .defaultValue = "false"_L1,
     .inForce = false},
    {.table = TableId::Needs,
     .name = "fonts"_L1,
     .type = KeyType::Texts,
     .documentation = kli18nc("@info:whatsthis key of a profile", "X fonts that it needs."),
     .store = KeyStores::intoNeedsFonts,
     .inForce = false},
};

constexpr VariableInfo variables[] = {
    {accountVariable, kli18nc("@info:whatsthis variable of a profile", "The account of the night, asked once.")},
    {instrumentVariable, kli18nc("@info:whatsthis variable of a profile", "The name of the profile.")},
};
}

std::span<const KeyInfo> keyTable()
{
    return keys;
}

std::span<const VariableInfo> variableTable()
{
    return variables;
}

const KeyInfo *findKey(TableId table, const QString &name)
{
    for (const KeyInfo &key : keys) {
        if (key.table == table && key.name == name) {
            return &key;
        }
    }
    return nullptr;
}

QList<const KeyInfo *> keysOf(TableId table)
{
    QList<const KeyInfo *> result;
    for (const KeyInfo &key : keys) {
        if (key.table == table) {
            result.append(&key);
        }
    }
    return result;
}

QStringList keyNames(TableId table)
{
    QStringList result;
    for (const KeyInfo *key : keysOf(table)) {
        result.append(key->name);
    }
    return result;
}
}
