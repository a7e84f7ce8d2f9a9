// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/profiles/unconfinedprograms.h"

#include <optional>
#include <variant>

namespace Nightdesk
{
/// The display modes in which a display of a profile can be shown. Pure.
namespace DisplayModeRules
{
using Spec = std::variant<DesktopSpec, WindowSpec>;
/// The display mode in the profile.
Topology profileTopology(const Spec &spec);
/// The initial display mode: that of the profile, unless the X server cannot confine the program and the user chose private X servers.
Topology initialTopology(const Spec &spec, std::optional<UnconfinedPrograms> unconfined);
/// All display modes of a display. @p noWindowsReason: why X programs cannot be shown; empty: they can.
Session::DisplayModes displayModes(const Spec &spec, Topology current, const QString &noWindowsReason, std::optional<UnconfinedPrograms> unconfined);
}
}
