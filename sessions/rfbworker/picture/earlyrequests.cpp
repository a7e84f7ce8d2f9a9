// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/earlyrequests.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
constexpr int earlyRoundTrips = 3; // for how many round trips early requests follow the first one
}

EarlyRequests::Clock::duration EarlyRequests::pauseAfter(Clock::duration sinceFirst, Clock::duration roundTrip)
{
    Clock::duration pause = roundTrip / requestsInFirstRoundTrip;
    for (; sinceFirst >= roundTrip && pause > shortestRequestInterval; sinceFirst -= roundTrip) {
        pause /= 2;
    }
    return std::max<Clock::duration>(pause, shortestRequestInterval);
}

void EarlyRequests::setRoundTrip(Clock::duration roundTrip)
{
    m_roundTrip = roundTrip;
}

bool EarlyRequests::isLongPath() const
{
    return m_roundTrip > Clock::duration::zero();
}

EarlyRequests::Clock::duration EarlyRequests::roundTrip() const
{
    return m_roundTrip;
}

void EarlyRequests::noteFirstRequestSent(Time now)
{
    m_firstRequestAt = now;
}

std::optional<EarlyRequests::Time> EarlyRequests::nextRequestDueAt(Time lastRequest) const
{
    if (!isLongPath() || !m_firstRequestAt) {
        return std::nullopt;
    }
    const Time at = lastRequest + pauseAfter(lastRequest - *m_firstRequestAt, m_roundTrip);
    return at <= *m_firstRequestAt + earlyRoundTrips * m_roundTrip ? std::optional(at) : std::nullopt;
}
}
