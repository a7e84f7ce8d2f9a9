// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/keyrows.h"

#include "sessions/profiles/keystores.h"

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

constexpr KeyInfo keys[] = {
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
     .documentation = kli18nc("@info:whatsthis key of a profile", "The way the window reaches the site; so far only x11 is available."),
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
}

std::span<const KeyInfo> KeyRows::window()
{
    return keys;
}
}
