// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/refiner.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
// Lossy pixels that come later than this after a request has ended, or after its retry was due, are not its late answer. They are a new image, for
// which the attempts are counted from zero.
constexpr std::chrono::seconds lateness{1};
constexpr std::uint32_t tileSide = ExactPixelMap::tileSide;

std::uint64_t distanceToTile(std::uint32_t position, std::uint32_t tileBegin)
{
    return position < tileBegin ? tileBegin - position : position >= tileBegin + tileSide ? position - (tileBegin + tileSide - 1) : 0;
}

bool spansOverlap(std::uint32_t a, std::uint32_t length, std::uint32_t b, std::uint32_t otherLength)
{
    return a < b + otherLength && b < a + length;
}
}

void Refiner::handleResize(const ExactPixelMap &map)
{
    m_tiles.assign(std::size_t{map.columns()} * map.rows(), {});
    m_requestDueAt.reset();
    m_consecutiveRefusalCount = 0;
    m_unansweredRequestCount = 0;
    m_requestsPausedUntil = {};
}

void Refiner::setRoundTrip(Clock::duration roundTrip)
{
    m_unchangedTime = std::clamp<Clock::duration>(roundTrip, minUnchangedTime, maxUnchangedTime);
}

void Refiner::noteLossyPaint(Clock::time_point now)
{
    const auto due = now + m_unchangedTime;
    m_requestDueAt = m_requestDueAt ? std::min(*m_requestDueAt, due) : due;
}

std::optional<Refiner::Clock::time_point> Refiner::dueAt(const ExactPixelMap &map, std::uint32_t column, std::uint32_t row) const
{
    const Tile &tile = m_tiles[std::size_t{row} * map.columns() + column];
    const auto lastLossyAt = map.lastLossyAt(column, row);
    if (map.isExact(column, row) || !lastLossyAt || (tile.failedAttemptCount >= maxAttempts && *lastLossyAt <= tile.requestEndedAt + lateness)) {
        return std::nullopt;
    }
    return std::max(*lastLossyAt + m_unchangedTime, tile.earliestRetry);
}

std::optional<RfbWire::Rect> Refiner::chooseRect(const ExactPixelMap &map, const UserFocus &userFocus, std::uint64_t mostPixels, Clock::time_point now)
{
    if (!m_requestDueAt || now < std::max(*m_requestDueAt, m_requestsPausedUntil)) {
        return std::nullopt;
    }
    m_requestDueAt.reset();
    struct FoundTile {
        bool isInSight;
        std::uint64_t distance;
        std::uint32_t column;
        std::uint32_t row;
    };
    std::optional<FoundTile> best;
    const RfbWire::Rect &visible = userFocus.visibleRect;
    const bool allInSight = visible.width == 0;
    for (std::uint32_t row = 0; row < map.rows(); ++row) {
        for (std::uint32_t column = 0; column < map.columns(); ++column) {
            const auto due = dueAt(map, column, row);
            if (!due) {
                continue;
            }
            m_requestDueAt = m_requestDueAt ? std::min(*m_requestDueAt, *due) : *due;
            if (now < *due) {
                continue;
            }
            const std::uint32_t x = column * tileSide;
            const std::uint32_t y = row * tileSide;
            const bool isInSight = allInSight || (spansOverlap(x, tileSide, visible.x, visible.width) && spansOverlap(y, tileSide, visible.y, visible.height));
            const FoundTile found{isInSight, distanceToTile(userFocus.pointerX, x) + distanceToTile(userFocus.pointerY, y), column, row};
            if (!best || (found.isInSight && !best->isInSight) || (found.isInSight == best->isInSight && found.distance < best->distance)) {
                best = found;
            }
        }
    }
    return best ? std::optional(growRect(map, best->column, best->row, mostPixels, now)) : std::nullopt;
}

