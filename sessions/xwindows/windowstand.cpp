// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowstand.h"

#include <utility>

namespace Nightdesk
{
QRect WindowStand::area() const
{
    return m_area;
}

bool WindowStand::setArea(const QRect &area)
{
    return std::exchange(m_area, area) != area;
}

std::optional<QRect> WindowStand::rect() const
{
    return m_rect;
}

bool WindowStand::setRect(const std::optional<QRect> &rect)
{
    if (std::exchange(m_rect, rect) == rect) {
        return false;
    }
    if (m_rect) {
        m_last = Stand{*m_rect, m_area};
    }
    return true;
}

void WindowStand::comeBack()
{
    m_returnsTo = m_last;
}

void WindowStand::appeared()
{
    m_returnsTo.reset();
}

std::optional<QRect> WindowStand::wanted() const
{
    return m_returnsTo ? std::optional(m_returnsTo->rect.translated(m_area.topLeft() - m_returnsTo->area.topLeft())) : std::nullopt;
}
}
