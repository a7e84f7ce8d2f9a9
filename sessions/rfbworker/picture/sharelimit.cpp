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
    m_desktopShare = bytesPerSecond;
    if (m_desktopShare <= 0 || m_desktopShare > newShareFactor * m_usedShare) {
        m_shareUsedSince.reset();
    } else {
        m_usedShare = std::min(m_usedShare, m_desktopShare);
    }
}

void ShareLimit::noteUsedRate(double bytesPerSecond, Clock::time_point now)
{
    const bool isStale = now - m_reportedAt > patience; // no images came for a while
    m_reportedAt = now;
    if (m_desktopShare <= 0 || bytesPerSecond <= usedUp * m_desktopShare) {
        m_shareUsedSince.reset();
    } else if (!m_shareUsedSince || isStale) {
        m_shareUsedSince = now;
        m_usedShare = m_desktopShare;
    }
}

std::optional<double> ShareLimit::limit() const
{
    return m_shareUsedSince && m_reportedAt - *m_shareUsedSince >= patience ? std::optional(m_desktopShare) : std::nullopt;
}
}
