// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace Nightdesk
{
/// A frame's number as a row of black and white cells: an opening, four bits that name the strip, sixteen of the number, eight to
/// check them, a closing. A cell is as wide and high as a block of JPEG with halved colors, so that the worst quality leaves it
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

/// A region right of the picture that moves with it for a second of five, and rests for four, at 25 frames a second. Its pixels are known by
/// a sum, so that one sees when a viewer shows them exactly.
struct RestingPatch {
    static constexpr int left = 848; ///< pixels: right of a picture of 640x480 in a desktop of 1024x768
    static constexpr int top = 144;
    static constexpr int width = 160;
    static constexpr int height = 448;
    static constexpr int period = 125; ///< frames
    static constexpr int moving = 25; ///< frames of a period in which it moves

    /// The sum over pixels of 32 bits whose highest 8 mean nothing, continued from @p sum. FNV-1a.
    static std::uint32_t add(std::uint32_t sum, std::span<const std::uint32_t> pixels);
    static constexpr std::uint32_t emptySum = 2166136261;
};
}
