// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <algorithm>

namespace Nightdesk
{
/// The visuals that a private X server of a program can have (topology vnc-app or vnc-at-summit); the first is the default.
inline constexpr QLatin1StringView privateVisuals[] = {QLatin1StringView("TrueColor 24"),
                                                       QLatin1StringView("TrueColor 16"),
                                                       QLatin1StringView("PseudoColor 8")};

/// A visual that @p spec can use and a private X server can have: the default one if possible, since every VNC server has it, otherwise the best.
/// Null: there is none.
inline QString neededVisualForPrivateServer(const WindowSpec &spec)
{
    const QStringList &needed = spec.needs.visuals;
    if (needed.isEmpty() || needed.contains(privateVisuals[0])) {
        return privateVisuals[0];
    }
    const auto found = std::ranges::find_if(needed, [](const QString &visual) {
        return std::ranges::find(privateVisuals, visual) != std::end(privateVisuals);
    });
    return found == needed.cend() ? QString() : *found;
}

/// The visual of the private X server of @p spec: from its profile, otherwise from the program's needs, otherwise the default.
inline QString visualForPrivateServer(const WindowSpec &spec)
{
    const QString needed = spec.visual.isEmpty() ? neededVisualForPrivateServer(spec) : spec.visual;
    return needed.isEmpty() ? QString(privateVisuals[0]) : needed;
}
}
