// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/placement.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto settling = 300ms; ///< a window manager's answer on a busy machine; what was under way before it, too
constexpr auto watched = 3s; ///< programs that place themselves do so at their start

QRect framed(const QRect &rect, const FrameExtents &frame)
{
    return rect.adjusted(-frame.left, -frame.top, frame.right, frame.bottom);
}

QRect unframed(const QRect &rect, const FrameExtents &frame)
{
    return rect.adjusted(frame.left, frame.top, -frame.right, -frame.bottom);
}

/// Pushed inside; where it is too large its top left corner, with the title bar, stays in sight.
QRect inside(QRect outer, const QRect &area)
{
    outer.moveLeft(std::max(area.left(), std::min(outer.left(), area.right() + 1 - outer.width())));
    outer.moveTop(std::max(area.top(), std::min(outer.top(), area.bottom() + 1 - outer.height())));
    return outer;
}

QRect centred(QRect outer, const QRect &on)
{
    outer.moveTopLeft(on.topLeft() + QPoint((on.width() - outer.width()) / 2, (on.height() - outer.height()) / 2));
    return outer;
}
}

QSize Placement::mainSize(const WindowGeometry &geometry, const QRect &area, const QSize &own, const FrameExtents &frame)
{
    const QSize wanted = geometry.size ? QSize(geometry.size->width, geometry.size->height) : own;
    const QSize room(area.width() - frame.left - frame.right, area.height() - frame.top - frame.bottom);
    return wanted.boundedTo(room).expandedTo(QSize(1, 1));
}

QRect Placement::mainRect(const WindowGeometry &geometry, const QRect &area, const QSize &size, const FrameExtents &frame)
{
    QRect outer = framed(QRect(QPoint(), size), frame);
    if (geometry.offset) {
        // -5-5: the frame's far edges are 5 pixels inside the area's.
        const auto [x, y, fromRight, fromBottom] = *geometry.offset;
        outer.moveLeft(fromRight ? area.right() + 1 - std::abs(x) - outer.width() : area.left() + x);
        outer.moveTop(fromBottom ? area.bottom() + 1 - std::abs(y) - outer.height() : area.top() + y);
    } else {
        outer = centred(outer, area);
    }
    return unframed(inside(outer, area), frame);
}

QRect Placement::returnRect(const QRect &stood, const QRect &area, const QRect &everything, const FrameExtents &frame)
{
    const QRect &within = area.contains(stood.center()) || !everything.contains(stood.center()) ? area : everything;
    const QRect rect(stood.topLeft(), mainSize({}, within, stood.size(), frame));
    return otherRect(rect, within, {}, frame).value_or(rect);
}

std::optional<QRect> Placement::otherRect(const QRect &rect, const QRect &area, const std::optional<QRect> &parent, const FrameExtents &frame)
{
    QRect outer = framed(rect, frame);
    if (area.contains(outer)) {
        return {};
    }
    if (!area.contains(outer.center())) {
        outer = centred(outer, parent && area.contains(parent->center()) ? *parent : area);
    }
    const QRect result = unframed(inside(outer, area), frame);
    return result == rect ? std::nullopt : std::optional(result);
}

void PlacementKeeper::asked(const QRect &wanted, Clock::time_point now)
{
    m_wanted = wanted.topLeft();
    m_askedAt = now;
    m_waiting = true;
    m_watching = true;
}

bool PlacementKeeper::mustAskAgain(const QRect &rect, Clock::time_point now)
{
    if (rect.topLeft() == m_wanted) {
        m_waiting = false;
        return false;
    }
    if (!m_watching || (m_waiting && now - m_askedAt < settling)) {
        return false;
    }
    m_waiting = false;
    m_watching = false;
    return now - m_askedAt < watched;
}

std::optional<PlacementKeeper::Clock::time_point> PlacementKeeper::lookAgainAt() const
{
    return m_waiting ? std::optional(m_askedAt + settling) : std::nullopt;
}
}
