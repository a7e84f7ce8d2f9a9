// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/answerdetector.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A hidden desktop is probed every 2 s instead of every 0.5 s.
constexpr auto hiddenAllowance = 1500ms;
// How long input is held after this process was stopped. Bytes that waited in the socket meanwhile are read in the
// first turns of the event loop.
constexpr auto deafAfterAbsence = 500ms;
}

void AnswerDetector::begin(Instant now)
{
    m_lastDataAt = now;
    m_lastSilenceCheckAt.reset();
    m_silenceMeter.restart();
    m_minServerRoundTrip = {};
}

void AnswerDetector::noteDataReceived(Instant at, Instant now)
{
    if (std::min(at, now) > m_lastDataAt) {
        m_lastDataAt = std::min(at, now);
        m_silenceMeter.restart();
    }
}

void AnswerDetector::addServerRoundTrip(std::chrono::microseconds roundTrip)
{
    m_minServerRoundTrip.add(roundTrip);
}

void AnswerDetector::addLinkRoundTrip(std::chrono::microseconds roundTrip)
{
    m_minLinkRoundTrip.add(roundTrip);
}

void AnswerDetector::setHidden(bool hidden, Instant now)
{
    if (m_isDesktopHidden && !hidden && currentVerdict(now, true) == Verdict::Answers) {
        m_shownAgainAt = now; // shorter limits apply from now on, because a desktop that is shown is probed at once
    }
    m_isDesktopHidden = hidden;
}

void AnswerDetector::updateSilence(Instant now, bool linkAnswers)
{
    if (m_lastSilenceCheckAt && now - *m_lastSilenceCheckAt > maxInputAge()) {
        m_inputHeldUntil = now + deafAfterAbsence;
    }
    m_lastSilenceCheckAt = now;
    m_silenceMeter.addInterval(now, linkAnswers);
}

AnswerDetector::Verdict AnswerDetector::currentVerdict(Instant now, bool linkAnswers) const
{
    if (linkAnswers && m_silenceMeter.waited() > connectionGiveUpLimit()) {
        return Verdict::GivenUp;
    }
    const auto allowance = m_isDesktopHidden ? hiddenAllowance : 0ms;
    if (now - std::max(m_lastDataAt, m_shownAgainAt) - allowance > silenceUntilStalled()) {
        return Verdict::Stalled;
    }
    const auto silent = now - m_lastDataAt - allowance;
    const bool wereAbsent = now < m_inputHeldUntil || (m_lastSilenceCheckAt && now - *m_lastSilenceCheckAt > maxInputAge());
    return silent > maxInputAge() || !linkAnswers || wereAbsent ? Verdict::HoldInput : Verdict::Answers;
}

AnswerDetector::Instant AnswerDetector::lastDataAt() const
{
    return m_lastDataAt;
}

std::chrono::milliseconds AnswerDetector::durationOfRoundTrips(int count) const
{
    return std::chrono::ceil<std::chrono::milliseconds>(count * std::max(m_minServerRoundTrip.least(), m_minLinkRoundTrip.least()));
}

std::chrono::milliseconds AnswerDetector::maxInputAge() const
{
    return std::max<std::chrono::milliseconds>(1500ms, durationOfRoundTrips(5));
}

std::chrono::milliseconds AnswerDetector::silenceUntilStalled() const
{
    return std::max<std::chrono::milliseconds>(3s, durationOfRoundTrips(4));
}

std::chrono::milliseconds AnswerDetector::connectionGiveUpLimit() const
{
    return std::max<std::chrono::milliseconds>(20s, durationOfRoundTrips(10));
}

std::chrono::milliseconds AnswerDetector::loginSilenceLimit() const
{
    return 10s + durationOfRoundTrips(10);
}
}
