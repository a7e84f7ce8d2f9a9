// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopliveness.h"

#include "sessions/base/statetable.h"

namespace Nightdesk
{
LivenessState DesktopLiveness::state() const
{
    return m_state;
}

bool DesktopLiveness::hasFirstImage() const
{
    return m_state == LivenessState::ImageShown;
}

void DesktopLiveness::noteConnecting(Instant now)
{
    enterNextState(m_state, LivenessEvent::ConnectionBegun);
    m_loginSilenceMeter = {};
    begin(now);
}

void DesktopLiveness::notePreparedConnectionUsed(Instant now)
{
    m_loginSilenceMeter.restart();
    begin(now);
}

void DesktopLiveness::noteLoginProgress()
{
    m_loginSilenceMeter.restart();
}

bool DesktopLiveness::noteImageAppeared(Instant now)
{
    if (!enterNextState(m_state, LivenessEvent::FirstImageArrived)) {
        return false;
    }
    begin(now);
    return true;
}

void DesktopLiveness::noteConnectionDropped()
{
    enterNextState(m_state, LivenessEvent::ConnectionDropped);
}

void DesktopLiveness::noteDataReceived(Instant at, Instant now)
{
    m_loginSilenceMeter.restart();
    ServerAnswerDetector::noteDataReceived(at, now);
}

bool DesktopLiveness::checkSilence(Instant now, bool linkAnswers, bool isAskingUser)
{
    switch (m_state) {
    case LivenessState::NotConnected:
        return false;
    case LivenessState::LoggingIn:
        m_loginSilenceMeter.addInterval(now, linkAnswers && !isAskingUser);
        return m_loginSilenceMeter.waited() > loginSilenceLimit();
    case LivenessState::ImageShown:
        updateSilence(now, linkAnswers);
        return false;
    }
    return false;
}

std::chrono::seconds DesktopLiveness::silence(Instant now) const
{
    return m_state == LivenessState::LoggingIn ? std::chrono::round<std::chrono::seconds>(m_loginSilenceMeter.waited())
                                               : std::chrono::round<std::chrono::seconds>(now - lastDataAt());
}
}
