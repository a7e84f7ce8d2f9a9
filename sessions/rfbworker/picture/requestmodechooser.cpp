// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/requestmodechooser.h"

namespace Nightdesk::Rfb
{
using RfbWire::RequestMode;

void RequestModeChooser::serverHasFences()
{
    m_fences = true;
}

void RequestModeChooser::serverHasContinuous()
{
    m_continuous = true;
}

void RequestModeChooser::fencesFailed()
{
    m_fencesFailed = true;
}

void RequestModeChooser::continuousFailed()
{
    m_continuousFailed = true;
}

void RequestModeChooser::aheadFailed(Time now)
{
    if (m_stockUntil && m_aheadFailures < mostFailures && now > *m_stockUntil + forgetFailuresAfter) {
        m_aheadFailures = 0;
    }
    ++m_aheadFailures;
    m_stockUntil = m_aheadFailures < mostFailures ? now + stockAfterFailure : Time::max();
}

void RequestModeChooser::setFar()
{
    m_withdraws = true;
}

bool RequestModeChooser::mayAskAhead(Time now) const
{
    return !m_stockUntil || now >= *m_stockUntil;
}

bool RequestModeChooser::mayUseFences() const
{
    return !m_fencesFailed;
}

bool RequestModeChooser::mayUseContinuous() const
{
    return m_fences && m_continuous && !m_fencesFailed && !m_continuousFailed;
}

bool RequestModeChooser::withdrawsFences() const
{
    return m_withdraws || m_fencesFailed;
}

RequestMode RequestModeChooser::choose(Time now, const Facts &facts)
{
    if (!facts.isSeen || !facts.hasPicture) {
        return RequestMode::Stock;
    }
    if (mayUseContinuous() && !m_withdraws && mayAskAhead(now)) {
        m_withdraws = facts.roundTrip && *facts.roundTrip >= longRoundTrip;
    }
    if (mayUseContinuous() && !m_withdraws && !facts.isLimited) {
        return RequestMode::Continuous;
    }
    return mayAskAhead(now) ? RequestMode::Ahead : RequestMode::Stock;
}
}
