// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowpositiontracker.h"

#include <utility>

namespace Nightdesk
{
QRect WindowPositionTracker::monitorRect() const
{
    return m_monitorRect;
}

bool WindowPositionTracker::setMonitorRect(const QRect &monitorRect)
{
    return std::exchange(m_monitorRect, monitorRect) != monitorRect;
}

std::optional<QRect> WindowPositionTracker::windowRect() const
{
    return m_windowRect;
}

bool WindowPositionTracker::setWindowRect(const std::optional<QRect> &windowRect)
{
    if (std::exchange(m_windowRect, windowRect) == windowRect) {
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

void WindowPositionTracker::clearReturnPosition()
{
    m_returnPosition.reset();
}

std::optional<QRect> WindowPositionTracker::rectForNextWindow() const
{
    if (!m_returnPosition) {
        return {};
    }
    return m_returnPosition->windowRect.translated(m_monitorRect.topLeft() - m_returnPosition->monitorRect.topLeft());
}
}