RfbWire::Rect Refiner::growRect(const ExactPixelMap &map, std::uint32_t column, std::uint32_t row, std::uint64_t mostPixels, Clock::time_point now) const
{
    std::uint32_t left = column;
    std::uint32_t top = row;
    std::uint32_t right = column + 1;
    std::uint32_t bottom = row + 1;
    // A strip of tiles is added only if at least half of it needs refining and none of it moves. What Xvnc has just sent again need not rest first: its pieces
    // are all over the desktop, and each would end the growth. They are small, also where an image has just come to rest and still counts as moving.
    const auto moves = [&](std::uint32_t x, std::uint32_t y) {
        const auto lastLargeAt = map.lastLargeLossyAt(x, y);
        return map.isMoving(x, y, now) && lastLargeAt && now < *lastLargeAt + m_unchangedTime;
    };
    const auto isWorth = [&](std::uint32_t x0, std::uint32_t y0, std::uint32_t x1, std::uint32_t y1) {
        std::uint32_t wanted = 0;
        for (std::uint32_t y = y0; y < y1; ++y) {
            for (std::uint32_t x = x0; x < x1; ++x) {
                const auto due = dueAt(map, x, y);
                const bool waitsForRetry = now < m_tiles[std::size_t{y} * map.columns() + x].earliestRetry;
                if (due && (waitsForRetry || (now < *due && moves(x, y)))) {
                    return false;
                }
                wanted += due ? 1 : 0;
            }
        }
        return 2 * wanted >= (x1 - x0) * (y1 - y0);
    };
    const auto fits = [&](std::uint32_t columns, std::uint32_t rows) {
        return std::uint64_t{columns} * rows * tileSide * tileSide <= mostPixels;
    };
    for (bool grown = true; grown;) {
        grown = false;
        const std::uint32_t width = right - left;
        const std::uint32_t height = bottom - top;
        if (right < map.columns() && fits(width + 1, height) && isWorth(right, top, right + 1, bottom)) {
            ++right;
            grown = true;
        }
        if (left > 0 && fits(right - left + 1, height) && isWorth(left - 1, top, left, bottom)) {
            --left;
            grown = true;
        }
        if (bottom < map.rows() && fits(right - left, height + 1) && isWorth(left, bottom, right, bottom + 1)) {
            ++bottom;
            grown = true;
        }
        if (top > 0 && fits(right - left, bottom - top + 1) && isWorth(left, top - 1, right, top)) {
            --top;
            grown = true;
        }
    }
    return map.inexactBounds(left, top, right - left, bottom - top);
}

void Refiner::noteRequestEnded(const ExactPixelMap &map, const RfbWire::Rect &rect, RequestFailure failure, Clock::time_point now)
{
    const std::uint32_t columns = map.columns();
    bool helped = false;
    for (std::uint32_t row = rect.y / tileSide; row < std::min(map.rows(), (rect.y + rect.height + tileSide - 1) / tileSide); ++row) {
        for (std::uint32_t column = rect.x / tileSide; column < std::min(columns, (rect.x + rect.width + tileSide - 1) / tileSide); ++column) {
            Tile &tile = m_tiles[std::size_t{row} * columns + column];
            if (map.isExact(column, row)) {
                tile = {};
                helped = true;
                continue;
            }
            if (failure == RequestFailure::Unanswered) {
                continue;
            }
            if (tile.failedAttemptCount > 0 && map.lastLossyAt(column, row) > tile.earliestRetry + lateness) {
                tile.failedAttemptCount = 0;
            }
            tile.requestEndedAt = now;
            tile.earliestRetry = now + firstRetryPause * (1 << std::min(tile.failedAttemptCount, maxAttempts));
            ++tile.failedAttemptCount;
        }
    }
    if (helped) {
        m_consecutiveRefusalCount = 0;
        m_unansweredRequestCount = 0;
    } else if (failure == RequestFailure::Unanswered) {
        m_requestsPausedUntil = now + std::min<Clock::duration>(firstRetryPause * (1 << std::min(m_unansweredRequestCount, 8)), maxUnansweredPause);
        ++m_unansweredRequestCount;
    } else if (++m_consecutiveRefusalCount >= maxRefusals) {
        m_requestsPausedUntil =
            now + std::min<Clock::duration>(firstRefusalPause * (1 << std::min(m_consecutiveRefusalCount - maxRefusals, 6)), longestRefusalPause);
    }
    m_requestDueAt = now; // chooseRect() must look for the next tile at once
}

std::optional<Refiner::Clock::time_point> Refiner::nextRequestDueAt() const
{
    return m_requestDueAt ? std::optional(std::max(*m_requestDueAt, m_requestsPausedUntil)) : std::nullopt;
}
}
