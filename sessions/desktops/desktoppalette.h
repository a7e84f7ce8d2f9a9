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
/// The color map of an 8-bit desktop as its server stored it last, with the changes of the last minute. VNC does not tell which
/// program stores, nor which cells are shared. The session owns it, a new one for each connection. Pure: the time is an argument.
class DesktopPalette
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    static constexpr int cells = static_cast<int>(RfbWire::maxColorCells);
    static constexpr int seconds = 60; ///< that history() goes back

    /// 16 bits each, as XQueryColors has them.
    struct Color {
        quint16 red = 0;
        quint16 green = 0;
        quint16 blue = 0;
        bool operator==(const Color &) const = default;
    };

    /// What the worker told.
    void setColors(const RfbWire::ColorCells &told, Instant now);
    /// False: the server has told no color, as of a desktop without a color map.
    bool isKnown() const;
    std::optional<Color> color(int cell) const; ///< empty: not reported
    /// When it got another color last; empty: it has its first one.
    std::optional<Instant> changedAt(int cell) const;
    /// Changes of cells in the last whole second before @p now.
    int changesPerSecond(Instant now) const;
    /// Changes of cells in each whole second before @p now, the oldest first.
    std::array<int, seconds> history(Instant now) const;

private:
    struct Cell {
        std::optional<Color> color;
        std::optional<Instant> changedAt;
    };
    /// Changes within one second of the clock.
    struct Second {
        qint64 number = -1;
        int changes = 0;
    };
    static qint64 secondOf(Instant now);

    std::array<Cell, RfbWire::maxColorCells> m_cells;
    std::array<Second, seconds + 1> m_history; ///< the second that runs, and those before
    bool m_isKnown = false;
};
}
