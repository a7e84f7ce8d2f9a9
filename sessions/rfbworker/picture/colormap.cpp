// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/colormap.h"

namespace Nightdesk::Rfb
{
ColorMap::ColorMap()
{
    for (std::uint32_t i = 0; i < m_colors.size(); ++i) {
        m_colors[i] = 0xff000000u | i << 16 | i << 8 | i;
    }
}

bool ColorMap::set(std::uint32_t first, std::span<const std::uint8_t> rgb)
{
    const std::size_t count = rgb.size() / 6;
    if (rgb.size() % 6 != 0 || first > m_colors.size() || count > m_colors.size() - first) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        // Only the high byte of each 16-bit component is used, since pixels have 8 bits per component.
        const std::uint8_t *p = rgb.data() + i * 6;
        m_colors[first + i] = 0xff000000u | std::uint32_t{p[0]} << 16 | std::uint32_t{p[2]} << 8 | p[4];
    }
    return true;
}
}
