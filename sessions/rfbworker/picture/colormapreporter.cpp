// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/colormapreporter.h"

#include "sessions/rfbworker/protocol/bytes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::size_t colorSize = 6;
}

void ColorMapReporter::noteReceivedColors(std::uint32_t first, std::span<const std::uint8_t> rgb)
{
    for (std::size_t i = 0; i < rgb.size() / colorSize; ++i) {
        const std::uint8_t *p = rgb.data() + i * colorSize;
        const auto index = static_cast<std::uint8_t>(first + i);
        const RfbWire::ColorCell color{index, read16(p), read16(p + 2), read16(p + 4)};
        Cell &cell = m_colorCells[index];
        // x11vnc sends the whole map again for one cell.
        if (cell.color == color) {
            continue;
        }
        if (cell.color) {
            m_unreportedChangeCount = std::min(m_unreportedChangeCount + 1, RfbWire::maxColorChanges);
        }
        cell = {color, true};
        m_hasUnreportedCells = true;
    }
}

std::optional<RfbWire::ColorCells> ColorMapReporter::takeColorsToReport(Clock::time_point now)
{
    if (!m_hasUnreportedCells || now < nextReportDueAt()) {
        return std::nullopt;
    }
    RfbWire::ColorCells news;
    for (Cell &cell : m_colorCells) {
        if (std::exchange(cell.isUnreported, false)) {
            news.cells.push_back(*cell.color);
        }
    }
    news.changes = std::exchange(m_unreportedChangeCount, 0);
    m_hasUnreportedCells = false;
    m_lastReportedAt = now;
    return news;
}

std::optional<ColorMapReporter::Clock::time_point> ColorMapReporter::nextReportDueAt() const
{
    return m_hasUnreportedCells ? m_lastReportedAt ? *m_lastReportedAt + minReportInterval : Clock::time_point::min() : std::optional<Clock::time_point>();
}
}
