// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Judges the round trips of one link by what is usual for it, and by a ceiling that holds for all: who types feels half a second
/// from anywhere. Each level has one limit to enter it and a lower one to leave it. Pure; one sample is about a second. Owned by ConnectionLevel.
class RoundTripLevel
{
public:
    using Time = std::chrono::microseconds;
    enum class Level {
        Ok,
        Degraded,
        Fault
    };
    /// What makes a level: as a multiple of the usual value and so much more than it, or anyway.
    struct Limit {
        double times = 0;
        std::chrono::milliseconds more{};
        std::chrono::milliseconds ceiling{};
    };
    static constexpr Limit entersDegraded{.times = 2, .more = std::chrono::milliseconds(60), .ceiling = std::chrono::milliseconds(500)};
    static constexpr Limit leavesDegraded{.times = 1.5, .more = std::chrono::milliseconds(40), .ceiling = std::chrono::milliseconds(400)};
    static constexpr Limit entersFault{.times = 5, .more = std::chrono::milliseconds(300), .ceiling = std::chrono::milliseconds(1500)};
    static constexpr Limit leavesFault{.times = 4, .more = std::chrono::milliseconds(200), .ceiling = std::chrono::milliseconds(1200)};
    static constexpr int unansweredIsFault = 5; ///< probes in a row
    static constexpr int needed = 10; ///< answered probes, before anything is usual

    /// @p roundTrip: empty: the probe was not answered.
    void add(std::optional<Time> roundTrip);
    Level level() const;
    bool isUnanswered() const; ///< so many probes that it is a fault
    /// It is above what is usual for the link so far that this alone makes its level; false: the ceiling does, or it is Ok.
    bool isSlowerThanUsual() const;
    /// What this link's round trip is as a rule, over all its connections; empty: it is not known long enough.
    std::optional<Time> usual() const;

private:
    bool isOver(Time value, const Limit &limit) const;
    bool isOverUsual(Time value, const Limit &limit) const;

    std::deque<Time> m_recent; ///< the last answered ones
    std::optional<double> m_usual; ///< microseconds
    int m_answered = 0;
    int m_unanswered = 0; ///< in a row
    Level m_level = Level::Ok;
    Time m_now{}; ///< the median of the recent ones
};
}
