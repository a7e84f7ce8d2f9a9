// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/placement.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto settleTime = 300ms; ///< time for a window manager's answer on a busy machine, and for changes that were already on their way
constexpr auto watchTime = 3s; ///< programs that place their own windows do so at their start

QRect withFrame(const QRect &rect, const FrameExtents &frame)
{
    return rect.adjusted(-frame.left, -frame.top, frame.right, frame.bottom);
}

QRect withoutFrame(const QRect &rect, const FrameExtents &frame)
{
    return rect.adjusted(frame.left, frame.top, -frame.right, -frame.bottom);
}

/// Moves @p outer inside the area; if too large, its top left corner, with the title bar, stays visible.
QRect movedInside(QRect outer, const QRect &area)
{
    outer.moveLeft(std::max(area.left(), std::min(outer.left(), area.right() + 1 - outer.width())));
    outer.moveTop(std::max(area.top(), std::min(outer.top(), area.bottom() + 1 - outer.height())));
    return outer;
}

/// For each line, the free area below it down to the next line. Also the unions of those areas that have the same top and bottom.
QList<QRect> freeAreasBelow(const QList<QRect> &lines, const QRect &area)
{
    QList<QRect> parts;
    for (const QRect &line : lines) {
        int bottom = area.bottom();
        for (const QRect &other : lines) {
            if (other.top() > line.bottom() && other.left() <= line.right() && line.left() <= other.right()) {
                bottom = std::min(bottom, other.top() - 1);
            }
        }
        parts.append(QRect(QPoint(line.left(), line.bottom() + 1), QPoint(line.right(), bottom)) & area);
    }
    QList<QRect> all = parts;
    for (const QRect &part : parts) {
        QRect row = part;
        for (const QRect &other : parts) {
            if (other.top() == part.top() && other.bottom() == part.bottom()) {
                row |= other;
            }
        }
        if (!all.contains(row)) {
            all.append(row);
        }
    }
    return all;
}

QRect centeredOn(QRect outer, const QRect &on)
{
    outer.moveTopLeft(on.topLeft() + QPoint((on.width() - outer.width()) / 2, (on.height() - outer.height()) / 2));
    return outer;
}
}

QSize Placement::mainWindowSize(const WindowGeometry &geometry, const QRect &area, const QSize &ownSize, const FrameExtents &frame)
{
    const QSize wanted = geometry.size ? QSize(geometry.size->width, geometry.size->height) : ownSize;
    const QSize room(area.width() - frame.left - frame.right, area.height() - frame.top - frame.bottom);
    return wanted.boundedTo(room).expandedTo(QSize(1, 1));
}

QRect Placement::mainWindowRect(const WindowGeometry &geometry, const QRect &area, const QSize &size, const FrameExtents &frame)
{
    QRect outer = withFrame(QRect(QPoint(), size), frame);
    if (geometry.offset) {
        // An offset of -5-5 places the right and bottom edges of the frame 5 pixels from the right and bottom edges of the area.
        const auto [x, y, isFromRight, isFromBottom] = *geometry.offset;
        outer.moveLeft(isFromRight ? area.right() + 1 - std::abs(x) - outer.width() : area.left() + x);
        outer.moveTop(isFromBottom ? area.bottom() + 1 - std::abs(y) - outer.height() : area.top() + y);
    } else {
        outer = centeredOn(outer, area);
    }
    return withoutFrame(movedInside(outer, area), frame);
}

QRect Placement::rectClearOfTitleLines(const QRect &rect, const QRect &area, const QList<QRect> &lines, const FrameExtents &frame)
{
    const QRect outer = withFrame(rect, frame);
    const bool isFree = std::ranges::none_of(lines, [&outer](const QRect &line) {
        return line.intersects(outer);
    });
    if (isFree) {
        return rect;
    }
    constexpr double least = 0.6; // smallest allowed fraction of the window's width and height
    std::optional<QRect> best;
    double bestCost = 0;
    for (const QRect &part : freeAreasBelow(lines, area)) {
        QRect there(outer.topLeft(), outer.size().boundedTo(part.size()));
        if (there.width() < outer.width() * least || there.height() < outer.height() * least) {
            continue;
        }
        there = movedInside(there, part);
        const double lost = 1.0 - double(there.width()) * there.height() / (double(outer.width()) * outer.height());
        const QPoint moved = there.center() - outer.center();
        // Losing a tenth of the size costs as much as a move across a tenth of the area.
        const double cost = lost + double(moved.manhattanLength()) / (area.width() + area.height());
        if (!best || cost < bestCost) {
            best = there;
            bestCost = cost;
        }
    }
    return best ? withoutFrame(*best, frame) : rect;
}

QRect Placement::rectForReturningWindow(const QRect &earlierRect, const QRect &area, const QRect &allScreensArea, const FrameExtents &frame)
{
    const QRect &within = area.contains(earlierRect.center()) || !allScreensArea.contains(earlierRect.center()) ? area : allScreensArea;
    const QRect rect(earlierRect.topLeft(), mainWindowSize({}, within, earlierRect.size(), frame));
    return otherWindowRect(rect, within, {}, frame).value_or(rect);
}

std::optional<QRect> Placement::otherWindowRect(const QRect &rect, const QRect &area, const std::optional<QRect> &parent, const FrameExtents &frame)
{
    QRect outer = withFrame(rect, frame);
    if (area.contains(outer)) {
        return {};
    }
    if (!area.contains(outer.center())) {
        outer = centeredOn(outer, parent && area.contains(parent->center()) ? *parent : area);
    }
    const QRect result = withoutFrame(movedInside(outer, area), frame);
    return result == rect ? std::nullopt : std::optional(result);
}

void PlacementCorrector::notePositionRequest(const QRect &wanted, Clock::time_point now)
{
    m_requestedCorner = wanted.topLeft();
    m_lastPositionRequestAt = now;
    m_isRequestedMovePending = true;
    m_mayRequestAgain = true;
}

bool PlacementCorrector::isWatching(Clock::time_point now) const
{
    return m_mayRequestAgain && now - m_lastPositionRequestAt < watchTime;
}

bool PlacementCorrector::mustRequestAgain(const QRect &rect, Clock::time_point now)
{
    if (rect.topLeft() == m_requestedCorner) {
        m_isRequestedMovePending = false;
        return false;
    }
    if (!m_mayRequestAgain || (m_isRequestedMovePending && now - m_lastPositionRequestAt < settleTime)) {
        return false;
    }
    m_isRequestedMovePending = false;
    m_mayRequestAgain = false;
    return now - m_lastPositionRequestAt < watchTime;
}

std::optional<QPoint> PlacementCorrector::awaitedCorner() const
{
    return m_isRequestedMovePending ? std::optional(m_requestedCorner) : std::nullopt;
}

std::optional<PlacementCorrector::Clock::time_point> PlacementCorrector::checkAgainAt() const
{
    return m_isRequestedMovePending ? std::optional(m_lastPositionRequestAt + settleTime) : std::nullopt;
}
}
