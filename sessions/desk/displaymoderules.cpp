// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/displaymoderules.h"

#include <KLocalizedString>

namespace Nightdesk
{
Topology DisplayModeRules::profileTopology(const Spec &spec)
{
    return std::visit(
        [](const auto &display) {
            return display.topology;
        },
        spec);
}

Topology DisplayModeRules::initialTopology(const Spec &spec, std::optional<UnconfinedPrograms> unconfined)
{
    const auto *window = std::get_if<WindowSpec>(&spec);
    return window && needsConfinement(*window) && unconfined == UnconfinedPrograms::ShowInPrivateServers ? Topology::VncApp : profileTopology(spec);
}

Session::DisplayModes
DisplayModeRules::displayModes(const Spec &spec, Topology current, const QString &noWindowsReason, std::optional<UnconfinedPrograms> unconfined)
{
    Session::DisplayModes modes{.current = current, .ofProfile = profileTopology(spec), .all = {}};
    if (const auto *window = std::get_if<WindowSpec>(&spec)) {
        const bool isUnconfined = noWindowsReason.isEmpty() && !window->isTrusted && unconfined == UnconfinedPrograms::ShowInPrivateServers;
        const QString noX11Reason =
            isUnconfined ? i18nc("@info why a program is not shown by windows", "This workstation’s X server cannot confine this program.") : noWindowsReason;
        modes.all = {{Topology::X11, noX11Reason}, {Topology::VncApp, {}}, {Topology::VncAtSummit, noWindowsReason}};
    } else {
        modes.all = {{Topology::Vnc, {}}, {Topology::VncAtSummit, noWindowsReason}};
    }
    return modes;
}
}
