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
constexpr KeyChoice desktopTopologies[] = {
    {"vnc"_L1, int(Topology::Vnc)},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit)},
};
constexpr KeyChoice inputs[] = {
    {"free"_L1, int(InputPermission::Everyone)},
    {"baton"_L1, int(InputPermission::OneAtATime), "free"_L1},
    {"view-only"_L1, int(InputPermission::ViewOnly)},
};
constexpr KeyChoice qualities[] = {
    {"auto"_L1, int(Quality::Auto)},
    {"lossless"_L1, int(Quality::Lossless)},
    {"high"_L1, int(Quality::High)},
    {"balanced"_L1, int(Quality::Balanced)},
    {"low"_L1, int(Quality::Low)},
};

constexpr KeyChoice clipboards[] = {
    {"both"_L1, int(ClipboardPolicy::Both)},
    {"from-summit"_L1, int(ClipboardPolicy::FromSummit)},
    {"to-summit"_L1, int(ClipboardPolicy::ToSummit)},
    {"off"_L1, int(ClipboardPolicy::Off)},
};

constexpr auto address = "address"_L1;
constexpr auto found = "found"_L1;

constexpr KeyInfo desktopKeyRows[] = {
    // TOML keys that are allowed in [[desktop]]:
    {.table = TableId::Desktop,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The desktop’s short name for commands and settings. Every display of a profile needs a different one."),
     .store = KeyStores::storeInMember<&DesktopSpec::id>,
     .isRequired = true,
     .isOverridable = false},
    {.table = TableId::Desktop,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The title shown above the desktop. Default: the id."),
     .store = KeyStores::storeInMember<&DesktopSpec::title>,
     .hasVariables = true},
    {.table = TableId::Desktop,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The connection to the desktop’s host."),
     .store = KeyStores::storeInMember<&DesktopSpec::link>,
     .isRequired = true},
    {.table = TableId::Desktop,
     .name = "display"_L1,
     .type = KeyType::VncDisplayNumber,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The display number of the VNC server on the connection’s host."),
     .store = KeyStores::storeDisplay,
     .alternativesGroup = address},
    {.table = TableId::Desktop,
     .name = "port"_L1,
     .type = KeyType::Integer,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The TCP port of the VNC server, instead of display."),
     .store = KeyStores::storePort,
     .min = 1,
     .max = 65535,
     .alternativesGroup = address},
    {.table = TableId::Desktop,
     .name = "socket"_L1,
     .type = KeyType::RemotePath,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The Unix socket of the VNC server on the connection’s host, instead of display."),
     .store = KeyStores::storeSocket,
     .alternativesGroup = address,
     .hasVariables = true},
    {.table = TableId::Desktop,
     .name = "host"_L1,
     .type = KeyType::Host,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The host of the port, as seen from the connection’s host."),
     .store = KeyStores::storeHostOfPort,
     .defaultValue = "\"127.0.0.1\""_L1,
     .otherRequiredKey = "port"_L1,
     .hasVariables = true},
    {.table = TableId::Desktop,
     .name = "discover"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "One of the desktops that the connection’s discover finds, instead of display."),
     .childTable = TableId::DesktopDiscover,
     .alternativesGroup = address},
    {.table = TableId::Desktop,
     .name = "topology"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc(
         "@info:whatsthis key of a profile",
         "\"vnc\" shows the desktop in Nightdesk. \"vnc-at-summit\" runs a viewer on the remote host and shows its window here, like that of an X program."),
     .store = KeyStores::storeInMember<&DesktopSpec::topology>,
     .defaultValue = "\"vnc\""_L1,
     .choices = desktopTopologies},
    {.table = TableId::Desktop,
     .name = "viewer"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The viewer for vnc-at-summit. Default: the one that is installed on the connection’s host."),
     .childTable = TableId::DesktopViewer},
    {.table = TableId::Desktop,
     .name = "screen"_L1,
     .type = KeyType::ScreenName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The screen for this display. Default: the site’s first screen."),
     .store = KeyStores::storeInMember<&DesktopSpec::screen>},
    {.table = TableId::Desktop,
     .name = "colour"_L1,
     .type = KeyType::Color,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The color of the desktop’s border, which sets the desktop apart from others. The title is shown next to the border color."),
     .store = KeyStores::storeColor},
    {.table = TableId::Desktop,
     .name = "input"_L1,
     .type = KeyType::Choice,
     .documentation =
         kli18nc("@info:whatsthis key of a profile",
                 "Who can type: \"free\" lets everyone, \"view-only\" no one. \"baton\" (one person at a time) is reserved and works like \"free\" for now."),
     .store = KeyStores::storeInMember<&DesktopSpec::input>,
     .defaultValue = "\"free\""_L1,
     .choices = inputs},
    {.table = TableId::Desktop,
     .name = "quality"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "Image quality during changes: \"lossless\" is exact, \"high\" looks exact, \"low\" needs the least bandwidth, \"auto\" adapts "
                              "to the connection. An image at rest is always lossless."),
     .store = KeyStores::storeInMember<&DesktopSpec::quality>,
     .defaultValue = "\"auto\""_L1,
     .choices = qualities},
    {.table = TableId::Desktop,
     .name = "clipboard"_L1,
     .type = KeyType::Choice,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The direction in which copied text can pass. Users can restrict this further, but not extend it."),
     .store = KeyStores::storeInMember<&DesktopSpec::clipboard>,
     .defaultValue = "\"both\""_L1,
     .choices = clipboards},
    {.table = TableId::Desktop,
     .name = "expect"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The expected properties of the VNC server."),
     .childTable = TableId::DesktopExpect},

    // TOML keys that are allowed in the discover table of a desktop:
    {.table = TableId::DesktopDiscover,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The desktop for which the group title of the pattern has this value."),
     .store = KeyStores::storeDiscoveredTitle,
     .alternativesGroup = found,
     .hasVariables = true},
    {.table = TableId::DesktopDiscover,
     .name = "match"_L1,
     .type = KeyType::RegularExpression,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The desktop whose line matches this regular expression."),
     .store = KeyStores::storeDiscoveredLinePattern,
     .alternativesGroup = found},

    // TOML keys that are allowed in the viewer table of a desktop:
    {.table = TableId::DesktopViewer,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the viewer. Default: the desktop’s connection."),
     .store = KeyStores::storeInNestedMember<&DesktopSpec::viewer, &ViewerSpec::link>},
    {.table = TableId::DesktopViewer,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                              "The viewer and its arguments. {server} becomes the desktop’s address; without {server}, the address is added at the end."),
     .store = KeyStores::storeInNestedMember<&DesktopSpec::viewer, &ViewerSpec::command>,
     .hasVariables = true,
     .unreplacedVariable = serverVariable},

    // TOML keys that are allowed in the expect table of a desktop:
    {.table = TableId::DesktopExpect,
     .name = "visual"_L1,
     .type = KeyType::Visual,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The class and depth of the visual."),
     .store = KeyStores::storeExpectVisual},
    {.table = TableId::DesktopExpect,
     .name = "size"_L1,
     .type = KeyType::Size,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The desktop’s size in pixels."),
     .store = KeyStores::storeExpectSize},
};
}

std::span<const KeyInfo> KeyRows::desktop()
{
    return desktopKeyRows;
}
}
