// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/updatemeter.h"

#include "sessions/rfbworker/protocol/durationseconds.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
// Smaller updates come in one packet, at the speed of the last hop, and do not show the rate of the path.
constexpr std::uint64_t large = 16 * 1024;
// Limits the memory; as many updates as a screen can show in a second.
constexpr std::size_t most = 256;
}

void UpdateMeter::handleUpdateBegin(Clock::time_point now, std::uint64_t bytesAtHand)
{
    m_updateBeganAt = now;
    m_bytesAtHand = bytesAtHand;
}

void UpdateMeter::handleUpdateEnd(Clock::time_point now, std::uint64_t bytes, std::uint64_t movingPixels, Clock::time_point lastWaitEndedAt)
{
    const Clock::time_point beganAt = m_updateBeganAt.value_or(now);
    const Clock::duration waitedTime = std::max(lastWaitEndedAt, beganAt) - beganAt;
    m_recentUpdates.push_back({beganAt, now, bytes, movingPixels, bytes - std::min(bytes, m_bytesAtHand), waitedTime});
    m_updateBeganAt.reset();
    while (m_recentUpdates.size() > most || m_recentUpdates.front().endedAt < now - measuringWindow) {
        m_recentUpdates.pop_front();
    }
}

UpdateMeter::Measurements UpdateMeter::measurements(Clock::time_point now) const
{
    const Clock::time_point from = now - measuringWindow;
    Measurements measurements;
    double largeBytes = 0;
    Clock::duration largeTime{};
    int largeOnes = 0;
    double bytesAfterBegin = 0;
    Clock::duration waitedTime{};
    Clock::duration busy{};
    for (const Update &update : m_recentUpdates) {
        if (update.endedAt < from) {
            continue;
        }
        // Of an update that began before the window, only the part within it counts.
        const Clock::duration whole = update.endedAt - update.beganAt;
        const Clock::duration part = update.endedAt - std::max(update.beganAt, from);
        const double share = whole.count() > 0 ? toSeconds(part) / toSeconds(whole) : 1;
        measurements.bytesPerSecond += static_cast<double>(update.bytes) * share;
        measurements.movingPixelsPerSecond += static_cast<double>(update.movingPixels) * share;
        measurements.updatesPerSecond += 1;
        busy += part;
        if (update.bytes >= large) {
            largeBytes += static_cast<double>(update.bytes);
            largeTime += whole;
            ++largeOnes;
            bytesAfterBegin += static_cast<double>(update.bytesAfterBegin);
            waitedTime += update.waitedTime;
        }
    }
    if (m_updateBeganAt) {
        busy += now - std::max(*m_updateBeganAt, from);
    }
    const double length = toSeconds(measuringWindow);
    measurements.bytesPerSecond /= length;
    measurements.updatesPerSecond /= length;
    measurements.movingPixelsPerSecond /= length;
    measurements.receivingTimeFraction = std::min(1.0, toSeconds(busy) / length);
    if (largeTime.count() > 0) {
        measurements.burstBytesPerSecond = largeBytes / toSeconds(largeTime);
        measurements.transferTime = std::chrono::duration<double>(largeTime) / largeOnes;
    }
    if (bytesAfterBegin > 0) {
        measurements.timeOnPath = std::chrono::duration<double>(waitedTime) / bytesAfterBegin * (largeBytes / largeOnes);
    }
    return measurements;
}

void UpdateMeter::clear()
{
    m_recentUpdates.clear();
    m_updateBeganAt.reset();
}
}
