// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/sharelimit.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
constexpr double usedUp = 0.9;
}

void LinkShareLimit::setShare(double bytesPerSecond)
{
    m_desktopShare = bytesPerSecond;
    if (m_desktopShare <= 0 || m_desktopShare > minFactorOfNewShare * m_smallestUsedUpShare) {
        m_shareUsedUpSince.reset();
    } else {
        m_smallestUsedUpShare = std::min(m_smallestUsedUpShare, m_desktopShare);
    }
}

void LinkShareLimit::noteUsedRate(double bytesPerSecond, Clock::time_point now)
{
    const bool isStale = now - m_usedRateNotedAt > minTimeShareUsedUp; // no images came for a while
    m_usedRateNotedAt = now;
    if (m_desktopShare <= 0 || bytesPerSecond <= usedUp * m_desktopShare) {
        m_shareUsedUpSince.reset();
    } else if (!m_shareUsedUpSince || isStale) {
        m_shareUsedUpSince = now;
        m_smallestUsedUpShare = m_desktopShare;
    }
}

std::optional<double> LinkShareLimit::rateLimit() const
{
    return m_shareUsedUpSince && m_usedRateNotedAt - *m_shareUsedUpSince >= minTimeShareUsedUp ? std::optional(m_desktopShare) : std::nullopt;
}
}
