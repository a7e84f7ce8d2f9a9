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

void ImageAge::serverKnown()
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

void ImageAge::updateBegins()
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

void ImageAge::updateEnds(Time now)
{
    if (isUnknown()) {
        m_cameAt = m_cameAt.value_or(now);
        m_completeAt = m_completeAt || m_pixelsLeft != 0 ? m_completeAt : now;
    }
    if (m_hasChange) {
        handle(AgeEvent::Changed);
    }
}

std::optional<ImageAge::Time> ImageAge::endsAt(Clock::duration roundTrip) const
{
    if (m_completeAt) {
        return *m_completeAt + longestSleep + roundTrip;
    }
    return m_cameAt ? std::optional(*m_cameAt + longestIncomplete + roundTrip) : std::nullopt;
}

void ImageAge::checkPatience(Time now, Clock::duration roundTrip)
{
    if (const auto at = endsAt(roundTrip); at && now >= *at) {
        handle(AgeEvent::PatienceOver);
    }
}

std::optional<ImageAge::Point> ImageAge::takeWake(Time now)
{
    if (!isUnknown() || !m_completeAt || m_wakes >= std::size(wakeTimes) || now < *m_completeAt + wakeTimes[m_wakes]) {
        return std::nullopt;
    }
    ++m_wakes;
    return m_pointerMovedAt && now - *m_pointerMovedAt < pointerRest ? std::nullopt : m_pointer;
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
    return m_completeAt && m_wakes < std::size(wakeTimes) ? *m_completeAt + wakeTimes[m_wakes] : endsAt(roundTrip);
}
}
