// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/colourmap.h"

namespace Nightdesk::Rfb
{
ColourMap::ColourMap()
{
    for (std::uint32_t i = 0; i < m_colours.size(); ++i) {
        m_colours[i] = 0xff000000u | i << 16 | i << 8 | i;
    }
}

bool ColourMap::set(std::uint32_t first, std::span<const std::uint8_t> rgb)
{
    const std::size_t count = rgb.size() / 6;
    if (rgb.size() % 6 != 0 || first > m_colours.size() || count > m_colours.size() - first) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        // Only the high byte of each 16-bit component is used, since pixels have 8 bits per component.
        const std::uint8_t *p = rgb.data() + i * 6;
        m_colours[first + i] = 0xff000000u | std::uint32_t{p[0]} << 16 | std::uint32_t{p[2]} << 8 | p[4];
    }
    return true;
}
}
