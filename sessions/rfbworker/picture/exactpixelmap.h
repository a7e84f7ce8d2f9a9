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
/// Stores which pixels are exact (lossless), and which were changed by JPEG or have not come at all. One bit per pixel, in tiles of 64x64, so that
/// a row of a tile is one word. Servers choose rectangles freely; a coarser map would call pixels exact that are not. Takes 1/32 of the
/// framebuffer's size. Pure. Owned by PictureQuality.
class ExactPixelMap
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint32_t tileSide = 64;
    /// A smaller rectangle may be a piece of what Xvnc sends once more of an image at rest: 1600 pixels next to a video that half fills the path (TigerVNC
    /// 1.15, 2026-11-28). A video comes in larger ones.
    static constexpr std::uint64_t minVideoRectPixels = 8192;

    /// Sets a new size; no pixels have come yet. The size must not exceed the largest valid desktop.
    void resize(std::uint32_t width, std::uint32_t height);
    /// Rectangles passed to markPainted() and noteCopiedRect() must lie inside the size set by resize(). Returns how many of the inexact pixels lie in
    /// tiles that move: that were painted more than 2.5 times within two seconds. An image that came once and was sent once more to refine it does not move.
    std::uint64_t markPainted(const RfbWire::Rect &rect, bool exact, Clock::time_point now);
    void noteCopiedRect(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to, Clock::time_point now);

    /// All pixels of the desktop, or of the rectangle, are exact.
    bool isExact() const;
    bool isExact(const RfbWire::Rect &rect) const;

    std::size_t inexactTileCount() const; ///< number of tiles with inexact pixels
    std::uint32_t columns() const; ///< number of tile columns
    std::uint32_t rows() const;
    bool isExact(std::uint32_t column, std::uint32_t row) const;
    /// When inexact pixels last came in this tile; empty: never, so its inexact pixels are those that have not come yet.
    std::optional<Clock::time_point> lastLossyAt(std::uint32_t column, std::uint32_t row) const;
    bool isMoving(std::uint32_t column, std::uint32_t row, Clock::time_point now) const; ///< see markPainted()
    /// When inexact pixels last came in this tile as part of a rectangle of minVideoRectPixels; empty: never.
    std::optional<Clock::time_point> lastLargeLossyAt(std::uint32_t column, std::uint32_t row) const;
    /// The smallest rectangle around all inexact pixels in these tiles; empty: there are none.
    RfbWire::Rect inexactBounds(std::uint32_t column, std::uint32_t row, std::uint32_t columns, std::uint32_t rows) const;

private:
    using Word = std::uint64_t;
    struct Tile {
        std::array<Word, tileSide> inexactBits{}; ///< one word per row; set bit: inexact pixel; bit 0: leftmost pixel
        bool isExact = true;
        std::optional<Clock::time_point> lastLossyAt;
        std::optional<Clock::time_point> lastLargeLossyAt;
        std::optional<Clock::time_point> movesUntil; ///< the tile was found to move, and is taken to move until then
        Clock::time_point countsFrom; ///< start of the time in which lossyPixelCount counts
        std::uint32_t lossyPixelCount = 0; ///< pixels painted inexact, each as often as it was painted
    };
    Tile &tile(std::uint32_t column, std::uint32_t row);
    const Tile &tile(std::uint32_t column, std::uint32_t row) const;
    Word readInexactBits(std::uint32_t x, std::uint32_t y, std::uint32_t count) const;
    void updateTileExactness(Tile &tile);
    bool noteLossyPixels(Tile &tile, std::uint32_t tileArea, std::uint32_t count, Clock::time_point now);

    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
    std::uint32_t m_tileColumns = 0;
    std::uint32_t m_tileRows = 0;
    std::size_t m_inexactTileCount = 0;
    std::vector<Tile> m_tiles;
    std::vector<Word> m_copyBuffer; ///< the bits that noteCopiedRect() is moving
};

/// Decides when to report to the console that the image is exact, or is no longer exact. The latter is reported at once, so that the console never
/// shows "exact" wrongly, but "exact" not sooner than a pause after the last report. The final state is always reported. Pure: the caller passes the
/// time. Owned by PictureQuality.
class ExactStateReporter
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds reportPause{100};

    /// What to report to the console now: true: the image is exact; false: it is not; empty: nothing. @p exact: all received pixels are exact.
    /// @p isShown: all received pixels are in the framebuffer of the console. Until then, exact pixels are not reported.
    std::optional<bool> takeReport(bool exact, bool isShown, Clock::time_point now);
    /// When to call takeReport() again although nothing changes.
    std::optional<Clock::time_point> nextReportDueAt() const;

private:
    bool m_lastReportedExact = false; ///< the last report; the console assumes false at the start
    std::optional<Clock::time_point> m_lastReportAt;
    std::optional<Clock::time_point> m_reportDueAt;
};
}
