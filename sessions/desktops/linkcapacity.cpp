// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/linkcapacity.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// How long the queue must be full before the received rate counts as the capacity of the path. A large update may stay
// in the queue for long although the path is not full. The rate of the last half second is the capacity only if the
// path was full all that time: when two measurements were enough, a new stream was limited to a twentieth of it.
// The minimum is a time, because with a queue of a second the measurements are also a second apart.
constexpr auto fullTimeToBelieve = 800ms;
constexpr int looksToBelieve = 2;
// Below the rate of any usable line: a round trip that is longer at this rate is not caused by queued images.
constexpr std::int64_t leastRate = 16 * 1024;
constexpr double headroom = 0.95; // share of the measured capacity that desktops may use; with the rest unused, no queue builds up
// Share of the measured capacity that desktops may use while the queue drains: from the first value for a short queue down to the second for a long
// one.
constexpr double draining = 0.80;
constexpr double drainingLeast = 0.50;
constexpr double neededPart = 0.7; // if the received rate is below this share of the limit, the limit is not needed
constexpr auto unneeded = 5s;
constexpr auto quietBeforeProbe = 1s;
constexpr double firstStep = 0.05; // a limit is raised by 5 % per second at first, later faster
constexpr double mostStep = 0.5;
constexpr double obeyed = 1.3; // desktops count as obeying the limit if the measured rate is at most this many times as high
constexpr auto ourQueueGoesWithin = 4s;
}

std::chrono::microseconds LinkCapacity::fullQueueThreshold(std::chrono::microseconds minimumRoundTrip)
{
    // A queue this long is not caused by jitter, which is larger on a long path than on a short one. It is shorter than the queue that images cause:
    // two frames of a moving image at 4 Mbit/s take 80 ms.
    return std::max<std::chrono::microseconds>(20ms, minimumRoundTrip / 5);
}

void LinkCapacity::addMeasurement(Instant now, std::chrono::microseconds minimumRoundTrip, std::chrono::microseconds queueingTime, std::int64_t receivedRate)
{
    const auto full = fullQueueThreshold(minimumRoundTrip);
    const bool isFull = queueingTime >= full && receivedRate >= leastRate;
    if (isFull && m_fullQueueMeasurementCount == 0) {
        m_firstFullQueueMeasurementAt = now - queueingTime; // the ping waited in the queue, which was therefore full before now
    }
    m_fullQueueMeasurementCount = isFull ? m_fullQueueMeasurementCount + 1 : 0;
    if (!isFull || queueingTime < m_minQueueSinceFull * 9 / 10) {
        m_queueFullSince = now; // starts again, because the queue is not full, or is getting shorter
        m_minQueueSinceFull = queueingTime;
    }
    m_drainingCapacityShare = std::clamp(1 - std::chrono::duration<double>(queueingTime).count(), drainingLeast, draining);
    if (queueingTime >= full / 2) {
        m_queueEmptySince = now;
    }
    if (!m_estimatedCapacity) {
        if (m_fullQueueMeasurementCount >= looksToBelieve && now - m_firstFullQueueMeasurementAt >= fullTimeToBelieve) {
            m_estimatedCapacity = receivedRate;
            m_isQueueDraining = true;
            m_limitLastNeededAt = now;
            m_capacityRaiseStep = firstStep;
        }
    } else {
        updateCapacity(now, isFull, queueingTime < full / 2, receivedRate);
    }
    m_lastMeasurementAt = now;
}

void LinkCapacity::updateCapacity(Instant now, bool isQueueFull, bool isQueueEmpty, std::int64_t receivedRate)
{
    if (static_cast<double>(receivedRate) >= neededPart * static_cast<double>(*totalDesktopRateLimit())) {
        m_limitLastNeededAt = now;
    }
    if (isQueueFull) {
        // While the queue is not empty, the received rate is the capacity; averaged, so that one unusually low or high measurement has little effect.
        m_estimatedCapacity = receivedRate > *m_estimatedCapacity ? (*m_estimatedCapacity + receivedRate) / 2 : (*m_estimatedCapacity * 3 + receivedRate) / 4;
        m_capacityRaiseStep = firstStep;
        m_isQueueDraining = true;
        if (static_cast<double>(receivedRate) > obeyed * static_cast<double>(*totalDesktopRateLimit())) {
            m_queueFullSince = now;
        } else if (now - m_queueFullSince > ourQueueGoesWithin) {
            m_isQueueOfOtherTraffic = true;
            m_queueFullSince = now;
        }
        return;
    }
    m_isQueueDraining = m_isQueueDraining && !isQueueEmpty;
    if (now - m_limitLastNeededAt > unneeded) {
        m_estimatedCapacity.reset();
        m_fullQueueMeasurementCount = 0;
        return;
    }
    if (now - m_queueEmptySince > quietBeforeProbe && m_limitLastNeededAt == now) {
        const double seconds = std::chrono::duration<double>(std::min<Instant::duration>(now - m_lastMeasurementAt, 1s)).count();
        m_estimatedCapacity = static_cast<std::int64_t>(static_cast<double>(*m_estimatedCapacity) * (1 + m_capacityRaiseStep * seconds));
        m_capacityRaiseStep = std::min(mostStep, m_capacityRaiseStep * (1 + seconds));
    }
}

std::optional<std::int64_t> LinkCapacity::totalDesktopRateLimit() const
{
    if (!m_estimatedCapacity) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(static_cast<double>(*m_estimatedCapacity) * (m_isQueueDraining ? m_drainingCapacityShare : headroom));
}

bool LinkCapacity::isRateLimited() const
{
    return m_estimatedCapacity.has_value();
}

bool LinkCapacity::takeQueueOfOtherTrafficFlag()
{
    return std::exchange(m_isQueueOfOtherTraffic, false);
}
}
