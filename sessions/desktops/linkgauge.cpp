// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/linkgauge.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto kept = 3s;
constexpr auto rateSpan = 500ms;
// Length of a period in which the minimum is measured: a path rarely gets longer, and a link is rarely full for so long
// without a quiet moment.
constexpr auto leastSpan = 5min;
}

void LinkGauge::begin(std::chrono::microseconds handshakeRoundTrip)
{
    *this = {};
    m_handshakeRoundTrip = handshakeRoundTrip;
}

void LinkGauge::add(Instant answeredAt, std::chrono::microseconds roundTrip, std::int64_t totalBytesReceived)
{
    if (!m_recentPings.empty() && (answeredAt < m_recentPings.back().answeredAt || totalBytesReceived < m_recentPings.back().totalBytesReceived)) {
        begin(m_handshakeRoundTrip); // the counters began again: this is a new connection, perhaps over another path
    }
    m_recentPings.push_back({answeredAt, roundTrip, totalBytesReceived});
    while (m_recentPings.size() > 1 && answeredAt - m_recentPings.front().answeredAt > kept) {
        m_recentPings.pop_front();
    }
    if (!m_minRoundTripsOfLastTwoPeriods[0]) {
        m_minimumPeriodStart = answeredAt;
    } else if (answeredAt - m_minimumPeriodStart > leastSpan) {
        m_minRoundTripsOfLastTwoPeriods = {std::nullopt, m_minRoundTripsOfLastTwoPeriods[0]};
        m_minimumPeriodStart = answeredAt;
    }
    m_minRoundTripsOfLastTwoPeriods[0] = std::min(m_minRoundTripsOfLastTwoPeriods[0].value_or(roundTrip), roundTrip);
}

void LinkGauge::resetMinimumRoundTrip()
{
    if (m_recentPings.empty()) {
        return;
    }
    const auto minimumRoundTrip = std::ranges::min_element(m_recentPings, {}, &Ping::roundTrip);
    m_minRoundTripsOfLastTwoPeriods = {minimumRoundTrip->roundTrip, std::nullopt};
    m_minimumPeriodStart = m_recentPings.back().answeredAt;
}

std::chrono::microseconds LinkGauge::roundTrip() const
{
    return m_recentPings.empty() ? m_handshakeRoundTrip : m_recentPings.back().roundTrip;
}

std::chrono::microseconds LinkGauge::minimumRoundTrip() const
{
    const auto &[current, previous] = m_minRoundTripsOfLastTwoPeriods;
    return current ? std::min(*current, previous.value_or(*current)) : m_handshakeRoundTrip;
}

LinkGauge::Instant LinkGauge::lastPingAt() const
{
    return m_recentPings.empty() ? Instant() : m_recentPings.back().answeredAt;
}

std::chrono::microseconds LinkGauge::queueingTime() const
{
    return roundTrip() - minimumRoundTrip();
}

std::int64_t LinkGauge::rate() const
{
    if (m_recentPings.size() < 2) {
        return 0;
    }
    const Ping &now = m_recentPings.back();
    auto from = m_recentPings.rbegin() + 1;
    while (from + 1 != m_recentPings.rend() && now.answeredAt - from->answeredAt < rateSpan) {
        ++from;
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now.answeredAt - from->answeredAt);
    return took <= 0us ? 0 : (now.totalBytesReceived - from->totalBytesReceived) * 1'000'000 / took.count();
}
}
