// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/imageage.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace Nightdesk::Rfb
{
void ImageAge::handle(AgeEvent event)
{
    m_state = nextState(m_state, event).value_or(m_state);
}

void ImageAge::begin(std::uint64_t pixels)
{
    m_pixelsLeft = pixels;
}

void ImageAge::serverIsNotX11vnc()
{
    handle(AgeEvent::ServerKnown);
}

void ImageAge::pointerAt(const Point &place, Time now)
{
    // The first report is the pointer's present position; each further one means that somebody moved the pointer.
    if (m_pointer && *m_pointer != place) {
        m_pointerMovedAt = now;
    }
    m_pointer = place;
}

void ImageAge::handleUpdateBegin()
{
    m_wasComplete = m_completeAt.has_value();
    m_hasChange = false;
}

void ImageAge::painted(const RfbWire::Rect &rect, bool isAsked)
{
    handle(AgeEvent::ImageCame);
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    m_pixelsLeft -= std::min(m_pixelsLeft, pixels);
    const bool isCorner = rect.x + rect.width <= corner && rect.y + rect.height <= corner;
    m_hasChange = m_hasChange || (m_wasComplete && !isAsked && !isCorner && pixels > 1);
}

void ImageAge::handleUpdateEnd(Time now)
{
    if (isUnknown()) {
        m_firstPixelsAt = m_firstPixelsAt.value_or(now);
        m_completeAt = m_completeAt || m_pixelsLeft != 0 ? m_completeAt : now;
    }
    if (m_hasChange) {
        handle(AgeEvent::Changed);
    }
}

std::optional<ImageAge::Time> ImageAge::patienceEndsAt(Clock::duration roundTrip) const
{
    if (m_completeAt) {
        return *m_completeAt + longestSleep + roundTrip;
    }
    return m_firstPixelsAt ? std::optional(*m_firstPixelsAt + longestIncomplete + roundTrip) : std::nullopt;
}

void ImageAge::checkPatience(Time now, Clock::duration roundTrip)
{
    if (const auto at = patienceEndsAt(roundTrip); at && now >= *at) {
        handle(AgeEvent::PatienceOver);
    }
}

std::optional<ImageAge::Point> ImageAge::takeWakePosition(Time now)
{
    if (!isUnknown() || !m_completeAt || m_wakeCount >= std::size(wakeTimes) || now < *m_completeAt + wakeTimes[m_wakeCount]) {
        return std::nullopt;
    }
    ++m_wakeCount;
    return m_pointerMovedAt && now - *m_pointerMovedAt < pointerStillTime ? std::nullopt : m_pointer;
}

bool ImageAge::isUnknown() const
{
    return m_state == AgeState::Unknown;
}

std::optional<bool> ImageAge::takeAgeChange()
{
    const bool isKnown = !isUnknown();
    return std::exchange(m_reportedKnown, isKnown) != isKnown ? std::optional(isKnown) : std::nullopt;
}

std::optional<ImageAge::Time> ImageAge::due(Clock::duration roundTrip) const
{
    if (!isUnknown()) {
        return std::nullopt;
    }
    return m_completeAt && m_wakeCount < std::size(wakeTimes) ? *m_completeAt + wakeTimes[m_wakeCount] : patienceEndsAt(roundTrip);
}
}
