// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/exactpixelmap.h"

#include <algorithm>
#include <bit>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::uint32_t side = ExactPixelMap::tileSide;
// Xvnc sends inexact regions again by itself when they rest, each pixel once. A video of two frames a second paints its pixels four times in this window.
constexpr double maxPaintsAtRest = 2.5;
constexpr std::chrono::seconds motionWindow{2};

std::uint64_t bitMask(std::uint32_t begin, std::uint32_t end)
{
    return (~std::uint64_t{0} >> (side - (end - begin))) << begin;
}

/// Range of pixels in one row or column of a tile, from 0 to the side of the tile.
struct TileSpan {
    std::uint32_t firstPixel = 0;
    std::uint32_t pixelAfterLast = 0; ///< first pixel behind the range
};
/// The pixels from @p from on that lie in the tile with this index.
TileSpan spanInTile(std::uint32_t index, std::uint32_t from, std::uint32_t length)
{
    const std::uint32_t begin = index * side;
    return {std::max(from, begin) - begin, std::min(from + length, begin + side) - begin};
}

std::uint32_t tileCount(std::uint32_t length)
{
    return (length + side - 1) / side;
}
}

void ExactPixelMap::resize(std::uint32_t width, std::uint32_t height)
{
    m_width = width;
    m_height = height;
    m_tileColumns = tileCount(width);
    m_tileRows = tileCount(height);
    m_inexactTileCount = 0;
    m_tiles.assign(std::size_t{m_tileColumns} * m_tileRows, {});
    markPainted({0, 0, width, height}, false, {});
    for (Tile &each : m_tiles) {
        each.lastLossyAt.reset();
        each.lastLargeLossyAt.reset();
        each.lossyPixelCount = 0;
    }
}

ExactPixelMap::Tile &ExactPixelMap::tile(std::uint32_t column, std::uint32_t row)
{
    return m_tiles[std::size_t{row} * m_tileColumns + column];
}

const ExactPixelMap::Tile &ExactPixelMap::tile(std::uint32_t column, std::uint32_t row) const
{
    return m_tiles[std::size_t{row} * m_tileColumns + column];
}

void ExactPixelMap::updateTileExactness(Tile &tile)
{
    const bool wasExact = tile.isExact;
    tile.isExact = std::ranges::all_of(tile.inexactBits, [](Word word) {
        return word == 0;
    });
    if (wasExact != tile.isExact) {
        m_inexactTileCount += wasExact ? 1 : std::size_t(-1);
    }
}

/// True: the tile moves.
bool ExactPixelMap::noteLossyPixels(Tile &tile, std::uint32_t tileArea, std::uint32_t count, Clock::time_point now)
{
    if (now - tile.countsFrom > motionWindow) {
        tile.countsFrom = now;
        tile.lossyPixelCount = 0;
    }
    tile.lossyPixelCount += count;
    if (tile.lossyPixelCount > maxPaintsAtRest * tileArea) {
        tile.movesUntil = now + motionWindow;
    }
    return tile.movesUntil && now < *tile.movesUntil;
}

bool ExactPixelMap::isMoving(std::uint32_t column, std::uint32_t row, Clock::time_point now) const
{
    const auto &until = tile(column, row).movesUntil;
    return until && now < *until;
}

std::uint64_t ExactPixelMap::markPainted(const RfbWire::Rect &rect, bool exact, Clock::time_point now)
{
    std::uint64_t movingPixels = 0;
    if (rect.width == 0 || rect.height == 0) {
        return movingPixels;
    }
    for (std::uint32_t row = rect.y / side; row < tileCount(rect.y + rect.height); ++row) {
        const TileSpan y = spanInTile(row, rect.y, rect.height);
        for (std::uint32_t column = rect.x / side; column < tileCount(rect.x + rect.width); ++column) {
            Tile &here = tile(column, row);
            if (exact && here.isExact) {
                continue;
            }
            const TileSpan x = spanInTile(column, rect.x, rect.width);
            const Word painted = bitMask(x.firstPixel, x.pixelAfterLast);
            for (std::uint32_t i = y.firstPixel; i < y.pixelAfterLast; ++i) {
                here.inexactBits[i] = exact ? here.inexactBits[i] & ~painted : here.inexactBits[i] | painted;
            }
            if (!exact) {
                const std::uint32_t pixels = (x.pixelAfterLast - x.firstPixel) * (y.pixelAfterLast - y.firstPixel);
                const std::uint32_t tileArea = std::min(side, m_width - column * side) * std::min(side, m_height - row * side);
                movingPixels += noteLossyPixels(here, tileArea, pixels, now) ? pixels : 0;
                here.lastLossyAt = now;
                here.lastLargeLossyAt = std::uint64_t{rect.width} * rect.height >= minVideoRectPixels ? now : here.lastLargeLossyAt;
            }
            updateTileExactness(here);
        }
    }
    return movingPixels;
}

ExactPixelMap::Word ExactPixelMap::readInexactBits(std::uint32_t x, std::uint32_t y, std::uint32_t count) const
{
    const std::uint32_t shift = x % side;
    Word word = tile(x / side, y / side).inexactBits[y % side] >> shift;
    if (shift + count > side) {
        word |= tile(x / side + 1, y / side).inexactBits[y % side] << (side - shift);
    }
    return word & bitMask(0, count);
}

