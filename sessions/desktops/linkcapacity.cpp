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
constexpr double headroom = 0.95; // highest share of the measured capacity to use; no queue builds up below it
// Highest share of the capacity to use while the queue drains; a longer queue lowers it.
constexpr double draining = 0.80;
constexpr double drainingLeast = 0.50;
constexpr double neededPart = 0.7; // share of the limit; if less is used, the limit has no effect
constexpr auto unneeded = 5s;
constexpr auto quietBeforeProbe = 1s;
constexpr double firstStep = 0.05; // a limit is first raised by this share of itself per second
constexpr double mostStep = 0.5;
constexpr double obeyed = 1.3; // while the queue drains, the measured rate may exceed the limit by this factor
constexpr auto ourQueueGoesWithin = 4s;
}

std::chrono::microseconds LinkCapacity::fullQueueThreshold(std::chrono::microseconds least)
{
    // Two frames of a moving image at 4 Mbit/s take 80 ms; jitter is larger on a long path than on a short one.
    return std::max<std::chrono::microseconds>(20ms, least / 5);
}

void LinkCapacity::addMeasurement(Instant now, std::chrono::microseconds least, std::chrono::microseconds queue, std::int64_t rate)
{
    const auto full = fullQueueThreshold(least);
    const bool isFull = queue >= full && rate >= leastRate;
    if (isFull && m_fullPathMeasurementCount == 0) {
        m_firstFullPathMeasurementAt = now - queue; // the ping waited in the queue, which was therefore full before now
    }
    m_fullPathMeasurementCount = isFull ? m_fullPathMeasurementCount + 1 : 0;
    if (!isFull || queue < m_minQueueSinceFull * 9 / 10) {
        m_queueFullSince = now; // the queue is not full, or it is getting shorter
        m_minQueueSinceFull = queue;
    }
    m_drainingCapacityShare = std::clamp(1 - std::chrono::duration<double>(queue).count(), drainingLeast, draining);
    if (queue >= full / 2) {
        m_queueEmptySince = now;
    }
    if (!m_estimatedCapacity) {
        if (m_fullPathMeasurementCount >= looksToBelieve && now - m_firstFullPathMeasurementAt >= fullTimeToBelieve) {
            m_estimatedCapacity = rate;
            m_isQueueDraining = true;
            m_limitLastNeededAt = now;
            m_capacityRaiseStep = firstStep;
        }
    } else {
        updateCapacity(now, isFull, queue < full / 2, rate);
    }
    m_lastMeasurementAt = now;
}

void LinkCapacity::updateCapacity(Instant now, bool isFull, bool isEmpty, std::int64_t rate)
{
    if (static_cast<double>(rate) >= neededPart * static_cast<double>(*desktopsRateLimit())) {
        m_limitLastNeededAt = now;
    }
    if (isFull) {
        // While the queue is not empty, the received rate is the capacity; averaged, so that one unusually low or high measurement has little effect.
        m_estimatedCapacity = rate > *m_estimatedCapacity ? (*m_estimatedCapacity + rate) / 2 : (*m_estimatedCapacity * 3 + rate) / 4;
        m_capacityRaiseStep = firstStep;
        m_isQueueDraining = true;
        if (static_cast<double>(rate) > obeyed * static_cast<double>(*desktopsRateLimit())) {
            m_queueFullSince = now;
        } else if (now - m_queueFullSince > ourQueueGoesWithin) {
            m_hasOtherTrafficQueue = true;
            m_queueFullSince = now;
        }
        return;
    }
    m_isQueueDraining = m_isQueueDraining && !isEmpty;
    if (now - m_limitLastNeededAt > unneeded) {
        m_estimatedCapacity.reset();
        m_fullPathMeasurementCount = 0;
        return;
    }
    if (now - m_queueEmptySince > quietBeforeProbe && m_limitLastNeededAt == now) {
        const double seconds = std::chrono::duration<double>(std::min<Instant::duration>(now - m_lastMeasurementAt, 1s)).count();
        m_estimatedCapacity = static_cast<std::int64_t>(static_cast<double>(*m_estimatedCapacity) * (1 + m_capacityRaiseStep * seconds));
        m_capacityRaiseStep = std::min(mostStep, m_capacityRaiseStep * (1 + seconds));
    }
}

std::optional<std::int64_t> LinkCapacity::desktopsRateLimit() const
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

bool LinkCapacity::takeOtherTrafficQueueFlag()
{
    return std::exchange(m_hasOtherTrafficQueue, false);
}
}
