// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/requestmodechooser.h"

namespace Nightdesk::Rfb
{
using RfbWire::RequestMode;

void RequestModeChooser::noteFenceSupport()
{
    m_serverHasFences = true;
}

void RequestModeChooser::noteContinuousUpdateSupport()
{
    m_serverHasContinuousUpdates = true;
}

void RequestModeChooser::noteFenceFailure()
{
    m_fencesFailed = true;
}

void RequestModeChooser::noteContinuousUpdateFailure()
{
    m_continuousUpdatesFailed = true;
}

void RequestModeChooser::noteAheadModeFailure(Time now)
{
    if (m_oneAtATimeUntil && m_aheadModeFailureCount < maxFailures && now > *m_oneAtATimeUntil + forgetFailuresAfter) {
        m_aheadModeFailureCount = 0;
    }
    ++m_aheadModeFailureCount;
    m_oneAtATimeUntil = m_aheadModeFailureCount < maxFailures ? now + oneAtATimePeriodAfterFailure : Time::max();
}

void RequestModeChooser::stopOfferingFences()
{
    m_mustNotOfferFences = true;
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
    return m_serverHasFences && m_serverHasContinuousUpdates && !m_fencesFailed && !m_continuousUpdatesFailed;
}

bool RequestModeChooser::mustNotOfferFences() const
{
    return m_mustNotOfferFences || m_fencesFailed;
}

RequestMode RequestModeChooser::chooseMode(Time now, const Facts &facts)
{
    if (!facts.needsAllUpdates || !facts.hasImage) {
        return RequestMode::OneAtATime;
    }
    if (mayUseContinuousUpdates() && !m_mustNotOfferFences && mayRequestAhead(now)) {
        m_mustNotOfferFences = facts.roundTrip && *facts.roundTrip >= minRoundTripWithoutFences;
    }
    if (mayUseContinuousUpdates() && !m_mustNotOfferFences && !facts.isRateLimited) {
        return RequestMode::Continuous;
    }
    return mayRequestAhead(now) ? RequestMode::AheadOfUpdates : RequestMode::OneAtATime;
}
}
