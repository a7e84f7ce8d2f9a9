// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/abilityreporter.h"

#include <utility>

namespace Nightdesk::Rfb
{
ServerAbilityReporter::ServerAbilityReporter(ConsoleSink &console)
    : m_console(console)
{
}

void ServerAbilityReporter::noteExtendedKeys()
{
    reportAbility(&RfbWire::Abilities::extendedKeys);
}

void ServerAbilityReporter::noteExtendedClipboard()
{
    reportAbility(&RfbWire::Abilities::extendedClipboard);
}

void ServerAbilityReporter::noteLockLeds(std::uint8_t lockLeds)
{
    reportAbility(&RfbWire::Abilities::leds);
    const std::uint8_t known = lockLeds & 7; // bits of Scroll, Num and Caps Lock
    if (std::exchange(m_reportedLeds, known) != known) {
        m_console.send(RfbWire::KeyboardLeds{known});
    }
}

void ServerAbilityReporter::reportAbility(bool RfbWire::Abilities::*ability)
{
    if (!std::exchange(m_reportedAbilities.*ability, true)) {
        m_console.send(m_reportedAbilities);
    }
}
}
