// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/earlyrequests.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
constexpr int earlyRoundTrips = 3; // for this many round trips after the first request, further requests are sent before the image comes
}

RequestsBeforeFirstImage::Clock::duration RequestsBeforeFirstImage::pauseAfter(Clock::duration sinceFirstRequest, Clock::duration roundTrip)
{
    Clock::duration pause = roundTrip / requestsInFirstRoundTrip;
    for (; sinceFirstRequest >= roundTrip && pause > shortestRequestInterval; sinceFirstRequest -= roundTrip) {
        pause /= 2;
    }
    return std::max<Clock::duration>(pause, shortestRequestInterval);
}

void RequestsBeforeFirstImage::setRoundTrip(Clock::duration roundTrip)
{
    m_roundTrip = roundTrip;
}

bool RequestsBeforeFirstImage::isLongPath() const
{
    return m_roundTrip > Clock::duration::zero();
}

RequestsBeforeFirstImage::Clock::duration RequestsBeforeFirstImage::roundTrip() const
{
    return m_roundTrip;
}

void RequestsBeforeFirstImage::noteFirstRequestSent(Time now)
{
    m_firstRequestAt = now;
}

std::optional<RequestsBeforeFirstImage::Time> RequestsBeforeFirstImage::nextRequestDueAt(Time lastRequest) const
{
    if (!isLongPath() || !m_firstRequestAt) {
        return std::nullopt;
    }
    const Time at = lastRequest + pauseAfter(lastRequest - *m_firstRequestAt, m_roundTrip);
    return at <= *m_firstRequestAt + earlyRoundTrips * m_roundTrip ? std::optional(at) : std::nullopt;
}
}
