// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/lastwindowposition.h"

#include <utility>

namespace Nightdesk
{
QRect LastWindowPosition::area() const
{
    return m_monitorRect;
}

bool LastWindowPosition::setArea(const QRect &area)
{
    return std::exchange(m_monitorRect, area) != area;
}

std::optional<QRect> LastWindowPosition::rect() const
{
    return m_windowRect;
}

bool LastWindowPosition::setRect(const std::optional<QRect> &rect)
{
    if (std::exchange(m_windowRect, rect) == rect) {
        return false;
    }
    if (m_windowRect) {
        m_lastPosition = Position{*m_windowRect, m_monitorRect};
    }
    return true;
}

void LastWindowPosition::returnToLast()
{
    m_returnPosition = m_lastPosition;
}

void LastWindowPosition::appeared()
{
    m_returnPosition.reset();
}

std::optional<QRect> LastWindowPosition::nextRect() const
{
    return m_returnPosition ? std::optional(m_returnPosition->rect.translated(m_monitorRect.topLeft() - m_returnPosition->area.topLeft())) : std::nullopt;
}
}
