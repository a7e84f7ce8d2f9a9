// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk
{
/// The bandwidth of a path that can be divided, from the received rate and the queue. The capacity is measured only while the path
/// is full: otherwise there is no limit. While no queue builds up under a limit, the limit is raised, faster and faster; it is removed when
/// it is not needed any more. Pure. Owned by BandwidthSharer.
class LinkCapacity
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// To be called several times a second. @p minimumRoundTrip: without a queue; @p receivedRate: bytes a second in total, including traffic
    /// that cannot be limited (X programs).
    void addMeasurement(Instant now, std::chrono::microseconds minimumRoundTrip, std::chrono::microseconds queueingTime, std::int64_t receivedRate);
    /// Total bytes a second for all desktops; empty: no limit.
    std::optional<std::int64_t> totalDesktopRateLimit() const;
    bool isRateLimited() const;
    /// True once, if the queue persists although the desktops obey the limit: the desktops do not cause it.
    bool takeQueueOfOtherTrafficFlag();

    static std::chrono::microseconds fullQueueThreshold(std::chrono::microseconds minimumRoundTrip);

private:
    void updateCapacity(Instant now, bool isQueueFull, bool isQueueEmpty, std::int64_t receivedRate);

    std::optional<std::int64_t> m_estimatedCapacity; ///< bandwidth of the path in bytes a second; empty: not limited
    bool m_isQueueDraining = false;
    double m_drainingCapacityShare = 0;
    std::chrono::microseconds m_minQueueSinceFull{}; ///< the shortest queueing time since m_queueFullSince
    int m_fullQueueMeasurementCount = 0;
    /// when the queue became full: the time of the first measurement that is counted in m_fullQueueMeasurementCount, minus its queueing time
    Instant m_firstFullQueueMeasurementAt;
    Instant m_lastMeasurementAt;
    Instant m_queueEmptySince; ///< since when the queue has been nearly empty
    Instant m_queueFullSince; ///< since when the queue has been full without getting shorter
    Instant m_limitLastNeededAt; ///< when the limit was last nearly used up
    double m_capacityRaiseStep = 0;
    bool m_isQueueOfOtherTraffic = false;
};
}
