// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/linksettings.h"

#include <deque>
#include <vector>

namespace Nightdesk
{
/**
 * One direction of a link: a drop-tail queue, a line that sends one packet after the other at its rate, then loss, then
 * delay with jitter. It owns no clock and no packet, only numbers: when the packet called id arrives, the caller says so,
 * and is told later, by the id, whether and when it leaves.
 *
 * Whether the n-th packet is lost depends on the seed and on n alone: two runs with the same seed lose the same packets,
 * whatever their timing.
 *
 * Jitter that keeps the order is a delay that wanders: straight lines between random values 4 jitters apart, so that it
 * never falls as fast as time passes. (A value of its own for each packet and a rule against overtaking would turn into
 * the largest of many values where packets follow closely, and the mean would not be the delay.) Jitter that may reorder
 * is a value of its own for each packet.
 *
 * The queue holds what has not wholly left for the line yet; a packet that finds the line idle is always taken. Changed
 * settings hold at once for all that waits; what is already on its way keeps its delay. A cut loses both.
 */
class LinkModel
{
public:
    using Time = std::chrono::steady_clock::time_point;
    using PacketId = std::uint32_t;

    enum class Fate {
        Waiting, ///< in the queue or on its way
        Delivered,
        QueueFull,
        Lost, ///< by chance
        Cut,
    };

    struct Outcome {
        PacketId id = 0;
        Fate fate = Fate::Delivered;
        Time at; ///< when it left, exactly, however late the question came
        bool operator==(const Outcome &) const = default;
    };

    struct Counters {
        std::int64_t packetsIn = 0;
        std::int64_t bytesIn = 0;
        std::int64_t packetsOut = 0;
        std::int64_t bytesOut = 0;
        std::int64_t lostToQueue = 0;
        std::int64_t lostByChance = 0;
        std::int64_t lostToCut = 0;
        std::int64_t queuedPackets = 0; ///< now
        std::int64_t queuedBytes = 0; ///< now
        std::int64_t packetsOnTheWay = 0; ///< now, past the queue
        bool operator==(const Counters &) const = default;
    };

    /// More than this many at once are refused as by a full queue, so that an endless stream cannot eat all memory.
    static constexpr std::size_t mostPackets = 131072;

    LinkModel(const LinkSettings &settings, std::uint64_t seed);

    /// A packet of @p bytes arrives. Waiting: its fate follows from advance(); anything else is final.
    Fate offer(PacketId id, std::int64_t bytes, Time at);

    /// Moves on to @p now and appends every fate decided up to then, the delivered in the order in which they leave.
    void advance(Time now, std::vector<Outcome> &outcomes);

    /// When advance() should be asked next; empty when nothing waits.
    std::optional<Time> nextDeparture() const;

    /// Other settings from @p now on; what a cut loses is appended to @p outcomes.
    void change(const LinkSettings &settings, Time now, std::vector<Outcome> &outcomes);

    const LinkSettings &settings() const;
    Counters counters() const;

private:
    struct Waiting {
        PacketId id = 0;
        std::int64_t bytes = 0;
        Time arrival;
        double share = 0; ///< of jitter that may reorder, from -1 to 1
        bool lost = false;
    };
    struct Flying {
        PacketId id = 0;
        std::int64_t bytes = 0;
        Time due;
    };

    double drawn();
    double wander(Time at) const;
    bool hasRoomFor(std::int64_t bytes) const;
    void startNext();
    Time headFinish() const;
    Time dueAfter(Time finish, const Waiting &packet) const;
    void settle(Time now);

    LinkSettings m_settings;
    std::uint64_t m_seed;
    std::uint64_t m_random;
    std::optional<Time> m_firstArrival; ///< from which the wandering is counted
    std::deque<Waiting> m_queue;
    std::int64_t m_queuedBytes = 0;
    Time m_lineFree; ///< when the packet before the head was through
    Time m_headFrom; ///< since when m_headBits are being sent
    double m_headBits = 0;
    std::deque<Flying> m_flight; ///< sorted by due
    Time m_latestDue;
    std::vector<Outcome> m_lost; ///< by chance, not told yet
    Counters m_counters;
};
}
