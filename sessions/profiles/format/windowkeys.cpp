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
constexpr Choice windowTopologies[] = {
    {"x11"_L1, int(Topology::X11)},
    {"vnc-app"_L1, int(Topology::VncApp)},
    {"vnc-at-summit"_L1, int(Topology::VncAtSummit)},
};
constexpr Choice starts[] = {
    {"connect"_L1, int(StartPolicy::Connect)},
    {"preload"_L1, int(StartPolicy::Warm)},
    {"manual"_L1, int(StartPolicy::Manual)},
};
constexpr Choice restarts[] = {
    {"ask"_L1, int(RestartPolicy::Ask)},
    {"auto"_L1, int(RestartPolicy::Auto)},
    {"never"_L1, int(RestartPolicy::Never)},
};

/// What a display of its own can be; the first is the usual one.
constexpr Choice ownVisuals[] = {
    {"TrueColor 24"_L1, 0},
    {"TrueColor 16"_L1, 1},
    {"PseudoColor 8"_L1, 2},
};

constexpr KeyInfo windowKeyRows[] = {
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
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The way the program reaches the site: x11 draws on the desk's own X server, vnc-app in a display of its own at the summit, "
                              "vnc-at-summit in one whose viewer is there, too. Where it is not given, single-instance = true makes it vnc-app."),
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
     .name = "single-instance"_L1,
     .type = KeyType::Boolean,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "The program must run only once on the host. Nightdesk asks the host first and never starts a second one."),
     .store = KeyStores::into<&WindowSpec::onlyOne>,
     .defaultValue = "false"_L1},
    {.table = TableId::Window,
     .name = "restart"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Whether it is started again after the link died with it."),
     .store = KeyStores::into<&WindowSpec::restart>,
     .defaultValue = "\"ask\""_L1,
     .choices = restarts},
    {.table = TableId::Window,
     .name = "xrm"_L1,
     .type = KeyType::Resources,
     .documentation = kli18nc("@info:whatsthis key of a profile", "X resources that the program is given, before those of the desk: colours, fonts."),
     .store = KeyStores::into<&WindowSpec::xrm>,
     .variables = true},
    {.table = TableId::Window,
     .name = "args"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Arguments for some occasions, in place of those of command."),
     .child = TableId::Arguments},
    {.table = TableId::Window,
     .name = "preload-at"_L1,
     .type = KeyType::TimeOfDay,
     .documentation = kli18nc(
         "@info:whatsthis key of a profile",
         "When a program with start = \"preload\" is started, in the facility's time zone, if its profile is chosen in the list and not connected; without "
         "it by hand."),
     .store = KeyStores::into<&WindowSpec::warmAt>},
    {.table = TableId::Window,
     .name = "visual"_L1,
     .type = KeyType::Choice,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The visual of a display of its own (vnc-app, vnc-at-summit)."),
     .store = KeyStores::intoVisual,
     .defaultValue = "\"TrueColor 24\""_L1,
     .choices = ownVisuals},
    {.table = TableId::Window,
     .name = "fonts"_L1,
     .type = KeyType::FontPaths,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Where a display of its own finds fonts at the summit, beside its server's own."),
     .store = KeyStores::into<&WindowSpec::fonts>,
     .variables = true},
    {.table = TableId::Window,
     .name = "server"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The VNC server of a display of its own; without it the one that the link's host has."),
     .child = TableId::Server},
    {.table = TableId::Window,
     .name = "share"_L1,
     .type = KeyType::Share,
     .documentation = kli18nc("@info:whatsthis key of a profile",
                              "Who may join a display of its own: every desk that logs in as the same account, nobody, the members of a group of the host."),
     .store = KeyStores::intoShare,
     .defaultValue = "\"account\""_L1},
    {.table = TableId::Window,
     .name = "viewer"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The viewer of vnc-at-summit; without it the one that the link's host has."),
     .child = TableId::WindowViewer},
    {.table = TableId::Window,
     .name = "needs"_L1,
     .type = KeyType::Table,
     .documentation = kli18nc("@info:whatsthis key of a profile", "What the program asks of the X server that shows it."),
     .child = TableId::Needs,
     .inForce = false},

    // args of a window
    {.table = TableId::Arguments,
     .name = "preload"_L1,
     .type = KeyType::Arguments,
     .documentation = kli18nc("@info:whatsthis key of a profile", "When it is started early (start = \"preload\"): its remote mode, say."),
     .store = KeyStores::into<&WindowSpec::warmArguments>,
     .variables = true},

    // server of a window
    {.table = TableId::Server,
     .name = "command"_L1,
     .type = KeyType::Text,
     .documentation =
         kli18nc("@info:whatsthis key of a profile", "The program, by its name or path, which takes Xvnc's arguments; without it the host is asked."),
     .store = KeyStores::inside<&WindowSpec::server, &AppServerSpec::command>,
     .variables = true},
    {.table = TableId::Server,
     .name = "args"_L1,
     .type = KeyType::Arguments,
     .documentation = kli18nc("@info:whatsthis key of a profile", "Arguments that it is given behind Nightdesk's."),
     .store = KeyStores::inside<&WindowSpec::server, &AppServerSpec::arguments>,
     .variables = true},

    // viewer of a window
    {.table = TableId::WindowViewer,
     .name = "link"_L1,
     .type = KeyType::LinkName,
     .documentation = kli18nc("@info:whatsthis key of a profile", "The link to the host that the viewer runs on; without it the program's own."),
     .store = KeyStores::inside<&WindowSpec::viewer, &ViewerSpec::link>},
    {.table = TableId::WindowViewer,
     .name = "command"_L1,
     .type = KeyType::Command,
     .documentation = kli18nc("@info:whatsthis key of a profile; {server} stays as it is",
                              "The viewer and its arguments; {server} stands for the socket of the program's display, which without it comes last."),
     .store = KeyStores::inside<&WindowSpec::viewer, &ViewerSpec::command>,
     .variables = true,
     .kept = serverVariable},

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
}

std::span<const KeyInfo> KeyRows::window()
{
    return windowKeyRows;
}
}
