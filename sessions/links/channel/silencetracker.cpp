// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/silencetracker.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A longer time between two turns means that the process did not run: a turn is due each second, and on a busy machine
// it is less than one more second late.
constexpr auto jump = 2s;
}

SilenceTracker::SilenceTracker(Time now)
    : m_lastDataAt(now)
    , m_lastLoopTurnAt(now)
{
}

void SilenceTracker::noteLoopTurn(Time now)
{
    if (now - m_lastLoopTurnAt > jump) {
        m_wasProcessStopped = true;
        m_answerDoubtedAt = now;
    }
    m_lastLoopTurnAt = now;
}

void SilenceTracker::answerHeard(Time now)
{
    m_isConnectionLost = false;
    m_lastDataAt = now;
}

void SilenceTracker::answered(Time asked, Time now)
{
    answerHeard(now);
    if (m_answerDoubtedAt && asked >= *m_answerDoubtedAt) {
        m_answerDoubtedAt.reset();
        m_wasProcessStopped = false;
    }
}

void SilenceTracker::doubtPath(Time now)
{
    if (!m_answerDoubtedAt) {
        m_answerDoubtedAt = now;
    }
}

void SilenceTracker::setConnectionLost()
{
    m_isConnectionLost = true;
}

bool SilenceTracker::isPathInDoubt() const
{
    return m_answerDoubtedAt.has_value();
}

Silence SilenceTracker::judge(Time now, RoundTrip roundTrip) const
{
    if (m_isConnectionLost) {
        return Silence::Dead;
    }
    const Silence plain = judgeSilence(now - m_lastDataAt, roundTrip);
    if (!m_answerDoubtedAt) {
        return plain;
    }
    const bool hadItsTime = now - *m_answerDoubtedAt > silenceLimits(roundTrip).inputHeld;
    if (m_wasProcessStopped && !hadItsTime) {
        return Silence::InputHeld;
    }
    const Silence least = hadItsTime && m_lastDataAt <= *m_answerDoubtedAt ? Silence::Stalled : m_wasProcessStopped ? Silence::InputHeld : Silence::None;
    return std::max(plain, least);
}

SilenceTracker::Time SilenceTracker::nextVerdictAt(Time now, RoundTrip roundTrip) const
{
    const SilenceLimits limits = silenceLimits(roundTrip);
    Time next = now + 1s;
    const auto consider = [&](Time moment) {
        if (moment >= now) {
            next = std::min(next, moment + 1ms);
        }
    };
    consider(m_lastDataAt + limits.inputHeld);
    consider(m_lastDataAt + limits.stalled);
    consider(m_lastDataAt + limits.dead);
    if (m_answerDoubtedAt) {
        consider(*m_answerDoubtedAt + limits.inputHeld);
    }
    return next;
}

SilenceTracker::Time SilenceTracker::lastDataAt() const
{
    return m_lastDataAt;
}
}
