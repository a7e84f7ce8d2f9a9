// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/path/socketaddress.h"

#include <chrono>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// Decides, for one connection to be made, which address is tried when and for how long, and when the connection has failed.
///
/// The host is tried in rounds, one a second, or later if other attempts at the same host and port come first. A round tries each address, 250 ms
/// after the previous one or immediately after that one has failed. Each attempt has its own socket, since the kernel repeats a SYN only after 1, 3
/// and 7 s, and is abandoned after a limit. If this limit is above a second, as for a distant host, the interval between rounds is an eighth of a
/// second longer. Then no SYN is sent at the time of a kernel's repetition: a host that answers two attempts at once would connect both, and sshd
/// would count the closed one against this client. Pure: no socket, no clock. Owned by TcpConnector.
class ConnectSchedule
{
public:
    using Time = std::chrono::steady_clock::time_point;
    using Milliseconds = std::chrono::milliseconds;
    enum class RoundMode {
        OneRoundPerSecond, ///< one round a second, until an address answers or connectTimeout has passed
        SingleRound
    };
    struct ScheduledAttempt {
        int id = 0;
        SocketAddress address;
        Time abandonAt;
    };
    struct ConnectFailure {
        int error = 0; ///< errno: for example ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT
        Milliseconds waitDuration{}; ///< time since the first round
    };

    static constexpr Milliseconds roundInterval{1000};
    static constexpr Milliseconds extraRoundInterval{125};
    static constexpr Milliseconds addressInterval{250};
    /// A host that is silent for this long is reported; the caller may begin again, with a new name look-up.
    static constexpr Milliseconds connectTimeout{10000};
    static constexpr int maxAddressesPerRound = 4;
    static constexpr int maxRoundsWithoutRoute = 3;

    /// How long one attempt may take: max(1 s, 3 RTT) for a host with this @p roundTrip. Empty, for a host that was
    /// never connected and may be slow: all of connectTimeout.
    static Milliseconds attemptTimeoutFor(std::optional<std::chrono::microseconds> roundTrip);

    ConnectSchedule(RoundMode rounds, Milliseconds limit);

    /// The addresses are used from the next round on.
    void setAddresses(const std::vector<SocketAddress> &addresses);
    /// A new round is due. The caller may have to wait until AttemptLimiter allows it before it calls beginRound().
    bool isRoundDue(Time now) const;
    void beginRound(Time now);
    /// An attempt that is due now. Call repeatedly until the result is empty.
    std::optional<ScheduledAttempt> nextDueAttempt(Time now);
    /// The latest round has addresses that were not tried yet.
    bool hasUntriedAddresses() const;
    /// Records that the attempt @p id failed. @p error: errno; ETIMEDOUT if the attempt was abandoned.
    void recordFailure(int id, int error, Time now);
    /// The result if the whole connection has failed.
    std::optional<ConnectFailure> connectFailure(Time now) const;
    /// When the caller must check again (isRoundDue() and so on) if nothing happens before. The caller itself tracks reserved times and the time
    /// limits of attempts.
    Time nextCheckAt() const;

private:
    struct Round {
        int firstAttemptId = 0; ///< id of the round's first attempt
        int openAttemptCount = 0;
        std::vector<SocketAddress> remainingAddresses; ///< addresses left to try, in reverse order
        int mostInformativeError = 0; ///< the error of this round that tells most about the host
    };
    void handleFailedRound(const Round &round);
    Time nextRoundAt() const;

    const RoundMode m_roundMode;
    const Milliseconds m_attemptTimeout;
    std::vector<SocketAddress> m_addresses;
    std::size_t m_nextAddressIndex = 0;
    int m_lastAttemptId = 0;
    std::vector<Round> m_unfinishedRounds; ///< rounds that may still be answered, newest last
    std::optional<Time> m_firstRoundAt;
    Time m_lastRoundAt;
    Time m_nextAttemptAt;
    int m_roundsWithoutRoute = 0; ///< consecutive rounds without a route
    std::optional<int> m_finalError;
};
}
