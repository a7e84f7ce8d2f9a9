// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/earlyrequests.h"

namespace Nightdesk::Rfb
{
namespace
{
constexpr int earlyRoundTrips = 3; // for how many round trips early requests follow the first one
}

void EarlyRequests::setRoundTrip(Clock::duration roundTrip)
{
    m_roundTrip = roundTrip;
}

bool EarlyRequests::isFar() const
{
    return m_roundTrip > Clock::duration::zero();
}

void EarlyRequests::firstRequested(Time now)
{
    m_firstRequestAt = now;
}

std::optional<EarlyRequests::Time> EarlyRequests::dueAt(Time lastRequest) const
{
    if (!isFar() || !m_firstRequestAt) {
        return std::nullopt;
    }
    const Time at = lastRequest + pause;
    return at <= *m_firstRequestAt + earlyRoundTrips * m_roundTrip ? std::optional(at) : std::nullopt;
}
}
