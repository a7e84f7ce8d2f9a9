// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/typingjudge.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto typingTime = 2s; // since the last key
constexpr auto echoTime = 3s; // for what we did ourselves to come back, by the worst link
constexpr auto quietTime = 60s; // between two warnings
// A pointer that is painted anew: not larger than this, and not in one line as what is typed.
constexpr int pointerSide = 64;
constexpr int lineReach = 3;
constexpr int wanderingSteps = 4;
constexpr auto wanderingTime = 1s;

bool isWithin(const std::optional<TypingJudge::Instant> &when, TypingJudge::Instant now, std::chrono::milliseconds time)
{
    return when && now - *when <= time;
}

bool isLock(quint32 keysym)
{
    return keysym == 0xffe5 || keysym == 0xffe6 || keysym == 0xff7f || keysym == 0xff14; // Caps, Shift, Num, Scroll
}

bool isReturn(quint32 keysym)
{
    return keysym == 0xff0d || keysym == 0xff8d || (keysym >= 0xff50 && keysym <= 0xff58); // and what moves by lines
}
}

void TypingJudge::typed(quint32 keysym, Instant now)
{
    if (isLock(keysym)) {
        m_lockAt = now;
        return;
    }
    if (isReturn(keysym)) {
        m_returnAt = now;
    }
    m_typedAt = now;
}

void TypingJudge::pointed(Instant now)
{
    m_pointedAt = now;
    m_steps = 0;
    m_step.reset();
}

bool TypingJudge::isTyping(Instant now) const
{
    return isWithin(m_typedAt, now, typingTime);
}

std::optional<TypingJudge::Sign> TypingJudge::tell(Sign sign, Instant now)
{
    if (!isTyping(now) || isWithin(m_toldAt, now, quietTime)) {
        return std::nullopt;
    }
    m_toldAt = now;
    return sign;
}

std::optional<TypingJudge::Sign> TypingJudge::othersMoved(Instant now)
{
    return tell(Sign::Pointer, now);
}

std::optional<TypingJudge::Sign> TypingJudge::cursorChanged(bool isPainted, Instant now)
{
    const bool wasPainted = std::exchange(m_isPainted, isPainted);
    m_steps = 0;
    m_step.reset();
    if (!isPainted) {
        m_hadCursor = true;
        return std::nullopt;
    }
    // A server that never sent one paints it for itself.
    return m_hadCursor && !wasPainted ? tell(Sign::Pointer, now) : std::nullopt;
}

std::optional<TypingJudge::Sign> TypingJudge::damaged(const QRect &rect, Instant now)
{
    const bool mayBePointer = m_isPainted && m_hadCursor && rect.width() <= pointerSide && rect.height() <= pointerSide;
    if (!mayBePointer || isWithin(m_pointedAt, now, echoTime) || isWithin(m_returnAt, now, echoTime)) {
        return std::nullopt;
    }
    const QPoint place = rect.center();
    const auto before = std::exchange(m_step, place);
    if (m_steps == 0 || now - m_stepsBegan > wanderingTime) {
        m_stepsBegan = now;
        m_steps = 0;
    }
    if (!before || std::abs(before->y() - place.y()) <= lineReach) {
        m_steps = std::max(m_steps, 1);
        return std::nullopt;
    }
    return ++m_steps > wanderingSteps ? tell(Sign::Pointer, now) : std::nullopt;
}

std::optional<TypingJudge::Sign> TypingJudge::lightsChanged(quint8 lights, Instant now)
{
    const auto before = std::exchange(m_lights, lights);
    if (!before || *before == lights || isWithin(m_lockAt, now, echoTime)) {
        return std::nullopt;
    }
    return tell(Sign::Lock, now);
}

void TypingJudge::restart()
{
    const auto told = m_toldAt;
    *this = TypingJudge();
    m_toldAt = told;
}
}
