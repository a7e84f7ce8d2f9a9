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
    m_heardAt = now;
    m_lookedAt.reset();
    m_silence.restart();
    m_server = {};
}

void AnswerDetector::answerHeard(Instant at, Instant now)
{
    if (std::min(at, now) > m_heardAt) {
        m_heardAt = std::min(at, now);
        m_silence.restart();
    }
}

void AnswerDetector::serverTook(std::chrono::microseconds roundTrip)
{
    m_server.add(roundTrip);
}

void AnswerDetector::linkTook(std::chrono::microseconds roundTrip)
{
    m_link.add(roundTrip);
}

void AnswerDetector::setHidden(bool hidden, Instant now)
{
    if (m_isHidden && !hidden && judge(now, true) == Verdict::Answers) {
        m_shownAt = now; // shorter limits apply from now on, because a desktop that is shown is probed at once
    }
    m_isHidden = hidden;
}

void AnswerDetector::judgeSilence(Instant now, bool linkAnswers)
{
    if (m_lookedAt && now - *m_lookedAt > inputLimit()) {
        m_deafUntil = now + deafAfterAbsence;
    }
    m_lookedAt = now;
    m_silence.look(now, linkAnswers);
}

AnswerDetector::Verdict AnswerDetector::judge(Instant now, bool linkAnswers) const
{
    if (linkAnswers && m_silence.waited() > patience()) {
        return Verdict::GivenUp;
    }
    const auto allowance = m_isHidden ? hiddenAllowance : 0ms;
    if (now - std::max(m_heardAt, m_shownAt) - allowance > stalledLimit()) {
        return Verdict::Stalled;
    }
    const auto silent = now - m_heardAt - allowance;
    const bool wereAbsent = now < m_deafUntil || (m_lookedAt && now - *m_lookedAt > inputLimit());
    return silent > inputLimit() || !linkAnswers || wereAbsent ? Verdict::HoldInput : Verdict::Answers;
}

AnswerDetector::Instant AnswerDetector::heardAt() const
{
    return m_heardAt;
}

std::chrono::milliseconds AnswerDetector::roundTrips(int count) const
{
    return std::chrono::ceil<std::chrono::milliseconds>(count * std::max(m_server.least(), m_link.least()));
}

std::chrono::milliseconds AnswerDetector::inputLimit() const
{
    return std::max<std::chrono::milliseconds>(1500ms, roundTrips(5));
}

std::chrono::milliseconds AnswerDetector::stalledLimit() const
{
    return std::max<std::chrono::milliseconds>(3s, roundTrips(4));
}

std::chrono::milliseconds AnswerDetector::patience() const
{
    return std::max<std::chrono::milliseconds>(20s, roundTrips(10));
}

std::chrono::milliseconds AnswerDetector::loginLimit() const
{
    return 10s + roundTrips(10);
}
}
