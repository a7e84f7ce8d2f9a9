// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk
{
/// How much may be shared out of a path, from what arrives and how long its queue is. What it carries is learnt only while it
/// is full: otherwise there is no limit. A limit is raised, faster and faster, while there is no queue under it, and goes when
/// nobody needs as much. Pure. Owned by LinkSharer.
class LinkCapacity
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// Some times a second. @p least: a round trip when nothing waits; @p rate: bytes a second, all of them, also those that
    /// are not ours to share out (X programs).
    void addMeasurement(Instant now, std::chrono::microseconds least, std::chrono::microseconds queue, std::int64_t rate);
    /// Bytes a second for all; empty: no limit.
    std::optional<std::int64_t> budget() const;
    bool isLimited() const;
    /// The queue stays although less is asked for than arrives: it is not ours. Once each time.
    bool takeDisbelief();

    static std::chrono::microseconds fullQueue(std::chrono::microseconds least);

private:
    void learn(Instant now, bool isFull, bool isEmpty, std::int64_t rate);

    std::optional<std::int64_t> m_capacity; ///< empty: not limited
    bool m_isDraining = false;
    double m_draining = 0;
    std::chrono::microseconds m_queue{}; ///< the shortest since m_fullSince
    int m_fullLooks = 0;
    Instant m_fullFrom; ///< the first of m_fullLooks, and what it had waited
    Instant m_lookedAt;
    Instant m_emptySince; ///< no queue since then
    Instant m_fullSince; ///< and not becoming any shorter
    Instant m_neededAt; ///< when the limit was last made use of
    double m_step = 0;
    bool m_isDisbelieved = false;
};
}
