// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace Nightdesk::Rfb
{
/// Decides when the console is informed of the server's color map, and of which cells: the first at once, what follows gathered for a
/// while. A program that rotates the map stores all cells up to a thousand times a second. Pure: the time comes in. Owned by DesktopExtras.
class ColorNews
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds pause{100};

    /// Cells from @p first on, as ColorMap::set() accepted them.
    void stored(std::uint32_t first, std::span<const std::uint8_t> rgb);
    /// What to tell now; empty: nothing.
    std::optional<RfbWire::ColorCells> takeColors(Clock::time_point now);
    /// When takeColors() has something although nothing more is stored.
    std::optional<Clock::time_point> due() const;

private:
    struct Cell {
        std::optional<RfbWire::ColorCell> color; ///< as stored last; empty: never
        bool isUntold = false; ///< it was another color meanwhile, even if it has its old one back
    };
    std::array<Cell, RfbWire::maxColorCells> m_cells;
    std::uint32_t m_changes = 0; ///< not reported yet
    bool m_hasNews = false;
    std::optional<Clock::time_point> m_reportedAt;
};
}
