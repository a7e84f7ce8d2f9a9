// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk::Test
{
/// A program of a Wayland session in which something was copied and marked: shows a window to get the keyboard, owns clipboard and primary
/// selection, and hides the window. @p arguments after the program's: what it gives to whoever pastes: "text TEXT", "silent": nothing,
/// "drip": a letter now and then, "long": 3 MiB. Runs until it is ended.
int runWaylandOwner(int argc, char **argv);
}
