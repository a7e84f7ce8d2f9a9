// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputresponse.h"

#include <algorithm>

namespace Nightdesk
{
void InputResponse::pressed(Time at, std::optional<QPoint> pointer)
{
    if (m_pending && at - m_pending->at <= patience) {
        return;
    }
    m_pending.reset();
    if (pointer) {
        m_pending = Pending{at, QRect(*pointer - QPoint(reach, reach), *pointer + QPoint(reach, reach))};
    }
}

std::optional<std::chrono::microseconds> InputResponse::changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest)
{
    if (!m_pending || at - m_pending->at < soonest) {
        return {};
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(at - m_pending->at);
    if (took > patience) {
        m_pending.reset();
        return {};
    }
    if (std::ranges::none_of(rects, [this](const QRect &rect) {
            return rect.intersects(m_pending->near);
        })) {
        return {};
    }
    m_pending.reset();
    return took;
}

bool InputResponse::isPending() const
{
    return m_pending.has_value();
}

void InputResponse::forget()
{
    m_pending.reset();
}
}