void ExactPixelMap::noteCopiedRect(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to, Clock::time_point now)
{
    if (m_inexactTileCount == 0 || to.width == 0 || to.height == 0) {
        return;
    }
    // All bits are read before any is written: source and target may overlap.
    m_copyBuffer.clear();
    const auto eachWord = [&](auto &&visit) {
        for (std::uint32_t y = 0; y < to.height; ++y) {
            for (std::uint32_t column = to.x / side; column < tileCount(to.x + to.width); ++column) {
                visit(column, y, spanInTile(column, to.x, to.width));
            }
        }
    };
    eachWord([&](std::uint32_t column, std::uint32_t y, const TileSpan &x) {
        m_copyBuffer.push_back(readInexactBits(fromX + column * side + x.firstPixel - to.x, fromY + y, x.pixelAfterLast - x.firstPixel));
    });
    auto taken = m_copyBuffer.cbegin();
    eachWord([&](std::uint32_t column, std::uint32_t y, const TileSpan &x) {
        Tile &here = tile(column, (to.y + y) / side);
        Word &word = here.inexactBits[(to.y + y) % side];
        word = (word & ~bitMask(x.firstPixel, x.pixelAfterLast)) | *taken << x.firstPixel;
        if (*taken++ != 0) {
            here.lastLossyAt = now;
        }
    });
    for (std::uint32_t row = to.y / side; row < tileCount(to.y + to.height); ++row) {
        for (std::uint32_t column = to.x / side; column < tileCount(to.x + to.width); ++column) {
            updateTileExactness(tile(column, row));
        }
    }
}

bool ExactPixelMap::isExact() const
{
    return m_inexactTileCount == 0;
}

bool ExactPixelMap::isExact(const RfbWire::Rect &rect) const
{
    for (std::uint32_t row = rect.y / side; row < std::min(tileCount(rect.y + rect.height), m_tileRows); ++row) {
        const TileSpan y = spanInTile(row, rect.y, rect.height);
        for (std::uint32_t column = rect.x / side; column < std::min(tileCount(rect.x + rect.width), m_tileColumns); ++column) {
            const TileSpan x = spanInTile(column, rect.x, rect.width);
            const Tile &here = tile(column, row);
            for (std::uint32_t i = y.firstPixel; !here.isExact && i < y.pixelAfterLast; ++i) {
                if (here.inexactBits[i] & bitMask(x.firstPixel, x.pixelAfterLast)) {
                    return false;
                }
            }
        }
    }
    return true;
}

std::size_t ExactPixelMap::inexactTileCount() const
{
    return m_inexactTileCount;
}

std::uint32_t ExactPixelMap::columns() const
{
    return m_tileColumns;
}

std::uint32_t ExactPixelMap::rows() const
{
    return m_tileRows;
}

bool ExactPixelMap::isExact(std::uint32_t column, std::uint32_t row) const
{
    return tile(column, row).isExact;
}

std::optional<ExactPixelMap::Clock::time_point> ExactPixelMap::lastLossyAt(std::uint32_t column, std::uint32_t row) const
{
    return tile(column, row).lastLossyAt;
}

std::optional<ExactPixelMap::Clock::time_point> ExactPixelMap::lastLargeLossyAt(std::uint32_t column, std::uint32_t row) const
{
    return tile(column, row).lastLargeLossyAt;
}

RfbWire::Rect ExactPixelMap::inexactBounds(std::uint32_t column, std::uint32_t row, std::uint32_t columns, std::uint32_t rows) const
{
    std::uint32_t left = m_width;
    std::uint32_t top = m_height;
    std::uint32_t right = 0;
    std::uint32_t bottom = 0;
    for (std::uint32_t r = row; r < row + rows; ++r) {
        for (std::uint32_t c = column; c < column + columns; ++c) {
            const Tile &here = tile(c, r);
            for (std::uint32_t i = 0; !here.isExact && i < side; ++i) {
                if (const Word word = here.inexactBits[i]) {
                    left = std::min(left, c * side + static_cast<std::uint32_t>(std::countr_zero(word)));
                    right = std::max(right, (c + 1) * side - static_cast<std::uint32_t>(std::countl_zero(word)));
                    top = std::min(top, r * side + i);
                    bottom = std::max(bottom, r * side + i + 1);
                }
            }
        }
    }
    return right == 0 ? RfbWire::Rect{} : RfbWire::Rect{left, top, right - left, bottom - top};
}

std::optional<bool> ExactStateReporter::takeReport(bool exact, bool isShown, Clock::time_point now)
{
    m_reportDueAt.reset();
    if (exact == m_lastReportedExact || (exact && !isShown)) {
        return std::nullopt;
    }
    if (exact && m_lastReportAt && now < *m_lastReportAt + reportPause) {
        m_reportDueAt = *m_lastReportAt + reportPause;
        return std::nullopt;
    }
    m_lastReportedExact = exact;
    m_lastReportAt = now;
    return exact;
}

std::optional<ExactStateReporter::Clock::time_point> ExactStateReporter::nextReportDueAt() const
{
    return m_reportDueAt;
}
}
