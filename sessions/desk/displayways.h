// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/profiles/unconfinedprograms.h"

#include <optional>
#include <variant>

namespace Nightdesk
{
/// In which ways a display of a profile can be shown. Pure.
namespace DisplayWays
{
using Spec = std::variant<DesktopSpec, WindowSpec>;
/// As its profile has it.
Topology ofProfile(const Spec &spec);
/// At first: its profile's, unless the X server cannot show it so and a person chose private ones.
Topology first(const Spec &spec, std::optional<UnconfinedPrograms> unconfined);
/// @p noWindows: why no X program can be shown; empty: they can.
Session::Ways all(const Spec &spec, Topology now, const QString &noWindows, std::optional<UnconfinedPrograms> unconfined);
}
}
