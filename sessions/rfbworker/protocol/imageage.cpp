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
    m_missingPixels = pixels;
}

void ImageAge::serverIsNotX11vnc()
{
    handle(AgeEvent::ServerKnown);
}

void ImageAge::notePointerPosition(const Point &place, Time now)
{
    // The first report is the pointer's present position; each further one means that somebody moved the pointer.
    if (m_pointerPosition && *m_pointerPosition != place) {
        m_pointerMovedAt = now;
    }
    m_pointerPosition = place;
}

void ImageAge::handleUpdateBegin()
{
    m_wasImageComplete = m_imageCompleteAt.has_value();
    m_hasUnrequestedPixels = false;
}

void ImageAge::painted(const RfbWire::Rect &rect, bool isAsked)
{
    handle(AgeEvent::ImageCame);
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    m_missingPixels -= std::min(m_missingPixels, pixels);
    const bool isCorner = rect.x + rect.width <= cornerSide && rect.y + rect.height <= cornerSide;
    m_hasUnrequestedPixels = m_hasUnrequestedPixels || (m_wasImageComplete && !isAsked && !isCorner && pixels > 1);
}

void ImageAge::handleUpdateEnd(Time now)
{
    if (isAgeUnknown()) {
        m_firstPixelsAt = m_firstPixelsAt.value_or(now);
        m_imageCompleteAt = m_imageCompleteAt || m_missingPixels != 0 ? m_imageCompleteAt : now;
    }
    if (m_hasUnrequestedPixels) {
        handle(AgeEvent::Changed);
    }
}

std::optional<ImageAge::Time> ImageAge::patienceEndsAt(Clock::duration roundTrip) const
{
    if (m_imageCompleteAt) {
        return *m_imageCompleteAt + longestSleep + roundTrip;
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
    if (!isAgeUnknown() || !m_imageCompleteAt || m_wakeMoveCount >= std::size(wakeTimes) || now < *m_imageCompleteAt + wakeTimes[m_wakeMoveCount]) {
        return std::nullopt;
    }
    ++m_wakeMoveCount;
    return m_pointerMovedAt && now - *m_pointerMovedAt < pointerStillTime ? std::nullopt : m_pointerPosition;
}

bool ImageAge::isAgeUnknown() const
{
    return m_state == AgeState::Unknown;
}

std::optional<bool> ImageAge::takeAgeChange()
{
    const bool isKnown = !isAgeUnknown();
    return std::exchange(m_reportedAgeKnown, isKnown) != isKnown ? std::optional(isKnown) : std::nullopt;
}

std::optional<ImageAge::Time> ImageAge::due(Clock::duration roundTrip) const
{
    if (!isAgeUnknown()) {
        return std::nullopt;
    }
    return m_imageCompleteAt && m_wakeMoveCount < std::size(wakeTimes) ? *m_imageCompleteAt + wakeTimes[m_wakeMoveCount] : patienceEndsAt(roundTrip);
}
}
