// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk::Rfb
{
/// Which pixels are the server's own, and which JPEG has changed or have not come at all: one bit each, in tiles of 64x64, so that
/// a row of a tile is one word. A server cuts its rectangles as it likes; anything coarser would call pixels exact that are not.
/// Costs a 32nd of the framebuffer. Pure. Owned by PictureQuality.
class ClarityMap
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint32_t tileSide = 64;

    /// Nothing of it has come yet. All of it has to be within the largest desktop.
    void resize(std::uint32_t width, std::uint32_t height);
    /// Both rectangles lie inside.
    void painted(const RfbWire::Rect &rect, bool exact, Clock::time_point now);
    void copied(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to, Clock::time_point now);

    /// Every pixel is the server's own.
    bool isExact() const;
    bool isExact(const RfbWire::Rect &rect) const;

    std::size_t inexactTiles() const; ///< how many
    std::uint32_t columns() const; ///< of tiles
    std::uint32_t rows() const;
    bool isExact(std::uint32_t column, std::uint32_t row) const;
    /// When something came there last that is not exact; empty: never, so that nothing but what has not come yet is missing.
    std::optional<Clock::time_point> lossyAt(std::uint32_t column, std::uint32_t row) const;
    /// The smallest rectangle around what is not exact in these tiles; empty: nothing.
    RfbWire::Rect bounds(std::uint32_t column, std::uint32_t row, std::uint32_t columns, std::uint32_t rows) const;

private:
    using Word = std::uint64_t;
    struct Tile {
        std::array<Word, tileSide> inexact{}; ///< bit 0 is the leftmost pixel
        bool isExact = true;
        std::optional<Clock::time_point> lossyAt;
    };
    Tile &tile(std::uint32_t column, std::uint32_t row);
    const Tile &tile(std::uint32_t column, std::uint32_t row) const;
    Word bits(std::uint32_t x, std::uint32_t y, std::uint32_t count) const;
    void recount(Tile &tile);

    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
    std::uint32_t m_columns = 0;
    std::uint32_t m_rows = 0;
    std::size_t m_inexactTiles = 0;
    std::vector<Tile> m_tiles;
    std::vector<Word> m_taken; ///< what copied() moves
};

/// Decides when the console hears that the picture has become exact, or is no more: the second at once, so that it never says
/// "exact" of what is not; the first not sooner than a while after. The last word is always told. Pure: the time comes in. Owned by PictureQuality.
class ClarityNews
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds pause{100};

    /// What to tell now; empty: nothing. @p isShown: all of it is in the console's picture. What is exact and on its way there leaves
    /// the last word as it is: the picture that stands meanwhile is no less exact than it was.
    std::optional<bool> takeNews(bool exact, bool isShown, Clock::time_point now);
    /// When takeNews() has something although nothing changes.
    std::optional<Clock::time_point> due() const;

private:
    bool m_isReported = false; ///< as the console begins
    std::optional<Clock::time_point> m_reportedAt;
    std::optional<Clock::time_point> m_due;
};
}
