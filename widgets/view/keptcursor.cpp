// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/keptcursor.h"

#include "widgets/view/desktopcursor.h"

namespace Nightdesk
{
QCursor KeptCursor::cursor(const QImage &image, const QPoint &hotSpot, qreal scale, qreal devicePixelRatio)
{
    const Look dot{{}, {}, 1, devicePixelRatio};
    const Look look = hasCursorToSee(image) ? Look{image, hotSpot, scale, devicePixelRatio} : dot;
    if (!m_cursor || look != m_look) {
        m_look = look;
        m_cursor = desktopCursor(look.image, look.hotSpot, look.scale, look.devicePixelRatio);
    }
    return *m_cursor;
}
}
