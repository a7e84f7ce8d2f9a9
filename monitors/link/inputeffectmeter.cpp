// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/inputeffectmeter.h"

#include "monitors/link/inputresponsemeter.h"

#include <algorithm>

namespace Nightdesk
{
void InputEffectMeter::noteInput(Time at, std::optional<QPoint> pointer)
{
    constexpr QPoint nearDistance(InputResponseMeter::nearDistance, InputResponseMeter::nearDistance);
    if (m_pendingInputs.size() == maxPendingInputs) {
        m_pendingInputs.pop_front();
    }
    PendingInput pending;
    pending.pressedAt = at;
    if (pointer) {
        pending.nearbyArea = QRect(*pointer - nearDistance, *pointer + nearDistance);
    }
    m_pendingInputs.push_back(pending);
}

InputEffectMeter::PendingInput *InputEffectMeter::findCausingInput(Time at, std::chrono::microseconds minResponseTime)
{
    const auto found = std::find_if(m_pendingInputs.rbegin(), m_pendingInputs.rend(), [&](const PendingInput &pending) {
        return at - pending.pressedAt >= minResponseTime;
    });
    if (found == m_pendingInputs.rend()) {
        return nullptr;
    }
    for (auto before = found + 1; before != m_pendingInputs.rend(); ++before) {
        before->isFinished = true;
    }
    if (found->isFinished) {
        return nullptr;
    }
    if (at - found->pressedAt >= maxEffectDuration + minResponseTime) {
        const bool isQuiet = found->lastChangeAt && at - *found->lastChangeAt >= quietTime;
        found->lastChangeAt = isQuiet ? found->lastChangeAt : std::nullopt;
        found->isFinished = true;
    } else if (found->lastChangeAt && at - *found->lastChangeAt >= quietTime) {
        found->isFinished = true;
    }
    return found->isFinished ? nullptr : &*found;
}

void InputEffectMeter::noteImageChange(Time at, const QList<QRect> &rects, std::chrono::microseconds minResponseTime)
{
    quint64 pixels = 0;
    for (const QRect &rect : rects) {
        pixels += static_cast<quint64>(rect.width()) * static_cast<quint64>(rect.height());
    }
    m_pixelsSinceReport += pixels;
    PendingInput *pending = findCausingInput(at, minResponseTime);
    if (!pending) {
        return;
    }
    pending->changedPixels += pixels;
    pending->pixelsSinceReport += pixels;
    if (std::ranges::any_of(rects, [pending](const QRect &rect) {
            return rect.intersects(pending->nearbyArea);
        })) {
        pending->lastChangeAt = at;
    }
}

QList<InputEffectMeter::Effect> InputEffectMeter::takeFinishedEffects(Time at, Bytes received, std::chrono::microseconds minResponseTime)
{
    if (received.count == 0 && m_pixelsSinceReport > 0) {
        return {}; // a later report will count the bytes of the pixels that changed since the last report
    }
    findCausingInput(at, minResponseTime);
    QList<Effect> effects;
    for (PendingInput &pending : m_pendingInputs) {
        if (m_pixelsSinceReport > 0) {
            pending.receivedBytes +=
                static_cast<double>(received.count) * static_cast<double>(pending.pixelsSinceReport) / static_cast<double>(m_pixelsSinceReport);
        }
        pending.pixelsSinceReport = 0;
        if (pending.isFinished) {
            const auto timeUntilQuiet = pending.lastChangeAt
                ? std::optional(std::chrono::duration_cast<std::chrono::microseconds>(*pending.lastChangeAt - pending.pressedAt))
                : std::nullopt;
            effects.append({timeUntilQuiet, pending.changedPixels, {static_cast<std::int64_t>(pending.receivedBytes + 0.5)}});
        }
    }
    m_pixelsSinceReport = 0;
    std::erase_if(m_pendingInputs, [](const PendingInput &pending) {
        return pending.isFinished;
    });
    return effects;
}

void InputEffectMeter::discardPendingInputs()
{
    m_pendingInputs.clear();
    m_pixelsSinceReport = 0;
}
}
