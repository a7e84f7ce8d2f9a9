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
constexpr Choice desktopTopologies[] = {
    {"vnc"_L1, int(Topology::Vnc)},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit)},
};
constexpr Choice inputs[] = {
    {"free"_L1, int(InputPolicy::Free)},
    {"baton"_L1, int(InputPolicy::Baton), "free"_L1},
    {"view-only"_L1, int(InputPolicy::ViewOnly)},
};
constexpr Choice qualities[] = {
    {"auto"_L1, int(Quality::Auto)},
    {"lossless"_L1, int(Quality::Lossless)},
    {"high"_L1, int(Quality::High)},
    {"balanced"_L1, int(Quality::Balanced)},
    {"low"_L1, int(Quality::Low)},
};

constexpr Choice clipboards[] = {
    {"both"_L1, int(ClipboardPolicy::Both)},
    {"from-summit"_L1, int(ClipboardPolicy::FromSummit)},
    {"to-summit"_L1, int(ClipboardPolicy::ToSummit)},
    {"off"_L1, int(ClipboardPolicy::Off)},
};

constexpr auto address = "address"_L1;
constexpr auto found = "found"_L1;

constexpr KeyInfo desktopKeyRows[] = {
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
     .group = address,
     .variables = true},
    {.table = TableId::Desktop,
     .name = "host"_L1,
     .type = KeyType::Host,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The host of port as the link's host sees it."),
     .store = KeyStores::intoPortHost,
     .defaultValue = "\"127.0.0.1\""_L1,
     .onlyWith = "port"_L1,
     .variables = true},
    {.table = TableId::Desktop,
     .name = "discover"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Which of the desktops that discover of its link finds, instead of display."),
     .child = TableId::DesktopDiscover,
     .group = address},
    {.table = TableId::Desktop,
     .name = "topology"_L1,
     .type = KeyType::Choice,
     .documentation =
         kli18nc("@info:whatsthis key of a profile",
                 "The way the desktop reaches the site: vnc shows it here, vnc-at-summit shows there a viewer whose window comes here as an X program's."),
     .store = KeyStores::into<&DesktopSpec::topology>,
     .defaultValue = "\"vnc\""_L1,
     .choices = desktopTopologies},
    {.table = TableId::Desktop,
     .name = "viewer"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The viewer of vnc-at-summit; without it the one that the link's host has."),
     .child = TableId::DesktopViewer},
    {.table = TableId::Desktop,
     .name = "screen"_L1,
     .type = KeyType::ScreenName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The screen it stands on; without it the first."),
     .store = KeyStores::into<&DesktopSpec::screen>},
    {.table = TableId::Desktop,
     .name = "colour"_L1,
     .type = KeyType::Colour,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The colour of its border, by which it is told from the others; its title stands beside it."),
     .store = KeyStores::intoColour},
    {.table = TableId::Desktop,
     .name = "input"_L1,
     .type = KeyType::Choice,
     .documentation =
         kli18nc("@info:whatsthis key of a profile",
                 "Who may type: \"free\" everybody, \"view-only\" nobody. \"baton\" is reserved for one person at a time; until a later version has that, it "
                 "works as \"free\"."),
     .store = KeyStores::into<&DesktopSpec::input>,
     .defaultValue = "\"free\""_L1,
     .choices = inputs},
    {.table = TableId::Desktop,
     .name = "quality"_L1,
     .type = KeyType::Choice,
     .documentation =
         kli18nc("@info:whatsthis key of a profile",
                 "How faithful a picture is while it moves: \"lossless\" changes no pixel ever, \"high\" none that could be seen, \"low\" is coarse and needs "
                 "least of the line, \"auto\" goes with what the line carries. What stands still becomes exact with all of them."),
     .store = KeyStores::into<&DesktopSpec::quality>,
     .defaultValue = "\"auto\""_L1,
     .choices = qualities},
    {.table = TableId::Desktop,
     .name = "clipboard"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Which way copied text may go; a person can only narrow it."),
     .store = KeyStores::into<&DesktopSpec::clipboard>,
     .defaultValue = "\"both\""_L1,
     .choices = clipboards},
    {.table = TableId::Desktop,
     .name = "expect"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What its server is like; one that differs is reported."),
     .child = TableId::Expect,
     .inForce = false},

    // discover of a desktop
    {.table = TableId::DesktopDiscover,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The one whose group title is this."),
     .store = KeyStores::intoDiscoveredTitle,
     .group = found,
     .variables = true},
    {.table = TableId::DesktopDiscover,
     .name = "match"_L1,
     .type = KeyType::Expression,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The one whose line this matches."),
     .store = KeyStores::intoDiscoveredMatch,
     .group = found},

    // viewer of a desktop
    {.table = TableId::DesktopViewer,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The link to the host that the viewer runs on; without it the desktop's own."),
     .store = KeyStores::inside<&DesktopSpec::viewer, &ViewerSpec::link>},
    {.table = TableId::DesktopViewer,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                              "The viewer and its arguments; {server} stands for where the desktop is, which without it comes last."),
     .store = KeyStores::inside<&DesktopSpec::viewer, &ViewerSpec::command>,
     .variables = true,
     .kept = serverVariable},

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
};
}

std::span<const KeyInfo> KeyRows::desktop()
{
    return desktopKeyRows;
}
}
