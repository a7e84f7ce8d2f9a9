// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/consolesink.h"

#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Collects the extensions beyond RFC 6143 that the server has announced, and its keyboard LEDs, and reports changes to the console. Reader thread.
/// Owned by DesktopReader.
class ServerAbilityReporter
{
public:
    explicit ServerAbilityReporter(ConsoleSink &console);

    void noteExtendedKeys();
    void noteExtendedClipboard();
    /// The LEDs as the server sent them; undefined bits are ignored.
    void noteLockLeds(std::uint8_t lockLeds);

private:
    void reportAbility(bool RfbWire::Abilities::*ability);

    ConsoleSink &m_console;
    RfbWire::Abilities m_reportedAbilities;
    std::optional<std::uint8_t> m_reportedLeds; ///< last reported LEDs; empty: not reported
};
}
