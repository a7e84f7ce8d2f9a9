// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// How to show a profile's untrusted X programs if the desk's X server cannot confine them.
enum class UnconfinedPrograms {
    ShowInPrivateServers, ///< show the programs in private X servers, as for vnc-app
    ShowAsTrusted ///< show the programs as trusted ones, for this night
};

/// Whether the program must be confined: the desk's X server shows the program, which must not read what is typed in
/// other programs.
inline bool needsConfinement(const WindowSpec &window)
{
    return window.topology == Topology::X11 && !window.isTrusted;
}
}
