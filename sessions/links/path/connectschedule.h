// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/path/socketaddress.h"

#include <chrono>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// Decides, for one connection to be made, which address is tried when, for how long, and when it has failed.
///
/// The host is tried in rounds, one a second (or later, when others are knocking at the same place). A round goes through the
/// addresses, 250 ms apart or at once after one that failed; each knock (a socket of its own: the kernel repeats its SYN only
/// after 1, 3, 7 s) is given up after a while. Where connection attempts are out for longer than a second, as with a far host, rounds are
/// an eighth of a second further apart, between the kernel's own repeats: two that a host answers at the same instant would
/// both be connected, and the one hung up on counts against us at its sshd. Pure: no socket, no clock. Owned by TcpConnector.
class ConnectSchedule
{
public:
    using Time = std::chrono::steady_clock::time_point;
    using Milliseconds = std::chrono::milliseconds;
    enum class Rounds {
        OneASecond, ///< until somebody answers, or for the whole patience
        One
    };
    struct ScheduledAttempt {
        int id = 0;
        SocketAddress address;
        Time givenUpAt;
    };
    struct Verdict {
        int error = 0; ///< errno: ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT or what it was
        Milliseconds waited{};
    };

    static constexpr Milliseconds between{1000};
    static constexpr Milliseconds aside{125};
    static constexpr Milliseconds stagger{250};
    /// So long a host may be silent before it is told; whoever wants to go on begins again, with a fresh look-up.
    static constexpr Milliseconds patience{10000};
    static constexpr int addressesInRound = 4;
    static constexpr int roundsWithoutWay = 3;

    /// How long a host @p roundTrip away may take to answer TCP: max(1 s, 3 RTT). A place never reached before may be slow:
    /// all the patience.
    static Milliseconds limit(std::optional<std::chrono::microseconds> roundTrip);

    ConnectSchedule(Rounds rounds, Milliseconds limit);

    /// From the next round on.
    void setAddresses(const std::vector<SocketAddress> &addresses);
    /// It is time for a round; the caller may have to wait for his turn before he calls beginRound().
    bool needsRound(Time now) const;
    void beginRound(Time now);
    /// To be knocked at now; call until empty.
    std::optional<ScheduledAttempt> next(Time now);
    /// The round begun last has addresses left.
    bool isInRound() const;
    /// @p error: errno; ETIMEDOUT when it was given up.
    void failed(int id, int error, Time now);
    /// It has failed as a whole.
    std::optional<Verdict> verdict(Time now) const;
    /// When to look again if nothing happens before; turns and connection attempts' ends are the caller's.
    Time wakeAt() const;

private:
    struct Round {
        int first = 0; ///< id of its first knock
        int open = 0;
        std::vector<SocketAddress> waiting; ///< last one first
        int worst = 0; ///< the error that says most
    };
    void noteRound(const Round &round);
    Time nextRoundAt() const;

    const Rounds m_rounds;
    const Milliseconds m_limit;
    std::vector<SocketAddress> m_addresses;
    std::size_t m_cursor = 0;
    int m_lastId = 0;
    std::vector<Round> m_open; ///< the newest last
    std::optional<Time> m_firstBegan;
    Time m_lastBegan;
    Time m_nextAt;
    int m_withoutWay = 0; ///< rounds one after the other
    std::optional<int> m_final;
};
}
