// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/displaymoderules.h"

#include <KLocalizedString>

namespace Nightdesk
{
Topology DisplayModeRules::ofProfile(const Spec &spec)
{
    return std::visit(
        [](const auto &display) {
            return display.topology;
        },
        spec);
}

Topology DisplayModeRules::first(const Spec &spec, std::optional<UnconfinedPrograms> unconfined)
{
    const auto *window = std::get_if<WindowSpec>(&spec);
    return window && needsConfinement(*window) && unconfined == UnconfinedPrograms::InPrivateServers ? Topology::VncApp : ofProfile(spec);
}

Session::DisplayModes DisplayModeRules::all(const Spec &spec, Topology now, const QString &noWindows, std::optional<UnconfinedPrograms> unconfined)
{
    Session::DisplayModes ways{.now = now, .profiles = ofProfile(spec), .all = {}};
    if (const auto *window = std::get_if<WindowSpec>(&spec)) {
        const bool isUnconfined = noWindows.isEmpty() && !window->trusted && unconfined == UnconfinedPrograms::InPrivateServers;
        const QString noX11 =
            isUnconfined ? i18nc("@info why a program is not shown by windows", "This workstation’s X server cannot confine this program.") : noWindows;
        ways.all = {{Topology::X11, noX11}, {Topology::VncApp, {}}, {Topology::VncAtSummit, noWindows}};
    } else {
        ways.all = {{Topology::Vnc, {}}, {Topology::VncAtSummit, noWindows}};
    }
    return ways;
}
}
