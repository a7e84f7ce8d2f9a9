// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keyrows.h"

#include "sessions/profiles/format/keystores.h"
#include "sessions/profiles/privatevisual.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::KeyRows
{
using namespace KeyStores;

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
    key({.table = Window, .name = "id"_L1, .type = Identifier, .store = storeInMember<&WindowSpec::id>, .isRequired = true, .isOverridable = false},
        kli18nc("@info:whatsthis key of a profile", "The X program’s short name for commands and settings. Every display of a profile needs a different one.")),
    key({.table = Window, .name = "title"_L1, .type = Text, .store = storeInMember<&WindowSpec::title>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The title shown in lists. Default: the id.")),
    key({.table = Window, .name = "link"_L1, .type = LinkName, .store = storeInMember<&WindowSpec::link>, .isRequired = true},
        kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the program.")),
    key({.table = Window, .name = "command"_L1, .type = Command, .store = storeInMember<&WindowSpec::command>, .isRequired = true, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The program and its arguments. The arguments reach the program unchanged, without a shell.")),
    key({.table = Window,
         .name = "topology"_L1,
         .type = Choice,
         .store = storeInMember<&WindowSpec::topology>,
         .defaultValue = "\"x11\""_L1,
         .choices = windowTopologies},
        kli18nc("@info:whatsthis key of a profile",
                "\"x11\" uses the workstation’s X server, \"vnc-app\" a private X server on the remote host. \"vnc-at-summit\" also runs the "
                "viewer there. With single-instance = true, the default is \"vnc-app\".")),
    key({.table = Window, .name = "trusted"_L1, .type = Boolean, .store = storeInMember<&WindowSpec::isTrusted>, .defaultValue = "false"_L1},
        kli18nc("@info:whatsthis key of a profile", "Full access to the workstation’s X server, like ssh -Y. A trusted program can read every key typed.")),
    key({.table = Window, .name = "screen"_L1, .type = ScreenName, .store = storeInMember<&WindowSpec::screen>},
        kli18nc("@info:whatsthis key of a profile", "The screen for this display. Default: the site’s first screen.")),
    key({.table = Window, .name = "geometry"_L1, .type = Geometry, .store = storeInMember<&WindowSpec::geometry>},
        kli18nc("@info:whatsthis key of a profile", "Size and position on the screen, in the notation of X programs.")),
    key({.table = Window, .name = "start"_L1, .type = Choice, .store = storeInMember<&WindowSpec::start>, .defaultValue = "\"connect\""_L1, .choices = starts},
        kli18nc("@info:whatsthis key of a profile",
                "When the program starts: \"connect\" with the connection, \"preload\" earlier and hidden, \"manual\" on request.")),
    key({.table = Window, .name = "single-instance"_L1, .type = Boolean, .store = storeInMember<&WindowSpec::isSingleInstance>, .defaultValue = "false"_L1},
        kli18nc("@info:whatsthis key of a profile",
                "The program must run only once on the host. Nightdesk asks the host first and never starts a second one.")),
    key({.table = Window,
         .name = "restart"_L1,
         .type = Choice,
         .store = storeInMember<&WindowSpec::restart>,
         .defaultValue = "\"ask\""_L1,
         .choices = restarts},
        kli18nc("@info:whatsthis key of a profile", "Whether the program starts again after a lost connection ended it.")),
    key({.table = Window, .name = "xrm"_L1, .type = Resources, .store = storeInMember<&WindowSpec::xResources>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile",
                "X resources for the program, such as colors and fonts. They take precedence over those of the workstation.")),
    key({.table = Window, .name = "args"_L1, .type = Table, .childTable = WindowArguments},
        kli18nc("@info:whatsthis key of a profile", "Arguments for special starts, in place of those of command.")),
    key({.table = Window, .name = "preload-at"_L1, .type = TimeOfDay, .store = storeInMember<&WindowSpec::preloadMinuteOfDay>},
        kli18nc("@info:whatsthis key of a profile",
                "The time to start a program with start = \"preload\", in the facility’s time zone. The profile must be selected and not "
                "connected. Default: started by hand.")),
    key({.table = Window, .name = "visual"_L1, .type = Choice, .store = storeVisual, .defaultValue = "\"TrueColor 24\""_L1, .choices = ownVisuals},
        kli18nc("@info:whatsthis key of a profile",
                "The visual of the private X server (vnc-app, vnc-at-summit). If needs.visual excludes the default, Nightdesk chooses one that "
                "the program can use.")),
    key({.table = Window, .name = "fonts"_L1, .type = FontPaths, .store = storeInMember<&WindowSpec::fonts>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "Where the private X server finds fonts on the remote host, in addition to the usual places.")),
    key({.table = Window, .name = "server"_L1, .type = Table, .childTable = WindowServer},
        kli18nc("@info:whatsthis key of a profile",
                "The VNC server that provides the private X server. Default: the one that is installed on the connection’s host.")),
    key({.table = Window, .name = "share"_L1, .type = ServerShare, .store = storeShare, .defaultValue = "\"account\""_L1},
        kli18nc("@info:whatsthis key of a profile",
                "Who can join the private X server: \"account\" (workstations with the same account), \"nobody\" or \"group:NAME\" (members of that group).")),
    key({.table = Window, .name = "viewer"_L1, .type = Table, .childTable = WindowViewer},
        kli18nc("@info:whatsthis key of a profile", "The viewer for vnc-at-summit. Default: the one that is installed on the connection’s host.")),
    key({.table = Window, .name = "needs"_L1, .type = Table, .childTable = WindowNeeds},
        kli18nc("@info:whatsthis key of a profile", "What the program needs from the X server that shows it.")),

    // TOML keys that are allowed in the args table of a window:
    key({.table = WindowArguments, .name = "preload"_L1, .type = Arguments, .store = storeInMember<&WindowSpec::preloadArguments>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The arguments for start = \"preload\", for example those of a remote mode.")),

    // TOML keys that are allowed in the server table of a window:
    key({.table = WindowServer, .name = "command"_L1, .type = Text, .store = storeInMember<&WindowSpec::server, &AppServerSpec::command>, .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "The name or path of a program that accepts the arguments of Xvnc. Default: Nightdesk asks the host.")),
    key({.table = WindowServer,
         .name = "args"_L1,
         .type = Arguments,
         .store = storeInMember<&WindowSpec::server, &AppServerSpec::arguments>,
         .hasVariables = true},
        kli18nc("@info:whatsthis key of a profile", "Arguments added after those of Nightdesk.")),

    // TOML keys that are allowed in the viewer table of a window:
    key({.table = WindowViewer, .name = "link"_L1, .type = LinkName, .store = storeInMember<&WindowSpec::viewer, &ViewerSpec::link>},
        kli18nc("@info:whatsthis key of a profile", "The connection to the host that runs the viewer. Default: the program’s connection.")),
    key({.table = WindowViewer,
         .name = "command"_L1,
         .type = Command,
         .store = storeInMember<&WindowSpec::viewer, &ViewerSpec::command>,
         .hasVariables = true,
         .unreplacedVariable = serverVariable},
        kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                "The viewer and its arguments. {server} becomes the socket of the private X server; without {server}, the socket is added at the end.")),

    // TOML keys that are allowed in the needs table of a window:
    key({.table = WindowNeeds, .name = "visual"_L1, .type = Visuals, .store = storeInMember<&WindowSpec::needs, &WindowNeeds::visuals>},
        kli18nc("@info:whatsthis key of a profile", "Visuals that the program can use, the best one first.")),
    key({.table = WindowNeeds,
         .name = "backing-store"_L1,
         .type = Boolean,
         .store = storeInMember<&WindowSpec::needs, &WindowNeeds::needsBackingStore>,
         .defaultValue = "false"_L1},
        kli18nc("@info:whatsthis key of a profile", "The program is slow to repaint: the X server should keep its image.")),
    key({.table = WindowNeeds, .name = "fonts"_L1, .type = Texts, .store = storeInMember<&WindowSpec::needs, &WindowNeeds::fonts>},
        kli18nc("@info:whatsthis key of a profile", "X fonts that the program needs.")),
};
}

constinit const std::span<const KeyInfo> window = windowKeyRows;
}
