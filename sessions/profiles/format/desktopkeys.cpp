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
    key({.table = Desktop, .name = "id"_L1, .type = Identifier, .store = storeInMember<&DesktopSpec::id>, .isRequired = true, .isOverridable = false},
        kli18nc("@info:whatsthis key of a profile", "The desktop’s short name for commands and settings. Every display of a profile needs a different one.")),
    key({.table = Desktop, .name = "title"_L1, .type = Text, .store = storeInMember<&DesktopSpec::title>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The title shown above the desktop. Default: the id.")),
    key({.table = Desktop, .name = "link"_L1, .type = LinkName, .store = storeInMember<&DesktopSpec::link>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The connection to the desktop’s host.")),
    key({.table = Desktop, .name = "display"_L1, .type = VncDisplayNumber, .store = storeDisplay, .alternativesGroup = address},
        kli18nc("@info:whatsthis key of a profile", "The display number of the VNC server on the connection’s host.")),
    key({.table = Desktop, .name = "port"_L1, .type = Integer, .store = storePort<DesktopSpec>, .min = 1, .max = 65535, .alternativesGroup = address},
        kli18nc("@info:whatsthis key of a profile", "The TCP port of the VNC server, instead of display.")),
    key({.table = Desktop, .name = "socket"_L1, .type = RemotePath, .store = storeSocket<DesktopSpec>, .alternativesGroup = address, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The Unix socket of the VNC server on the connection’s host, instead of display.")),
    key({.table = Desktop,
         .name = "host"_L1,
         .type = Host,
         .store = storeHostOfPort<DesktopSpec>,
         .defaultValue = "\"127.0.0.1\""_L1,
         .otherRequiredKey = "port"_L1,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The host of the port, as seen from the connection’s host.")),
    key({.table = Desktop, .name = "discover"_L1, .type = Table, .childTable = DesktopDiscover, .alternativesGroup = address},
        kli18nc("@info:whatsthis key of a profile", "One of the desktops that the connection’s discover finds, instead of display.")),
    key({.table = Desktop,
         .name = "topology"_L1,
         .type = Choice,
         .store = storeInMember<&DesktopSpec::topology>,
         .defaultValue = "\"vnc\""_L1,
         .choices = desktopTopologies},
        kli18nc("@info:whatsthis key of a profile",
                "\"vnc\" shows the desktop in Nightdesk. \"vnc-at-summit\" runs a viewer on the remote host and shows its window here, like that of an X "
                "program.")),
    key({.table = Desktop, .name = "viewer"_L1, .type = Table, .childTable = DesktopViewer},
        kli18nc("@info:whatsthis key of a profile", "The viewer for vnc-at-summit. Default: the one that is installed on the connection’s host.")),
    key({.table = Desktop, .name = "screen"_L1, .type = ScreenName, .store = storeInMember<&DesktopSpec::screen>},
        kli18nc("@info:whatsthis key of a profile", "The screen for this display. Default: the site’s first screen.")),
    key({.table = Desktop, .name = "colour"_L1, .type = Color, .store = storeColor},
        kli18nc("@info:whatsthis key of a profile",
                "The color of the desktop’s border, which sets the desktop apart from others. The title is shown next to the border color.")),
    key({.table = Desktop, .name = "input"_L1, .type = Choice, .store = storeInMember<&DesktopSpec::input>, .defaultValue = "\"free\""_L1, .choices = inputs},
        kli18nc("@info:whatsthis key of a profile",
                "Who can type: \"free\" lets everyone, \"view-only\" no one. \"baton\" (one person at a time) is reserved and works like \"free\" for now.")),
    key({.table = Desktop,
         .name = "quality"_L1,
         .type = Choice,
         .store = storeInMember<&DesktopSpec::quality>,
         .defaultValue = "\"auto\""_L1,
         .choices = qualities},
        kli18nc("@info:whatsthis key of a profile",
                "Image quality during changes: \"lossless\" is exact, \"high\" looks exact, \"low\" needs the least bandwidth, \"auto\" adapts "
                "to the connection. An image at rest is always lossless.")),
    key({.table = Desktop,
         .name = "clipboard"_L1,
         .type = Choice,
         .store = storeInMember<&DesktopSpec::clipboard>,
         .defaultValue = "\"both\""_L1,
         .choices = clipboards},
        kli18nc("@info:whatsthis key of a profile", "The direction in which copied text can pass. Users can restrict this further, but not extend it.")),
    key({.table = Desktop, .name = "expect"_L1, .type = Table, .childTable = DesktopExpect},
        kli18nc("@info:whatsthis key of a profile", "The expected properties of the VNC server.")),

    // TOML keys that are allowed in the discover table of a desktop:
    key({.table = DesktopDiscover,
         .name = "title"_L1,
         .type = Text,
         .store = storeSelector<&DesktopSelector::title>,
         .alternativesGroup = found,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The desktop for which the group title of the pattern has this value.")),
    key({.table = DesktopDiscover,
         .name = "match"_L1,
         .type = RegularExpression,
         .store = storeSelector<&DesktopSelector::linePattern>,
         .alternativesGroup = found},
        kli18nc("@info:whatsthis key of a profile", "The desktop whose line matches this regular expression.")),

    // TOML keys that are allowed in the viewer table of a desktop:
    key({.table = DesktopViewer, .name = "link"_L1, .type = LinkName, .store = storeInMember<&DesktopSpec::viewer, &ViewerSpec::link>},
        kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the viewer. Default: the desktop’s connection.")),
    key({.table = DesktopViewer,
         .name = "command"_L1,
         .type = Command,
         .store = storeInMember<&DesktopSpec::viewer, &ViewerSpec::command>,
         .hasVariables = true,
         .unreplacedVariable = serverVariable},
        kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                "The viewer and its arguments. {server} becomes the desktop’s address; without {server}, the address is added at the end.")),

    // TOML keys that are allowed in the expect table of a desktop:
    key({.table = DesktopExpect, .name = "visual"_L1, .type = Visual, .store = storeInMember<&DesktopSpec::expectedServer, &ExpectedVncServer::visual>},
        kli18nc("@info:whatsthis key of a profile", "The class and depth of the visual.")),
    key({.table = DesktopExpect, .name = "size"_L1, .type = Size, .store = storeInMember<&DesktopSpec::expectedServer, &ExpectedVncServer::size>},
        kli18nc("@info:whatsthis key of a profile", "The desktop’s size in pixels.")),
};
}

constinit const std::span<const KeyInfo> desktop = desktopKeyRows;
}
