// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/lastwindowposition.h"

#include <utility>

namespace Nightdesk
{
QRect LastWindowPosition::area() const
{
    return m_area;
}

bool LastWindowPosition::setArea(const QRect &area)
{
    return std::exchange(m_area, area) != area;
}

std::optional<QRect> LastWindowPosition::rect() const
{
    return m_rect;
}

bool LastWindowPosition::setRect(const std::optional<QRect> &rect)
{
    if (std::exchange(m_rect, rect) == rect) {
        return false;
    }
    if (m_rect) {
        m_last = Position{*m_rect, m_area};
    }
    return true;
}

void LastWindowPosition::comeBack()
{
    m_returnsTo = m_last;
}

void LastWindowPosition::appeared()
{
    m_returnsTo.reset();
}

std::optional<QRect> LastWindowPosition::wanted() const
{
    return m_returnsTo ? std::optional(m_returnsTo->rect.translated(m_area.topLeft() - m_returnsTo->area.topLeft())) : std::nullopt;
}
}
