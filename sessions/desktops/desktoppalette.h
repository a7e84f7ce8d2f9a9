// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <QtGlobal>

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The last known color map of an 8-bit desktop, with the number of changes in the last minute. VNC does not report which
/// program sets a color, nor which cells are shared. The session owns one per connection. Pure: the time is an argument.
class DesktopPalette
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    static constexpr int cellCount = static_cast<int>(RfbWire::maxColorCells);
    static constexpr int historySeconds = 60; ///< number of seconds in changeHistory()

    /// 16 bits per channel, as in XQueryColors.
    struct Color {
        quint16 red = 0;
        quint16 green = 0;
        quint16 blue = 0;
        bool operator==(const Color &) const = default;
    };

    /// Applies changes reported by the worker.
    void setColors(const RfbWire::ColorCells &reported, Instant now);
    /// False: the server reported no colors, for example because the desktop has no color map.
    bool areColorsKnown() const;
    std::optional<Color> color(int cell) const; ///< color of the cell; empty: the server did not report it
    /// Time of the cell's last change; empty: it still has its first color.
    std::optional<Instant> changedAt(int cell) const;
    /// Number of cell changes in the last whole second before @p now.
    int changesPerSecond(Instant now) const;
    /// Number of cell changes in each whole second before @p now, oldest first.
    std::array<int, historySeconds> changeHistory(Instant now) const;

private:
    struct Cell {
        std::optional<Color> color;
        std::optional<Instant> changedAt;
    };
    /// The changes in one second.
    struct ChangesInSecond {
        qint64 secondsSinceEpoch = -1; ///< the second in which the changes were counted, as returned by wholeSecondsSinceEpoch(); -1: unused
        int changes = 0;
    };
    static qint64 wholeSecondsSinceEpoch(Instant now);

    std::array<Cell, RfbWire::maxColorCells> m_colorCells;
    std::array<ChangesInSecond, historySeconds + 1> m_history; ///< the current second and those before
    bool m_areColorsKnown = false;
};
}
