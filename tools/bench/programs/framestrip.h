// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace Nightdesk
{
/// A frame's number as a row of black and white cells: an opening, four bits that name the strip, sixteen of the number, eight to
/// check them, a closing. A cell is as wide and high as a block of JPEG with halved colours, so that the worst quality leaves it
/// readable. Pure.
struct FrameStrip {
    static constexpr int cell = 16; ///< pixels, both ways
    static constexpr int cells = 40;
    static constexpr int width = cells * cell;

    int id = 0; ///< 0 to 15
    std::uint16_t number = 0;
    bool operator==(const FrameStrip &) const = default;

    using Cells = std::array<bool, cells>; ///< true: white

    Cells toCells() const;
    /// Empty: no strip, or one half old and half new.
    static std::optional<FrameStrip> fromCells(const Cells &cells);

    /// Whether cell @p place of the opening is white: what is looked for first.
    static bool opening(int place);
    static constexpr int openingCells = 6;
};
}
