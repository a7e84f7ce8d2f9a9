// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/waychooser.h"

namespace Nightdesk::Rfb
{
using RfbWire::AskingWay;

void WayChooser::serverHasFences()
{
    m_fences = true;
}

void WayChooser::serverHasContinuous()
{
    m_continuous = true;
}

void WayChooser::fencesFailed()
{
    m_fencesFailed = true;
}

void WayChooser::continuousFailed()
{
    m_continuousFailed = true;
}

void WayChooser::aheadFailed(Time now)
{
    if (m_stockUntil && m_aheadFailures < mostFailures && now > *m_stockUntil + forgiveAfter) {
        m_aheadFailures = 0;
    }
    ++m_aheadFailures;
    m_stockUntil = m_aheadFailures < mostFailures ? now + stockAfterFailure : Time::max();
}

void WayChooser::setFar()
{
    m_withdraws = true;
}

bool WayChooser::mayAskAhead(Time now) const
{
    return !m_stockUntil || now >= *m_stockUntil;
}

bool WayChooser::mayUseFences() const
{
    return !m_fencesFailed;
}

bool WayChooser::mayUseContinuous() const
{
    return m_fences && m_continuous && !m_fencesFailed && !m_continuousFailed;
}

bool WayChooser::withdrawsFences() const
{
    return m_withdraws || m_fencesFailed;
}

AskingWay WayChooser::choose(Time now, const Facts &facts)
{
    if (!facts.isSeen || !facts.hasPicture) {
        return AskingWay::Stock;
    }
    if (mayUseContinuous() && !m_withdraws && mayAskAhead(now)) {
        m_withdraws = facts.roundTrip && *facts.roundTrip >= longRoundTrip;
    }
    if (mayUseContinuous() && !m_withdraws && !facts.isLimited) {
        return AskingWay::Continuous;
    }
    return mayAskAhead(now) ? AskingWay::Ahead : AskingWay::Stock;
}
}
