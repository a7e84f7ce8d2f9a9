// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/shownabilities.h"

#include <utility>

namespace Nightdesk::Rfb
{
ShownAbilities::ShownAbilities(ConsoleSink &console)
    : m_console(console)
{
}

void ShownAbilities::extendedKeys()
{
    show(&RfbWire::Abilities::extendedKeys);
}

void ShownAbilities::extendedClipboard()
{
    show(&RfbWire::Abilities::extendedClipboard);
}

void ShownAbilities::lights(std::uint8_t lights)
{
    show(&RfbWire::Abilities::leds);
    const std::uint8_t known = lights & 7; // bits of Scroll, Num and Caps Lock
    if (std::exchange(m_lights, known) != known) {
        m_console.send(RfbWire::Leds{known});
    }
}

void ShownAbilities::show(bool RfbWire::Abilities::*ability)
{
    if (!std::exchange(m_shown.*ability, true)) {
        m_console.send(m_shown);
    }
}
}
