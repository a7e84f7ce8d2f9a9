// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/connectschedule.h"

#include <algorithm>
#include <cerrno>

namespace Nightdesk
{
namespace
{
/// Rank of an error. Of several addresses' errors, the one with the highest rank tells most about the host: refused,
/// then no answer, another error, no route.
int weight(int error)
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

ConnectSchedule::Milliseconds ConnectSchedule::limit(std::optional<std::chrono::microseconds> roundTrip)
{
    if (!roundTrip) {
        return connectTimeout;
    }
    return std::clamp(std::chrono::ceil<Milliseconds>(3 * *roundTrip), roundInterval, connectTimeout);
}

ConnectSchedule::ConnectSchedule(Rounds rounds, Milliseconds limit)
    : m_rounds(rounds)
    , m_limit(limit)
{
}

void ConnectSchedule::setAddresses(const std::vector<SocketAddress> &addresses)
{
    m_addresses = addresses;
    m_cursor = 0;
}

bool ConnectSchedule::needsRound(Time now) const
{
    if (m_addresses.empty() || m_final) {
        return false;
    }
    return !m_firstBegan || (m_rounds == Rounds::OneASecond && !isInRound() && now >= nextRoundAt());
}

ConnectSchedule::Time ConnectSchedule::nextRoundAt() const
{
    return m_lastBegan + roundInterval + (m_limit > roundInterval ? roundOffset : Milliseconds(0));
}

void ConnectSchedule::beginRound(Time now)
{
    if (!m_firstBegan) {
        m_firstBegan = now;
    }
    m_lastBegan = now;
    m_nextAt = now;
    Round round;
    round.first = m_lastId + 1;
    const std::size_t count = m_rounds == Rounds::One ? m_addresses.size() : std::min<std::size_t>(m_addresses.size(), addressesInRound);
    for (std::size_t i = 0; i < count; ++i) {
        round.waiting.push_back(m_addresses[(m_cursor + i) % m_addresses.size()]);
    }
    m_cursor = (m_cursor + count) % m_addresses.size();
    std::reverse(round.waiting.begin(), round.waiting.end());
    m_open.push_back(std::move(round));
}

std::optional<ConnectSchedule::ScheduledAttempt> ConnectSchedule::next(Time now)
{
    if (!isInRound() || now < m_nextAt) {
        return std::nullopt;
    }
    Round &round = m_open.back();
    const ScheduledAttempt attempt{++m_lastId, round.waiting.back(), now + m_limit};
    round.waiting.pop_back();
    ++round.open;
    m_nextAt = now + stagger;
    return attempt;
}

bool ConnectSchedule::isInRound() const
{
    return !m_open.empty() && !m_open.back().waiting.empty();
}

void ConnectSchedule::failed(int id, int error, Time now)
{
    // The attempts of a round have consecutive ids.
    const auto after = std::ranges::find_if(m_open, [id](const Round &round) {
        return round.first > id;
    });
    if (after == m_open.begin()) {
        return;
    }
    const auto round = std::prev(after);
    if (weight(error) > weight(round->worst)) {
        round->worst = error;
    }
    if (error != ETIMEDOUT && after == m_open.end()) {
        m_nextAt = now; // try the next address immediately, not after 250 ms
    }
    if (--round->open == 0 && round->waiting.empty()) {
        noteRound(*round);
        m_open.erase(round);
    }
}

void ConnectSchedule::noteRound(const Round &round)
{
    switch (weight(round.worst)) {
    case 3:
        m_withoutWay = 0;
        break; // the host may answer later
    case 1:
        if (++m_withoutWay >= roundsWithoutWay) {
            m_final = round.worst;
        }
        break; // the route may come back
    default:
        m_final = round.worst;
        break;
    }
    if (m_rounds == Rounds::One) {
        m_final = round.worst;
    }
}

std::optional<ConnectSchedule::Verdict> ConnectSchedule::verdict(Time now) const
{
    if (!m_firstBegan) {
        return std::nullopt;
    }
    const auto waited = std::chrono::duration_cast<Milliseconds>(now - *m_firstBegan);
    if (m_final) {
        return Verdict{*m_final, waited};
    }
    if (m_rounds == Rounds::OneASecond && waited >= connectTimeout) {
        return Verdict{ETIMEDOUT, waited};
    }
    return std::nullopt;
}

ConnectSchedule::Time ConnectSchedule::wakeAt() const
{
    if (!m_firstBegan) {
        return Time::max();
    }
    if (isInRound()) {
        return m_nextAt;
    }
    return m_rounds == Rounds::One ? Time::max() : std::min(nextRoundAt(), *m_firstBegan + connectTimeout);
}
}
