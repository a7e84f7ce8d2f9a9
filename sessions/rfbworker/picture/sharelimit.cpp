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

void ShareLimit::setShare(double bytesPerSecond)
{
    m_share = bytesPerSecond;
    if (m_share <= 0 || m_share > growth * m_usedShare) {
        m_usedSince.reset();
    } else {
        m_usedShare = std::min(m_usedShare, m_share);
    }
}

void ShareLimit::noteUsedRate(double bytesPerSecond, Clock::time_point now)
{
    const bool isStale = now - m_reportedAt > patience; // no images came for a while
    m_reportedAt = now;
    if (m_share <= 0 || bytesPerSecond <= usedUp * m_share) {
        m_usedSince.reset();
    } else if (!m_usedSince || isStale) {
        m_usedSince = now;
        m_usedShare = m_share;
    }
}

std::optional<double> ShareLimit::limit() const
{
    return m_usedSince && m_reportedAt - *m_usedSince >= patience ? std::optional(m_share) : std::nullopt;
}
}
