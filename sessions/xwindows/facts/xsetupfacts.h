// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <cstdint>
#include <span>

namespace Nightdesk
{
/// What a server's answer to the setup says (X11 protocol, section 8). Pure; the bytes are not believed. A value: held by XFactsProtocol.
struct XSetupFacts {
    /// More than any server has: today's have one screen, and at most some hundred visuals for GLX.
    static constexpr int maxScreens = 16;
    static constexpr qsizetype maxVisuals = 4096;

    XServerFacts facts; ///< vendor, release and screens
    QList<quint32> roots; ///< the root window of each screen

    /// @p setup: a whole answer with success. Empty: it contradicts itself, or lists too much.
    static std::optional<XSetupFacts> parse(std::span<const std::uint8_t> setup, bool bigEndian);
};
}
