// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowpositiontracker.h"

#include <utility>

namespace Nightdesk
{
QRect WindowPositionTracker::area() const
{
    return m_monitorRect;
}

bool WindowPositionTracker::setArea(const QRect &area)
{
    return std::exchange(m_monitorRect, area) != area;
}

std::optional<QRect> WindowPositionTracker::rect() const
{
    return m_windowRect;
}

bool WindowPositionTracker::setRect(const std::optional<QRect> &rect)
{
    if (std::exchange(m_windowRect, rect) == rect) {
        return false;
    }
    if (m_windowRect) {
        m_lastPosition = Position{*m_windowRect, m_monitorRect};
    }
    return true;
}

void WindowPositionTracker::requireReturnToLastPosition()
{
    m_returnPosition = m_lastPosition;
}

void WindowPositionTracker::appeared()
{
    m_returnPosition.reset();
}

std::optional<QRect> WindowPositionTracker::nextWindowRect() const
{
    return m_returnPosition ? std::optional(m_returnPosition->rect.translated(m_monitorRect.topLeft() - m_returnPosition->area.topLeft())) : std::nullopt;
}
}
