// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// What becomes of a profile's untrusted X programs where the desk's X server cannot confine them.
enum class UnconfinedPrograms {
    InPrivateServers, ///< shown as vnc-app
    Trusted ///< for tonight
};

/// It is drawn by the desk's X server, and is not to read what is typed elsewhere.
inline bool needsConfinement(const WindowSpec &window)
{
    return window.topology == Topology::X11 && !window.trusted;
}
}
