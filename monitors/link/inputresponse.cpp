// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputresponse.h"

#include <algorithm>

namespace Nightdesk
{
void InputResponse::pressed(Time at, std::optional<QPoint> pointer)
{
    while (!m_pending.empty() && at - m_pending.front().at > patience) {
        m_pending.pop_front();
    }
    if (pointer && m_pending.size() < mostPending) {
        m_pending.push_back({at, QRect(*pointer - QPoint(reach, reach), *pointer + QPoint(reach, reach))});
    }
}

QList<std::chrono::microseconds> InputResponse::changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest)
{
    QList<std::chrono::microseconds> answered;
    std::erase_if(m_pending, [&](const Pending &pending) {
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(at - pending.at);
        if (took > patience) {
            return true;
        }
        const bool isAnswered = took >= soonest && std::ranges::any_of(rects, [&pending](const QRect &rect) {
                                    return rect.intersects(pending.near);
                                });
        if (isAnswered) {
            answered.append(took);
        }
        return isAnswered;
    });
    return answered;
}

bool InputResponse::isPending() const
{
    return !m_pending.empty();
}

void InputResponse::forget()
{
    m_pending.clear();
}
}
