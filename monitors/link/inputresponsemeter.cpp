// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputresponsemeter.h"

#include <algorithm>

namespace Nightdesk
{
void InputResponseMeter::noteInput(Time at, std::optional<QPoint> pointer)
{
    while (!m_pendingInputs.empty() && at - m_pendingInputs.front().at > maxResponseTime) {
        m_pendingInputs.pop_front();
    }
    if (pointer && m_pendingInputs.size() < maxPendingInputs) {
        m_pendingInputs.push_back({at, QRect(*pointer - QPoint(nearDistance, nearDistance), *pointer + QPoint(nearDistance, nearDistance))});
    }
}

QList<std::chrono::microseconds> InputResponseMeter::noteImageChange(Time at, const QList<QRect> &rects, std::chrono::microseconds minResponseTime)
{
    QList<std::chrono::microseconds> answered;
    std::erase_if(m_pendingInputs, [&](const PendingInput &pending) {
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(at - pending.at);
        if (took > maxResponseTime) {
            return true;
        }
        const bool isAnswered = took >= minResponseTime && std::ranges::any_of(rects, [&pending](const QRect &rect) {
                                    return rect.intersects(pending.nearbyArea);
                                });
        if (isAnswered) {
            answered.append(took);
        }
        return isAnswered;
    });
    return answered;
}

bool InputResponseMeter::hasPendingInput() const
{
    return !m_pendingInputs.empty();
}

void InputResponseMeter::discardPendingInputs()
{
    m_pendingInputs.clear();
}
}
