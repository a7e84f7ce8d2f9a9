// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopliveness.h"

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

bool DesktopLiveness::handleEvent(LivenessEvent event)
{
    const auto next = nextState(m_state, event);
    m_state = next.value_or(m_state);
    return next.has_value();
}

void DesktopLiveness::noteConnecting(Instant now)
{
    handleEvent(LivenessEvent::ConnectionBegun);
    m_loginSilenceMeter = {};
    m_answerDetector.begin(now);
}

void DesktopLiveness::notePreparedConnectionUsed(Instant now)
{
    m_loginSilenceMeter.restart();
    m_answerDetector.begin(now);
}

void DesktopLiveness::noteLoginProgress()
{
    m_loginSilenceMeter.restart();
}

bool DesktopLiveness::noteImageAppeared(Instant now)
{
    if (!handleEvent(LivenessEvent::FirstImageArrived)) {
        return false;
    }
    m_answerDetector.begin(now);
    return true;
}

void DesktopLiveness::noteConnectionDropped()
{
    handleEvent(LivenessEvent::ConnectionDropped);
}

void DesktopLiveness::noteDataReceived(Instant at, Instant now)
{
    m_loginSilenceMeter.restart();
    m_answerDetector.noteDataReceived(at, now);
}

void DesktopLiveness::addServerRoundTrip(std::chrono::microseconds roundTrip)
{
    m_answerDetector.addServerRoundTrip(roundTrip);
}

void DesktopLiveness::addLinkRoundTrip(std::chrono::microseconds roundTrip)
{
    m_answerDetector.addLinkRoundTrip(roundTrip);
}

void DesktopLiveness::setHidden(bool isHidden, Instant now)
{
    m_answerDetector.setHidden(isHidden, now);
}

bool DesktopLiveness::checkSilence(Instant now, bool linkAnswers, bool isAskingUser)
{
    switch (m_state) {
    case LivenessState::NotConnected:
        return false;
    case LivenessState::LoggingIn:
        m_loginSilenceMeter.addInterval(now, linkAnswers && !isAskingUser);
        return m_loginSilenceMeter.waited() > m_answerDetector.loginSilenceLimit();
    case LivenessState::ImageShown:
        m_answerDetector.updateSilence(now, linkAnswers);
        return false;
    }
    return false;
}

ServerAnswerDetector::Verdict DesktopLiveness::currentVerdict(Instant now, bool linkAnswers) const
{
    return m_answerDetector.currentVerdict(now, linkAnswers);
}

std::chrono::seconds DesktopLiveness::silence(Instant now) const
{
    return m_state == LivenessState::LoggingIn ? std::chrono::round<std::chrono::seconds>(m_loginSilenceMeter.waited())
                                               : std::chrono::round<std::chrono::seconds>(now - m_answerDetector.lastDataAt());
}

DesktopLiveness::Instant DesktopLiveness::lastDataAt() const
{
    return m_answerDetector.lastDataAt();
}

std::chrono::milliseconds DesktopLiveness::maxInputAge() const
{
    return m_answerDetector.maxInputAge();
}
}
