// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keyrows.h"

#include "sessions/profiles/format/keystores.h"
#include "sessions/profiles/privatevisual.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr KeyChoice windowTopologies[] = {
    {"x11"_L1, int(Topology::X11)},
    {"vnc-app"_L1, int(Topology::VncApp)},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit)},
};
constexpr KeyChoice starts[] = {
    {"connect"_L1, int(StartPolicy::Connect)},
    {"preload"_L1, int(StartPolicy::Preload)},
    {"manual"_L1, int(StartPolicy::Manual)},
};
constexpr KeyChoice restarts[] = {
    {"ask"_L1, int(RestartPolicy::Ask)},
    {"auto"_L1, int(RestartPolicy::Auto)},
    {"never"_L1, int(RestartPolicy::Never)},
};

/// Visuals of a private X server; the first is the default.
constexpr KeyChoice ownVisuals[] = {
    {privateVisuals[0], 0},
    {privateVisuals[1], 1},
    {privateVisuals[2], 2},
};

constexpr KeyInfo windowKeyRows[] = {
    // TOML keys that are allowed in [[window]]:
    {.table = TableId::Window,
     .name = "id"_L1,
     .type = KeyType::Identifier,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The X program’s short name for commands and settings. Every display of a profile needs a different one."),
     .store = KeyStores::storeInMember<&WindowSpec::id>,
     .isRequired = true,
     .isOverridable = false},
    {.table = TableId::Window,
     .name = "title"_L1,
     .type = KeyType::Text,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The title shown in lists. Default: the id."),
     .store = KeyStores::storeInMember<&WindowSpec::title>,
     .hasVariables = true},
    {.table = TableId::Window,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the program."),
     .store = KeyStores::storeInMember<&WindowSpec::link>,
     .isRequired = true},
    {.table = TableId::Window,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The program and its arguments. The arguments reach the program unchanged, without a shell."),
     .store = KeyStores::storeInMember<&WindowSpec::command>,
     .isRequired = true,
     .hasVariables = true},
    {.table = TableId::Window,
     .name = "topology"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "\"x11\" uses the workstation’s X server, \"vnc-app\" a private X server on the remote host. \"vnc-at-summit\" also runs the "
                              "viewer there. With single-instance = true, the default is \"vnc-app\"."),
     .store = KeyStores::storeInMember<&WindowSpec::topology>,
     .defaultValue = "\"x11\""_L1,
     .choices = windowTopologies},
    {.table = TableId::Window,
     .name = "trusted"_L1,
     .type = KeyType::Boolean,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "Full access to the workstation’s X server, like ssh -Y. A trusted program can read every key typed."),
     .store = KeyStores::storeInMember<&WindowSpec::isTrusted>,
     .defaultValue = "false"_L1},
    {.table = TableId::Window,
     .name = "screen"_L1,
     .type = KeyType::ScreenName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The screen for this display. Default: the site’s first screen."),
     .store = KeyStores::storeInMember<&WindowSpec::screen>},
    {.table = TableId::Window,
     .name = "geometry"_L1,
     .type = KeyType::Geometry,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Size and position on the screen, in the notation of X programs."),
     .store = KeyStores::storeInMember<&WindowSpec::geometry>},
    {.table = TableId::Window,
     .name = "start"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "When the program starts: \"connect\" with the connection, \"preload\" earlier and hidden, \"manual\" on request."),
     .store = KeyStores::storeInMember<&WindowSpec::start>,
     .defaultValue = "\"connect\""_L1,
     .choices = starts},
    {.table = TableId::Window,
     .name = "single-instance"_L1,
     .type = KeyType::Boolean,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The program must run only once on the host. Nightdesk asks the host first and never starts a second one."),
     .store = KeyStores::storeInMember<&WindowSpec::isSingleInstance>,
     .defaultValue = "false"_L1},
    {.table = TableId::Window,
     .name = "restart"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Whether the program starts again after a lost connection ended it."),
     .store = KeyStores::storeInMember<&WindowSpec::restart>,
     .defaultValue = "\"ask\""_L1,
     .choices = restarts},
    {.table = TableId::Window,
     .name = "xrm"_L1,
     .type = KeyType::Resources,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "X resources for the program, such as colors and fonts. They take precedence over those of the workstation."),
     .store = KeyStores::storeInMember<&WindowSpec::xResources>,
     .hasVariables = true},
    {.table = TableId::Window,
     .name = "args"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Arguments for special starts, in place of those of command."),
     .childTable = TableId::WindowArguments},
    {.table = TableId::Window,
     .name = "preload-at"_L1,
     .type = KeyType::TimeOfDay,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The time to start a program with start = \"preload\", in the facility’s time zone. The profile must be selected and not "
                              "connected. Default: started by hand."),
     .store = KeyStores::storeInMember<&WindowSpec::preloadMinuteOfDay>},
    {.table = TableId::Window,
     .name = "visual"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The visual of the private X server (vnc-app, vnc-at-summit). If needs.visual excludes the default, Nightdesk chooses one that "
                              "the program can use."),
     .store = KeyStores::storeVisual,
     .defaultValue = "\"TrueColor 24\""_L1,
     .choices = ownVisuals},
    {.table = TableId::Window,
     .name = "fonts"_L1,
     .type = KeyType::FontPaths,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "Where the private X server finds fonts on the remote host, in addition to the usual places."),
     .store = KeyStores::storeInMember<&WindowSpec::fonts>,
     .hasVariables = true},
    {.table = TableId::Window,
     .name = "server"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The VNC server that provides the private X server. Default: the one that is installed on the connection’s host."),
     .childTable = TableId::WindowServer},
    {.table = TableId::Window,
     .name = "share"_L1,
     .type = KeyType::ServerShare,
     .documentation =
         kli18nc("@info:whatsthis key of a profile",
                 "Who can join the private X server: \"account\" (workstations with the same account), \"nobody\" or \"group:NAME\" (members of that group)."),
     .store = KeyStores::storeShare,
     .defaultValue = "\"account\""_L1},
    {.table = TableId::Window,
     .name = "viewer"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The viewer for vnc-at-summit. Default: the one that is installed on the connection’s host."),
     .childTable = TableId::WindowViewer},
    {.table = TableId::Window,
     .name = "needs"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What the program needs from the X server that shows it."),
     .childTable = TableId::WindowNeeds},

    // TOML keys that are allowed in the args table of a window:
    {.table = TableId::WindowArguments,
     .name = "preload"_L1,
     .type = KeyType::Arguments,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The arguments for start = \"preload\", for example those of a remote mode."),
     .store = KeyStores::storeInMember<&WindowSpec::preloadArguments>,
     .hasVariables = true},

    // TOML keys that are allowed in the server table of a window:
    {.table = TableId::WindowServer,
     .name = "command"_L1,
     .type = KeyType::Text,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The name or path of a program that accepts the arguments of Xvnc. Default: Nightdesk asks the host."),
     .store = KeyStores::storeInNestedMember<&WindowSpec::server, &AppServerSpec::command>,
     .hasVariables = true},
    {.table = TableId::WindowServer,
     .name = "args"_L1,
     .type = KeyType::Arguments,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Arguments added after those of Nightdesk."),
     .store = KeyStores::storeInNestedMember<&WindowSpec::server, &AppServerSpec::arguments>,
     .hasVariables = true},

    // TOML keys that are allowed in the viewer table of a window:
    {.table = TableId::WindowViewer,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the viewer. Default: the program’s connection."),
     .store = KeyStores::storeInNestedMember<&WindowSpec::viewer, &ViewerSpec::link>},
    {.table = TableId::WindowViewer,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation =
         kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                 "The viewer and its arguments. {server} becomes the socket of the private X server; without {server}, the socket is added at the end."),
     .store = KeyStores::storeInNestedMember<&WindowSpec::viewer, &ViewerSpec::command>,
     .hasVariables = true,
     .unreplacedVariable = serverVariable},

    // TOML keys that are allowed in the needs table of a window:
    {.table = TableId::WindowNeeds,
     .name = "visual"_L1,
     .type = KeyType::Visuals,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Visuals that the program can use, the best one first."),
     .store = KeyStores::storeNeedsVisuals},
    {.table = TableId::WindowNeeds,
     .name = "backing-store"_L1,
     .type = KeyType::Boolean,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The program is slow to repaint: the X server should keep its image."),
     .store = KeyStores::storeNeedsBackingStore,
     .defaultValue = "false"_L1},
    {.table = TableId::WindowNeeds,
     .name = "fonts"_L1,
     .type = KeyType::Texts,
     .documentation = kli18nc("@info:whatsthis key of a profile", "X fonts that the program needs."),
     .store = KeyStores::storeNeedsFonts},
};
}

std::span<const KeyInfo> KeyRows::window()
{
    return windowKeyRows;
}
}
