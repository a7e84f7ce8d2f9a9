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

void LinkGauge::begin(std::chrono::microseconds path)
{
    *this = {};
    m_handshakeRoundTrip = path;
}

void LinkGauge::add(Instant at, std::chrono::microseconds roundTrip, std::int64_t bytesIn)
{
    if (!m_pings.empty() && (at < m_pings.back().at || bytesIn < m_pings.back().bytesIn)) {
        begin(m_handshakeRoundTrip); // the counters began again: this is a new connection, perhaps over another path
    }
    m_pings.push_back({at, roundTrip, bytesIn});
    while (m_pings.size() > 1 && at - m_pings.front().at > kept) {
        m_pings.pop_front();
    }
    if (!m_minimumRoundTrips[0]) {
        m_periodStart = at;
    } else if (at - m_periodStart > leastSpan) {
        m_minimumRoundTrips = {std::nullopt, m_minimumRoundTrips[0]};
        m_periodStart = at;
    }
    m_minimumRoundTrips[0] = std::min(m_minimumRoundTrips[0].value_or(roundTrip), roundTrip);
}

void LinkGauge::resetMinimum()
{
    if (m_pings.empty()) {
        return;
    }
    const auto minimumRoundTrip = std::ranges::min_element(m_pings, {}, &Ping::roundTrip);
    m_minimumRoundTrips = {minimumRoundTrip->roundTrip, std::nullopt};
    m_periodStart = m_pings.back().at;
}

std::chrono::microseconds LinkGauge::roundTrip() const
{
    return m_pings.empty() ? m_handshakeRoundTrip : m_pings.back().roundTrip;
}

std::chrono::microseconds LinkGauge::minimumRoundTrip() const
{
    return m_minimumRoundTrips[0] ? std::min(*m_minimumRoundTrips[0], m_minimumRoundTrips[1].value_or(*m_minimumRoundTrips[0])) : m_handshakeRoundTrip;
}

LinkGauge::Instant LinkGauge::lastPingAt() const
{
    return m_pings.empty() ? Instant() : m_pings.back().at;
}

std::chrono::microseconds LinkGauge::queue() const
{
    return roundTrip() - minimumRoundTrip();
}

std::int64_t LinkGauge::rate() const
{
    if (m_pings.size() < 2) {
        return 0;
    }
    const Ping &now = m_pings.back();
    auto from = m_pings.rbegin() + 1;
    while (from + 1 != m_pings.rend() && now.at - from->at < rateSpan) {
        ++from;
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now.at - from->at);
    return took <= 0us ? 0 : (now.bytesIn - from->bytesIn) * 1'000'000 / took.count();
}
}
