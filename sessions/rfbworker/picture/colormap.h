// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace Nightdesk::Rfb
{
/// The color map of an 8-bit PseudoColor server: converts color indexes to QImage::Format_RGB32. Pure. Owned by
/// DesktopAttributeReader.
class ColorMap
{
public:
    /// Starts as a gray ramp, until the server sends its colors.
    ColorMap();
    /// @p rgb: big-endian 16-bit red, green, blue for each color from @p first on (SetColourMapEntries, RFC 6143 §7.6.2).
    /// False: beyond the map, or an incomplete color; then no color is changed.
    bool set(std::uint32_t first, std::span<const std::uint8_t> rgb);
    std::uint32_t rgb32(std::uint8_t index) const
    {
        return m_colors[index];
    }

private:
    std::array<std::uint32_t, 256> m_colors;
};
}
