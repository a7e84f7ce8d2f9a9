// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/continuousupdates.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
constexpr std::chrono::milliseconds longestPause{32000};
// Irregular pauses between test requests: otherwise an image that changes at a fixed interval would look like the
// answer to each of them.
constexpr std::chrono::milliseconds pauses[] = {2000ms, 1300ms, 2900ms, 1700ms};
}

bool ContinuousUpdates::isOn() const
{
    return m_isOn;
}

bool ContinuousUpdates::setOn(bool on, Time now)
{
    if (on == m_isOn) {
        return false;
    }
    m_isOn = on;
    m_testRequestedAt.reset();
    m_testInterval = pauses[0];
    m_failedTestCount = 0;
    if (!on && m_unconfirmedEndCount++ == 0) {
        m_confirmationAwaitedSince = now;
    }
    return true;
}

bool ContinuousUpdates::handleReportedEnd(Time now)
{
    if (m_unconfirmedEndCount > 0) {
        --m_unconfirmedEndCount;
        m_confirmationAwaitedSince = now;
        return true;
    }
    return !m_isOn; // while continuous updates are on, nobody requested their end
}

void ContinuousUpdates::handleReadingPauseEnded(Time now)
{
    m_confirmationAwaitedSince = now;
}

bool ContinuousUpdates::handlePixelsArrived(Time now, Clock::duration maxAnswerTime)
{
    const bool wasAsked = m_testRequestedAt && now - *m_testRequestedAt < maxAnswerTime;
    m_failedTestCount = wasAsked ? m_failedTestCount + 1 : 0;
    m_testRequestedAt.reset();
    const bool isBroken = m_failedTestCount == std::size(pauses);
    if (isBroken) {
        m_failedTestCount = 0;
    }
    m_testInterval = pauses[m_failedTestCount];
    return !isBroken;
}

bool ContinuousUpdates::detectMissingEndConfirmation(Time now, Clock::duration patience, Time updateEnded)
{
    if (m_unconfirmedEndCount == 0 || now - m_confirmationAwaitedSince <= patience || updateEnded <= m_confirmationAwaitedSince + patience / 2) {
        return false;
    }
    m_unconfirmedEndCount = 0;
    return true;
}

ContinuousUpdates::Time ContinuousUpdates::testRequestDueAt(Time quietSince) const
{
    return std::max(quietSince, m_testRequestedAt.value_or(Time{})) + m_testInterval;
}

void ContinuousUpdates::noteTestRequestSent(Time now)
{
    if (m_testRequestedAt) {
        m_testInterval = std::min<Clock::duration>(2 * m_testInterval, longestPause);
    }
    m_testRequestedAt = now;
}
}
