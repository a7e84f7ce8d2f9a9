// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/consolesink.h"

#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Collects what the server has shown to know beyond RFC 6143, and the lock lights of its keyboard, and tells the console when
/// something of it is new. Reader thread. Owned by DesktopReader.
class ShownAbilities
{
public:
    explicit ShownAbilities(ConsoleSink &console);

    void extendedKeys();
    void extendedClipboard();
    /// As the server sent them; bits that mean nothing are left out.
    void lights(std::uint8_t lights);

private:
    void show(bool RfbWire::Abilities::*ability);

    ConsoleSink &m_console;
    RfbWire::Abilities m_shown;
    std::optional<std::uint8_t> m_lights; ///< empty: not reported
};
}
