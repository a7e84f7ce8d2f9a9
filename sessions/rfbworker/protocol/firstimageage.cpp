// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/firstimageage.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
void FirstImageAge::handle(FirstImageAgeEvent event)
{
    m_state = nextState(m_state, event).value_or(m_state);
}

void FirstImageAge::begin(std::uint64_t pixels, Time now)
{
    m_missingPixels = pixels;
    m_nextServerWakeAt = now;
}

void FirstImageAge::noteServerIsNotX11vnc()
{
    handle(FirstImageAgeEvent::ServerIsNotX11vnc);
}

void FirstImageAge::handleUpdateBegin()
{
    m_wasCompleteBeforeUpdate = m_firstImageCompleteAt.has_value();
    m_updateHasUnrequestedPixels = false;
}

void FirstImageAge::noteRectPainted(const RfbWire::Rect &rect, bool isRequested)
{
    handle(FirstImageAgeEvent::FirstPixelsCame);
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    m_missingPixels -= std::min(m_missingPixels, pixels);
    const bool isCorner = rect.x + rect.width <= speedTestCornerSide && rect.y + rect.height <= speedTestCornerSide;
    m_updateHasUnrequestedPixels = m_updateHasUnrequestedPixels || (m_wasCompleteBeforeUpdate && !isRequested && !isCorner && pixels > 1);
}

void FirstImageAge::handleUpdateEnd(Time now)
{
    if (isAgeUnknown()) {
        m_firstPixelsAt = m_firstPixelsAt.value_or(now);
        m_firstImageCompleteAt = m_firstImageCompleteAt || m_missingPixels != 0 ? m_firstImageCompleteAt : now;
    }
    if (m_updateHasUnrequestedPixels) {
        handle(FirstImageAgeEvent::UnrequestedChange);
    }
}

std::optional<FirstImageAge::Time> FirstImageAge::ageTimeoutAt(Clock::duration roundTrip) const
{
    if (m_firstImageCompleteAt) {
        return *m_firstImageCompleteAt + maxServerSleep + roundTrip;
    }
    return m_firstPixelsAt ? std::optional(*m_firstPixelsAt + maxWaitForCompleteImage + roundTrip) : std::nullopt;
}

void FirstImageAge::checkAgeTimeout(Time now, Clock::duration roundTrip)
{
    if (const auto at = ageTimeoutAt(roundTrip); at && now >= *at) {
        handle(FirstImageAgeEvent::WaitTimedOut);
    }
}

bool FirstImageAge::mayWakeServer() const
{
    return m_state != FirstImageAgeKnowledge::Known && m_nextServerWakeAt && m_serverWakeCount < maxServerWakeCount;
}

bool FirstImageAge::takeDueServerWake(Time now, Clock::duration roundTrip)
{
    if (!mayWakeServer() || now < *m_nextServerWakeAt) {
        return false;
    }
    ++m_serverWakeCount;
    m_nextServerWakeAt =
        now + (m_serverWakeCount < quickServerWakeCount ? std::max<Clock::duration>(quickServerWakeInterval, roundTrip / 4) : serverWakeInterval);
    return true;
}

bool FirstImageAge::isAgeUnknown() const
{
    return m_state == FirstImageAgeKnowledge::Unknown;
}

std::optional<bool> FirstImageAge::takeAgeChange()
{
    const bool isKnown = !isAgeUnknown();
    return std::exchange(m_reportedAgeKnown, isKnown) != isKnown ? std::optional(isKnown) : std::nullopt;
}

std::optional<FirstImageAge::Time> FirstImageAge::nextCheckDueAt(Clock::duration roundTrip) const
{
    const auto timeout = isAgeUnknown() ? ageTimeoutAt(roundTrip) : std::nullopt;
    const auto wake = mayWakeServer() ? m_nextServerWakeAt : std::nullopt;
    return timeout && wake ? std::min(*timeout, *wake) : timeout ? timeout : wake;
}
}
