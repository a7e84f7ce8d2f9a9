// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// The last ten minutes of a connection as one row of a timeline: its round trips and outages, across reconnections. Pure: the time
/// is passed in. Owned by LinkMonitor.
class ConnectionHistory
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::minutes span{10};

    /// One of the equal time slots into which the last ten minutes are divided.
    struct TimeSlot {
        /// The longest round trip within this time slot; empty: none was measured.
        std::optional<std::chrono::microseconds> roundTrip;
        bool isOutage = false; ///< an outage overlaps this time slot
        bool operator==(const TimeSlot &) const = default;
    };

    /// Adds an answer to a probe, which ends an outage.
    void addAnswer(Time at, std::chrono::microseconds roundTrip);
    /// The connection does not answer or is closed: an outage begins at the last answer. May be called repeatedly.
    void beginOutage(Time at);
    /// The connection answers again, or the user disconnected it, which is not an outage.
    void endOutage(Time at);
    /// The ten minutes before @p now in @p count time slots of equal length, oldest first.
    QList<TimeSlot> timeSlots(Time now, int count) const;
    int outageCount(Time now) const; ///< number of outages in the ten minutes before @p now

private:
    struct ProbeAnswer {
        Time at;
        std::chrono::microseconds roundTrip{};
    };
    struct Outage {
        Time begin;
        std::optional<Time> end; ///< empty: the outage continues
    };
    void removeOldEntries(Time now);

    std::deque<ProbeAnswer> m_answers; ///< answers to probes, oldest first
    std::deque<Outage> m_outages; ///< oldest first; only the last one may still be going on
};
}
