// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/silencewatch.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A longer time between two turns means that the process did not run: a turn is due each second, and on a busy machine
// it is less than one more second late.
constexpr auto jump = 2s;
}

SilenceWatch::SilenceWatch(Time now)
    : m_heardAt(now)
    , m_turnedAt(now)
{
}

void SilenceWatch::turned(Time now)
{
    if (now - m_turnedAt > jump) {
        m_jumped = true;
        m_doubtedAt = now;
    }
    m_turnedAt = now;
}

void SilenceWatch::answerHeard(Time now)
{
    m_isLost = false;
    m_heardAt = now;
}

void SilenceWatch::answered(Time asked, Time now)
{
    answerHeard(now);
    if (m_doubtedAt && asked >= *m_doubtedAt) {
        m_doubtedAt.reset();
        m_jumped = false;
    }
}

void SilenceWatch::doubtAnswer(Time now)
{
    if (!m_doubtedAt) {
        m_doubtedAt = now;
    }
}

void SilenceWatch::setLost()
{
    m_isLost = true;
}

bool SilenceWatch::isInDoubt() const
{
    return m_doubtedAt.has_value();
}

Silence SilenceWatch::judge(Time now, RoundTrip roundTrip) const
{
    if (m_isLost) {
        return Silence::Dead;
    }
    const Silence plain = judgeSilence(now - m_heardAt, roundTrip);
    if (!m_doubtedAt) {
        return plain;
    }
    const bool hadItsTime = now - *m_doubtedAt > silenceLimits(roundTrip).inputHeld;
    if (m_jumped && !hadItsTime) {
        return Silence::InputHeld;
    }
    const Silence least = hadItsTime && m_heardAt <= *m_doubtedAt ? Silence::Stalled : m_jumped ? Silence::InputHeld : Silence::None;
    return std::max(plain, least);
}

SilenceWatch::Time SilenceWatch::nextVerdict(Time now, RoundTrip roundTrip) const
{
    const SilenceLimits limits = silenceLimits(roundTrip);
    Time next = now + 1s;
    const auto consider = [&](Time moment) {
        if (moment >= now) {
            next = std::min(next, moment + 1ms);
        }
    };
    consider(m_heardAt + limits.inputHeld);
    consider(m_heardAt + limits.stalled);
    consider(m_heardAt + limits.dead);
    if (m_doubtedAt) {
        consider(*m_doubtedAt + limits.inputHeld);
    }
    return next;
}

SilenceWatch::Time SilenceWatch::heardAt() const
{
    return m_heardAt;
}
}
