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
// How long input is blocked after this process was stopped for a while. What the user typed meanwhile is read in the first turns of the event loop,
// and must not be sent so late.
constexpr auto deafAfterAbsence = 500ms;
}

void ServerAnswerDetector::begin(Instant now)
{
    m_lastDataAt = now;
    m_lastSilenceCheckAt.reset();
    m_silenceMeter.restart();
    m_minServerRoundTrip = {};
}

void ServerAnswerDetector::noteDataReceived(Instant at, Instant now)
{
    if (std::min(at, now) > m_lastDataAt) {
        m_lastDataAt = std::min(at, now);
        m_silenceMeter.restart();
    }
}

void ServerAnswerDetector::addServerRoundTrip(std::chrono::microseconds roundTrip)
{
    m_minServerRoundTrip.add(roundTrip);
}

void ServerAnswerDetector::addLinkRoundTrip(std::chrono::microseconds roundTrip)
{
    m_minLinkRoundTrip.add(roundTrip);
}

void ServerAnswerDetector::setHidden(bool hidden, Instant now)
{
    if (m_isDesktopHidden && !hidden && currentVerdict(now, true) == Verdict::Answers) {
        m_shownAgainAt = now; // a shown desktop is probed at once, so the shorter limit of a shown desktop counts from now on
    }
    m_isDesktopHidden = hidden;
}

void ServerAnswerDetector::updateSilence(Instant now, bool linkAnswers)
{
    if (m_lastSilenceCheckAt && now - *m_lastSilenceCheckAt > maxInputAge()) {
        m_inputBlockedUntil = now + deafAfterAbsence;
    }
    m_lastSilenceCheckAt = now;
    m_silenceMeter.addInterval(now, linkAnswers);
}

ServerAnswerDetector::Verdict ServerAnswerDetector::currentVerdict(Instant now, bool linkAnswers) const
{
    if (linkAnswers && m_silenceMeter.waited() > connectionGiveUpLimit()) {
        return Verdict::GivenUp;
    }
    const auto allowance = m_isDesktopHidden ? hiddenAllowance : 0ms;
    if (now - std::max(m_lastDataAt, m_shownAgainAt) - allowance > silenceUntilStalled()) {
        return Verdict::Stalled;
    }
    const auto silent = now - m_lastDataAt - allowance;
    const bool wereAbsent = now < m_inputBlockedUntil || (m_lastSilenceCheckAt && now - *m_lastSilenceCheckAt > maxInputAge());
    return silent > maxInputAge() || !linkAnswers || wereAbsent ? Verdict::HoldInput : Verdict::Answers;
}

ServerAnswerDetector::Instant ServerAnswerDetector::lastDataAt() const
{
    return m_lastDataAt;
}

std::chrono::milliseconds ServerAnswerDetector::durationOfRoundTrips(int count) const
{
    return std::chrono::ceil<std::chrono::milliseconds>(count * std::max(m_minServerRoundTrip.least(), m_minLinkRoundTrip.least()));
}

std::chrono::milliseconds ServerAnswerDetector::maxInputAge() const
{
    return std::max<std::chrono::milliseconds>(1500ms, durationOfRoundTrips(5));
}

std::chrono::milliseconds ServerAnswerDetector::silenceUntilStalled() const
{
    return std::max<std::chrono::milliseconds>(3s, durationOfRoundTrips(4));
}

std::chrono::milliseconds ServerAnswerDetector::connectionGiveUpLimit() const
{
    return std::max<std::chrono::milliseconds>(20s, durationOfRoundTrips(10));
}

std::chrono::milliseconds ServerAnswerDetector::loginSilenceLimit() const
{
    return 10s + durationOfRoundTrips(10);
}
}
