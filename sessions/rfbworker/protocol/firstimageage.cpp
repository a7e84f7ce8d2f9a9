// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/firstimageage.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
void FirstImageFreshnessChecker::begin(std::uint64_t pixels, Time now)
{
    m_missingPixels = pixels;
    m_nextWakeEventDueAt = now;
}

void FirstImageFreshnessChecker::noteServerIsNotX11vnc()
{
    enterNextState(m_state, FirstImageFreshnessEvent::ServerIsNotX11vnc);
}

void FirstImageFreshnessChecker::handleUpdateBegin()
{
    m_wasCompleteBeforeUpdate = m_firstImageCompleteAt.has_value();
    m_updateHasUnrequestedPixels = false;
}

void FirstImageFreshnessChecker::noteRectPainted(const RfbWire::Rect &rect, bool isRequested)
{
    enterNextState(m_state, FirstImageFreshnessEvent::FirstPixelsCame);
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    m_missingPixels -= std::min(m_missingPixels, pixels);
    const bool isCorner = rect.x + rect.width <= speedTestCornerSide && rect.y + rect.height <= speedTestCornerSide;
    m_updateHasUnrequestedPixels = m_updateHasUnrequestedPixels || (m_wasCompleteBeforeUpdate && !isRequested && !isCorner && pixels > 1);
}

void FirstImageFreshnessChecker::handleUpdateEnd(Time now)
{
    if (mayBeOutdated()) {
        m_firstPixelsAt = m_firstPixelsAt.value_or(now);
        m_firstImageCompleteAt = m_firstImageCompleteAt || m_missingPixels != 0 ? m_firstImageCompleteAt : now;
    }
    if (m_updateHasUnrequestedPixels) {
        enterNextState(m_state, FirstImageFreshnessEvent::UnrequestedChange);
    }
}

std::optional<FirstImageFreshnessChecker::Time> FirstImageFreshnessChecker::waitForChangeEndsAt(Clock::duration roundTrip) const
{
    if (m_firstImageCompleteAt) {
        return *m_firstImageCompleteAt + maxServerSleep + roundTrip;
    }
    return m_firstPixelsAt ? std::optional(*m_firstPixelsAt + maxWaitForCompleteImage + roundTrip) : std::nullopt;
}

void FirstImageFreshnessChecker::checkChangeTimeout(Time now, Clock::duration roundTrip)
{
    if (const auto at = waitForChangeEndsAt(roundTrip); at && now >= *at) {
        enterNextState(m_state, FirstImageFreshnessEvent::WaitTimedOut);
    }
}

bool FirstImageFreshnessChecker::mayNeedWakeEvent() const
{
    return m_state != FirstImageFreshness::Current && m_nextWakeEventDueAt && m_sentWakeEventCount < maxWakeEventCount;
}

bool FirstImageFreshnessChecker::takeDueWakeEvent(Time now, Clock::duration roundTrip)
{
    if (!mayNeedWakeEvent() || now < *m_nextWakeEventDueAt) {
        return false;
    }
    ++m_sentWakeEventCount;
    m_nextWakeEventDueAt =
        now + (m_sentWakeEventCount < quickWakeEventCount ? std::max<Clock::duration>(quickWakeEventInterval, roundTrip / 4) : wakeEventInterval);
    return true;
}

bool FirstImageFreshnessChecker::mayBeOutdated() const
{
    return m_state == FirstImageFreshness::MaybeOutdated;
}

std::optional<bool> FirstImageFreshnessChecker::takeFreshnessChange()
{
    const bool isKnown = !mayBeOutdated();
    return std::exchange(m_isReportedCurrent, isKnown) != isKnown ? std::optional(isKnown) : std::nullopt;
}

std::optional<FirstImageFreshnessChecker::Time> FirstImageFreshnessChecker::nextCheckDueAt(Clock::duration roundTrip) const
{
    const auto timeout = mayBeOutdated() ? waitForChangeEndsAt(roundTrip) : std::nullopt;
    const auto wake = mayNeedWakeEvent() ? m_nextWakeEventDueAt : std::nullopt;
    return timeout && wake ? std::min(*timeout, *wake) : timeout ? timeout : wake;
}
}
