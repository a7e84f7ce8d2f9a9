// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/requestmodechooser.h"

namespace Nightdesk::Rfb
{
using RfbWire::RequestMode;

void RequestModeChooser::serverHasFences()
{
    m_serverHasFences = true;
}

void RequestModeChooser::serverHasContinuousUpdates()
{
    m_serverHasContinuous = true;
}

void RequestModeChooser::fencesFailed()
{
    m_fencesFailed = true;
}

void RequestModeChooser::continuousUpdatesFailed()
{
    m_continuousFailed = true;
}

void RequestModeChooser::aheadModeFailed(Time now)
{
    if (m_oneAtATimeUntil && m_aheadFailures < maxFailures && now > *m_oneAtATimeUntil + forgetFailuresAfter) {
        m_aheadFailures = 0;
    }
    ++m_aheadFailures;
    m_oneAtATimeUntil = m_aheadFailures < maxFailures ? now + oneAtATimeAfterFailure : Time::max();
}

void RequestModeChooser::setLongPath()
{
    m_withdrawsFences = true;
}

bool RequestModeChooser::mayRequestAhead(Time now) const
{
    return !m_oneAtATimeUntil || now >= *m_oneAtATimeUntil;
}

bool RequestModeChooser::mayUseFences() const
{
    return !m_fencesFailed;
}

bool RequestModeChooser::mayUseContinuousUpdates() const
{
    return m_serverHasFences && m_serverHasContinuous && !m_fencesFailed && !m_continuousFailed;
}

bool RequestModeChooser::mustWithdrawFences() const
{
    return m_withdrawsFences || m_fencesFailed;
}

RequestMode RequestModeChooser::chooseMode(Time now, const Facts &facts)
{
    if (!facts.needsAllUpdates || !facts.hasPicture) {
        return RequestMode::Stock;
    }
    if (mayUseContinuousUpdates() && !m_withdrawsFences && mayRequestAhead(now)) {
        m_withdrawsFences = facts.roundTrip && *facts.roundTrip >= longRoundTrip;
    }
    if (mayUseContinuousUpdates() && !m_withdrawsFences && !facts.isRateLimited) {
        return RequestMode::Continuous;
    }
    return mayRequestAhead(now) ? RequestMode::Ahead : RequestMode::Stock;
}
}
