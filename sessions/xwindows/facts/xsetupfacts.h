// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <cstdint>
#include <span>

namespace Nightdesk
{
/// The content of a server's answer to the connection setup (X11 protocol, section 8). Pure; the bytes are untrusted. A value: held by
/// XFactsProtocol.
struct XSetupFacts {
    /// Limits above what any server has: present servers have one screen, and at most some hundred visuals for GLX.
    static constexpr int maxScreens = 16;
    static constexpr qsizetype maxVisuals = 4096;

    XServerFacts facts; ///< vendor, release and screens
    QList<quint32> rootWindows; ///< the root window of each screen

    /// @p setup: a complete answer with success. Empty: it is inconsistent, or lists too much.
    static std::optional<XSetupFacts> parse(std::span<const std::uint8_t> setup, bool bigEndian);
};
}
