// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/connectschedule.h"

#include <algorithm>
#include <cerrno>

namespace Nightdesk
{
namespace
{
/// How much an error tells about the host: most if the host refused, then no answer, other errors, no route. If several
/// addresses fail, the error with the highest rank is reported.
int errorRank(int error)
{
    switch (error) {
    case ECONNREFUSED:
    case ECONNRESET:
        return 4;
    case ETIMEDOUT:
        return 3;
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case EADDRNOTAVAIL:
        return 1;
    case 0:
        return 0;
    default:
        return 2;
    }
}
}

ConnectSchedule::Milliseconds ConnectSchedule::attemptTimeoutFor(std::optional<std::chrono::microseconds> roundTrip)
{
    if (!roundTrip) {
        return connectTimeout;
    }
    return std::clamp(std::chrono::ceil<Milliseconds>(3 * *roundTrip), roundInterval, connectTimeout);
}

ConnectSchedule::ConnectSchedule(RoundMode rounds, Milliseconds limit)
    : m_roundMode(rounds)
    , m_attemptTimeout(limit)
{
}

void ConnectSchedule::setAddresses(const std::vector<SocketAddress> &addresses)
{
    m_addresses = addresses;
    m_nextAddressIndex = 0;
}

bool ConnectSchedule::isRoundDue(Time now) const
{
    if (m_addresses.empty() || m_finalError) {
        return false;
    }
    return !m_firstRoundAt || (m_roundMode == RoundMode::OneRoundPerSecond && !hasUntriedAddresses() && now >= nextRoundAt());
}

ConnectSchedule::Time ConnectSchedule::nextRoundAt() const
{
    return m_lastRoundAt + roundInterval + (m_attemptTimeout > roundInterval ? extraRoundInterval : Milliseconds(0));
}

void ConnectSchedule::beginRound(Time now)
{
    if (!m_firstRoundAt) {
        m_firstRoundAt = now;
    }
    m_lastRoundAt = now;
    m_nextAttemptAt = now;
    Round round;
    round.firstAttemptId = m_lastAttemptId + 1;
    const std::size_t count = m_roundMode == RoundMode::SingleRound ? m_addresses.size() : std::min<std::size_t>(m_addresses.size(), maxAddressesPerRound);
    for (std::size_t i = 0; i < count; ++i) {
        round.remainingAddresses.push_back(m_addresses[(m_nextAddressIndex + i) % m_addresses.size()]);
    }
    m_nextAddressIndex = (m_nextAddressIndex + count) % m_addresses.size();
    std::reverse(round.remainingAddresses.begin(), round.remainingAddresses.end());
    m_unfinishedRounds.push_back(std::move(round));
}

std::optional<ConnectSchedule::ScheduledAttempt> ConnectSchedule::nextDueAttempt(Time now)
{
    if (!hasUntriedAddresses() || now < m_nextAttemptAt) {
        return std::nullopt;
    }
    Round &round = m_unfinishedRounds.back();
    const ScheduledAttempt attempt{++m_lastAttemptId, round.remainingAddresses.back(), now + m_attemptTimeout};
    round.remainingAddresses.pop_back();
    ++round.openAttemptCount;
    m_nextAttemptAt = now + addressInterval;
    return attempt;
}

bool ConnectSchedule::hasUntriedAddresses() const
{
    return !m_unfinishedRounds.empty() && !m_unfinishedRounds.back().remainingAddresses.empty();
}

void ConnectSchedule::recordFailure(int id, int error, Time now)
{
    // The attempts of a round have consecutive ids.
    const auto after = std::ranges::find_if(m_unfinishedRounds, [id](const Round &round) {
        return round.firstAttemptId > id;
    });
    if (after == m_unfinishedRounds.begin()) {
        return;
    }
    const auto round = std::prev(after);
    if (errorRank(error) > errorRank(round->mostInformativeError)) {
        round->mostInformativeError = error;
    }
    if (error != ETIMEDOUT && after == m_unfinishedRounds.end()) {
        m_nextAttemptAt = now; // try the next address immediately, not after 250 ms
    }
    if (--round->openAttemptCount == 0 && round->remainingAddresses.empty()) {
        handleFailedRound(*round);
        m_unfinishedRounds.erase(round);
    }
}

void ConnectSchedule::handleFailedRound(const Round &round)
{
    bool mayAnswerLater = false;
    if (const int rank = errorRank(round.mostInformativeError); rank == 3) {
        m_roundsWithoutRoute = 0;
        mayAnswerLater = true;
    } else if (rank == 1) { // this computer's network route to the host may return
        mayAnswerLater = ++m_roundsWithoutRoute < maxRoundsWithoutRoute;
    }
    if (m_roundMode == RoundMode::SingleRound || !mayAnswerLater) {
        m_finalError = round.mostInformativeError;
    }
}

std::optional<ConnectSchedule::ConnectFailure> ConnectSchedule::connectFailure(Time now) const
{
    if (!m_firstRoundAt) {
        return std::nullopt;
    }
    const auto waitDuration = std::chrono::duration_cast<Milliseconds>(now - *m_firstRoundAt);
    if (m_finalError) {
        return ConnectFailure{*m_finalError, waitDuration};
    }
    if (m_roundMode == RoundMode::OneRoundPerSecond && waitDuration >= connectTimeout) {
        return ConnectFailure{ETIMEDOUT, waitDuration};
    }
    return std::nullopt;
}

ConnectSchedule::Time ConnectSchedule::nextCheckAt() const
{
    if (!m_firstRoundAt) {
        return Time::max();
    }
    if (hasUntriedAddresses()) {
        return m_nextAttemptAt;
    }
    return m_roundMode == RoundMode::SingleRound ? Time::max() : std::min(nextRoundAt(), *m_firstRoundAt + connectTimeout);
}
}
