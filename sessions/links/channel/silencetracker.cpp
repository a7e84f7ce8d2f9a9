// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/silencetracker.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A longer time between two turns of the loop means that the process did not run: a turn is due each second, and even on a
// busy machine it is less than one more second late.
constexpr auto longestLoopGap = 2s;
}

SilenceTracker::SilenceTracker(Time now)
    : m_lastDataAt(now)
    , m_lastLoopTurnAt(now)
{
}

void SilenceTracker::noteLoopIteration(Time now)
{
    if (now - m_lastLoopTurnAt > longestLoopGap) {
        m_wasProcessStopped = true;
        m_pathDoubtedAt = now;
    }
    m_lastLoopTurnAt = now;
}

void SilenceTracker::noteDataReceived(Time now)
{
    m_isLocalAddressLost = false;
    m_lastDataAt = now;
}

void SilenceTracker::noteProbeAnswer(Time probeSentAt, Time now)
{
    noteDataReceived(now);
    if (m_pathDoubtedAt && probeSentAt >= *m_pathDoubtedAt) {
        m_pathDoubtedAt.reset();
        m_wasProcessStopped = false;
    }
}

void SilenceTracker::markPathDoubtful(Time now)
{
    if (!m_pathDoubtedAt) {
        m_pathDoubtedAt = now;
    }
}

void SilenceTracker::noteLocalAddressLost()
{
    m_isLocalAddressLost = true;
}

bool SilenceTracker::isPathInDoubt() const
{
    return m_pathDoubtedAt.has_value();
}

bool SilenceTracker::wasProcessStoppedSince(Time probeSentAt) const
{
    return m_wasProcessStopped && m_pathDoubtedAt && probeSentAt < *m_pathDoubtedAt;
}

SilenceLevel SilenceTracker::silenceLevel(Time now, RoundTrip roundTrip) const
{
    if (m_isLocalAddressLost) {
        return SilenceLevel::Dead;
    }
    const SilenceLevel plain = judgeSilence(now - m_lastDataAt, roundTrip);
    if (!m_pathDoubtedAt) {
        return plain;
    }
    const bool hadItsTime = now - *m_pathDoubtedAt > silenceLimits(roundTrip).inputBlockedAfter;
    if (m_wasProcessStopped && !hadItsTime) {
        return SilenceLevel::InputBlocked;
    }
    const SilenceLevel least = hadItsTime && m_lastDataAt <= *m_pathDoubtedAt ? SilenceLevel::Stalled
        : m_wasProcessStopped                                                 ? SilenceLevel::InputBlocked
                                                                              : SilenceLevel::None;
    return std::max(plain, least);
}

SilenceTracker::Time SilenceTracker::nextSilenceLevelChangeAt(Time now, RoundTrip roundTrip) const
{
    const SilenceLimits limits = silenceLimits(roundTrip);
    Time next = now + 1s;
    const auto consider = [&](Time moment) {
        if (moment >= now) {
            next = std::min(next, moment + 1ms);
        }
    };
    consider(m_lastDataAt + limits.inputBlockedAfter);
    consider(m_lastDataAt + limits.stalledAfter);
    consider(m_lastDataAt + limits.deadAfter);
    if (m_pathDoubtedAt) {
        consider(*m_pathDoubtedAt + limits.inputBlockedAfter);
    }
    return next;
}

SilenceTracker::Time SilenceTracker::lastDataAt() const
{
    return m_lastDataAt;
}
}
