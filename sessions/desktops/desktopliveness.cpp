// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopliveness.h"

namespace Nightdesk
{
LivenessState DesktopLiveness::state() const
{
    return m_state;
}

bool DesktopLiveness::isShown() const
{
    return m_state == LivenessState::Shown;
}

bool DesktopLiveness::enter(LivenessEvent event)
{
    const auto next = nextState(m_state, event);
    m_state = next.value_or(m_state);
    return next.has_value();
}

void DesktopLiveness::connecting(Instant now)
{
    enter(LivenessEvent::Connecting);
    m_login = {};
    m_answers.begin(now);
}

void DesktopLiveness::reopened(Instant now)
{
    m_login.restart();
    m_answers.begin(now);
}

void DesktopLiveness::progressed()
{
    m_login.restart();
}

bool DesktopLiveness::appeared(Instant now)
{
    if (!enter(LivenessEvent::Appeared)) {
        return false;
    }
    m_answers.begin(now);
    return true;
}

void DesktopLiveness::dropped()
{
    enter(LivenessEvent::Dropped);
}

void DesktopLiveness::answerHeard(Instant at, Instant now)
{
    m_login.restart();
    m_answers.answerHeard(at, now);
}

void DesktopLiveness::serverTook(std::chrono::microseconds roundTrip)
{
    m_answers.serverTook(roundTrip);
}

void DesktopLiveness::linkTook(std::chrono::microseconds roundTrip)
{
    m_answers.linkTook(roundTrip);
}

void DesktopLiveness::setHidden(bool isHidden, Instant now)
{
    m_answers.setHidden(isHidden, now);
}

bool DesktopLiveness::checkSilence(Instant now, bool linkAnswers, bool asksPerson)
{
    switch (m_state) {
    case LivenessState::Off:
        return false;
    case LivenessState::LoggingIn:
        m_login.look(now, linkAnswers && !asksPerson);
        return m_login.waited() > m_answers.loginLimit();
    case LivenessState::Shown:
        m_answers.judgeSilence(now, linkAnswers);
        return false;
    }
    return false;
}

AnswerDetector::Verdict DesktopLiveness::judge(Instant now, bool linkAnswers) const
{
    return m_answers.judge(now, linkAnswers);
}

std::chrono::seconds DesktopLiveness::silence(Instant now) const
{
    return m_state == LivenessState::LoggingIn ? std::chrono::round<std::chrono::seconds>(m_login.waited())
                                               : std::chrono::round<std::chrono::seconds>(now - m_answers.heardAt());
}

DesktopLiveness::Instant DesktopLiveness::heardAt() const
{
    return m_answers.heardAt();
}

std::chrono::milliseconds DesktopLiveness::inputLimit() const
{
    return m_answers.inputLimit();
}
}
