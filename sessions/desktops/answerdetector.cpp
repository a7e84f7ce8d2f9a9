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
    m_lastCheckAt.reset();
    m_silence.restart();
    m_serverRoundTrip = {};
}

void AnswerDetector::answerHeard(Instant at, Instant now)
{
    if (std::min(at, now) > m_lastDataAt) {
        m_lastDataAt = std::min(at, now);
        m_silence.restart();
    }
}

void AnswerDetector::addServerRoundTrip(std::chrono::microseconds roundTrip)
{
    m_serverRoundTrip.add(roundTrip);
}

void AnswerDetector::addLinkRoundTrip(std::chrono::microseconds roundTrip)
{
    m_linkRoundTrip.add(roundTrip);
}

void AnswerDetector::setHidden(bool hidden, Instant now)
{
    if (m_isHidden && !hidden && judge(now, true) == Verdict::Answers) {
        m_shownAt = now; // shorter limits apply from now on, because a desktop that is shown is probed at once
    }
    m_isHidden = hidden;
}

void AnswerDetector::updateSilence(Instant now, bool linkAnswers)
{
    if (m_lastCheckAt && now - *m_lastCheckAt > inputLimit()) {
        m_inputHeldUntil = now + deafAfterAbsence;
    }
    m_lastCheckAt = now;
    m_silence.addInterval(now, linkAnswers);
}

AnswerDetector::Verdict AnswerDetector::judge(Instant now, bool linkAnswers) const
{
    if (linkAnswers && m_silence.waited() > giveUpLimit()) {
        return Verdict::GivenUp;
    }
    const auto allowance = m_isHidden ? hiddenAllowance : 0ms;
    if (now - std::max(m_lastDataAt, m_shownAt) - allowance > stalledLimit()) {
        return Verdict::Stalled;
    }
    const auto silent = now - m_lastDataAt - allowance;
    const bool wereAbsent = now < m_inputHeldUntil || (m_lastCheckAt && now - *m_lastCheckAt > inputLimit());
    return silent > inputLimit() || !linkAnswers || wereAbsent ? Verdict::HoldInput : Verdict::Answers;
}

AnswerDetector::Instant AnswerDetector::lastDataAt() const
{
    return m_lastDataAt;
}

std::chrono::milliseconds AnswerDetector::durationOfRoundTrips(int count) const
{
    return std::chrono::ceil<std::chrono::milliseconds>(count * std::max(m_serverRoundTrip.least(), m_linkRoundTrip.least()));
}

std::chrono::milliseconds AnswerDetector::inputLimit() const
{
    return std::max<std::chrono::milliseconds>(1500ms, durationOfRoundTrips(5));
}

std::chrono::milliseconds AnswerDetector::stalledLimit() const
{
    return std::max<std::chrono::milliseconds>(3s, durationOfRoundTrips(4));
}

std::chrono::milliseconds AnswerDetector::giveUpLimit() const
{
    return std::max<std::chrono::milliseconds>(20s, durationOfRoundTrips(10));
}

std::chrono::milliseconds AnswerDetector::loginLimit() const
{
    return 10s + durationOfRoundTrips(10);
}
}
