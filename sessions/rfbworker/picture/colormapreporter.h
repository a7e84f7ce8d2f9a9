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
/// Decides when the console is informed of the server's color map, and of which cells: the first change at once, later ones collected for a pause.
/// A program that rotates the map stores all cells up to a thousand times a second. Pure: the caller passes the time. Owned by
/// DesktopAttributeReader.
class ColorMapReporter
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds minReportInterval{100};

    /// The server sent colors for the cells from @p first on, and ColorMap::set() has accepted them.
    void noteReceivedColors(std::uint32_t first, std::span<const std::uint8_t> rgb);
    /// The cells to report now; empty: none.
    std::optional<RfbWire::ColorCells> takeColorsToReport(Clock::time_point now);
    /// When to call takeColorsToReport() again for colors that were received but not reported yet; empty: there are none.
    std::optional<Clock::time_point> nextReportDueAt() const;

private:
    struct Cell {
        std::optional<RfbWire::ColorCell> color; ///< the color received last; empty: none was received
        bool isUnreported = false; ///< changed since the last report, even if it has its old color again
    };
    std::array<Cell, RfbWire::maxColorCells> m_colorCells;
    std::uint32_t m_unreportedChangeCount = 0; ///< number of changes not reported yet
    bool m_hasUnreportedCells = false;
    std::optional<Clock::time_point> m_lastReportedAt;
};
}
