// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/qualitychooser.h"

#include <algorithm>
#include <array>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// Bytes of an image at each level, relative to level 8; measured with photographs, star fields and noise, 640x480, with
// both servers' quality and chroma for each level.
constexpr std::array<double, 10> sizes{0.09, 0.14, 0.18, 0.22, 0.30, 0.41, 0.57, 0.74, 1.0, 2.5};
// Frames per second of a smooth film; a path that carries that many is good enough.
constexpr double wantedPictures = 25;
// A level is raised only if it uses at most this fraction of the capacity; otherwise it would be lowered again at once.
constexpr double roomToRaise = 0.7;
constexpr double roomToStay = 0.85;
// A frame of a film that takes longer to receive is outdated when complete.
constexpr std::chrono::duration<double> longestTransfer = 60ms;
constexpr int mostLevelsDown = 3;
}

double QualityChooser::relativeSize(int level)
{
    return sizes[static_cast<std::size_t>(level)];
}

std::optional<QualityChooser::Bounds> QualityChooser::bounds(RfbWire::Quality quality)
{
    switch (quality) {
    case RfbWire::Quality::Lossless:
        return std::nullopt;
    case RfbWire::Quality::High:
        return Bounds{7, 8};
    case RfbWire::Quality::Balanced:
        return Bounds{4, 7};
    case RfbWire::Quality::Low:
        return Bounds{1, 4};
    case RfbWire::Quality::Auto:
        break;
    }
    return Bounds{2, 8};
}

QualityChooser::QualityChooser(RfbWire::Quality quality)
{
    setQuality(quality);
}

void QualityChooser::setQuality(RfbWire::Quality quality)
{
    const bool first = !m_bounds || !m_adjustedAt; // no image has come with the previous quality
    m_bounds = bounds(quality);
    const EncodingOffer begin = EncodingOffer::of(quality, false);
    if (m_bounds) {
        m_level = std::clamp(first ? begin.jpeg.value_or(m_bounds->highest) : m_level, m_bounds->lowest, m_bounds->highest);
    }
    m_fullSince.reset();
    m_raisedAt.reset();
    m_notFullTime = {};
    m_raiseDelay = firstRaiseDelay;
}

void QualityChooser::startAtLevel(int level)
{
    if (m_bounds) {
        m_level = std::clamp(level, m_bounds->lowest, std::max(m_bounds->lowest, m_level));
    }
}

void QualityChooser::beginWithin(double imageBytes, double bytesPerSecond)
{
    if (m_bounds) {
        int level = m_bounds->highest;
        while (level > m_bounds->lowest && imageBytes * relativeSize(level) * wantedPictures > roomToRaise * bytesPerSecond) {
            --level;
        }
        startAtLevel(level);
    }
}

bool QualityChooser::adjustLevel(const Measurements &measurements, Clock::time_point now)
{
    const auto since = m_adjustedAt ? now - *m_adjustedAt : Clock::duration{};
    m_adjustedAt = now;
    if (measurements.knownCapacity && (measurements.isPathFull || !m_capacity || *measurements.knownCapacity > *m_capacity)) {
        m_capacity = measurements.knownCapacity;
        m_capacityMeasuredAt = now;
    } else if (!measurements.isPathFull && now - m_capacityMeasuredAt > m_capacityLifetime) {
        m_capacity.reset();
    }
    const std::optional<double> knownCapacity = m_capacity && measurements.limit ? std::min(*m_capacity, *measurements.limit)
        : m_capacity                                                             ? m_capacity
                                                                                 : measurements.limit;
    const int before = m_level;
    if (!m_bounds) {
        return false;
    }
    const auto pause = std::max<Clock::duration>(minChangeInterval, 2 * measurements.roundTrip); // the effect of the last change has to arrive first
    const bool mayChange = !m_changedAt || now - *m_changedAt >= pause;
    if (measurements.isPathFull) {
        m_notFullTime = {};
        m_fullSince = m_fullSince.value_or(now);
        if (mayChange && now - *m_fullSince >= minChangeInterval) {
            lowerLevel(measurements, knownCapacity, now);
        }
    } else {
        m_fullSince.reset();
        // Time without updates does not count: it shows nothing about the path.
        if (measurements.updatesPerSecond > 0) {
            m_notFullTime += std::min<Clock::duration>(since, minChangeInterval);
        }
        if (m_raisedAt && now - *m_raisedAt > longestRaiseDelay) {
            m_raiseDelay = firstRaiseDelay;
            m_capacityLifetime = firstCapacityLifetime;
        }
        if (mayChange && m_notFullTime >= m_raiseDelay) {
            raiseLevel(measurements, knownCapacity, now);
        }
    }
    return m_level != before;
}

void QualityChooser::lowerLevel(const Measurements &measurements, std::optional<double> knownCapacity, Clock::time_point now)
{
    if (m_level == m_bounds->lowest) {
        return;
    }
    if (m_raisedAt && now - *m_raisedAt <= m_raiseDelay + 2 * minChangeInterval) {
        m_raiseDelay = std::min<Clock::duration>(2 * m_raiseDelay, longestRaiseDelay); // the path had no room for the last raise
        m_capacityLifetime = std::min<Clock::duration>(2 * m_capacityLifetime, longestCapacityLifetime);
    }
    int level = m_level - 1;
    if (knownCapacity && measurements.updatesPerSecond > 0) {
        const double picture = measurements.bytesPerSecond / measurements.updatesPerSecond / relativeSize(m_level);
        const int lowest = std::max(m_bounds->lowest, m_level - mostLevelsDown);
        while (level > lowest && picture * relativeSize(level) * wantedPictures > roomToStay * *knownCapacity) {
            --level;
        }
    }
    changeLevel(level, now);
    m_raisedAt.reset();
}

void QualityChooser::raiseLevel(const Measurements &measurements, std::optional<double> knownCapacity, Clock::time_point now)
{
    int level = m_level;
    const auto hasRoom = [&](int wanted) {
        const bool comesInTime = measurements.transferTime * relativeSize(wanted) / relativeSize(m_level) <= longestTransfer;
        return comesInTime && (!knownCapacity || measurements.bytesPerSecond * relativeSize(wanted) / relativeSize(m_level) <= roomToRaise * *knownCapacity);
    };
    // If the capacity is known, raise as far as it allows; otherwise by one level.
    const int highest = knownCapacity ? m_bounds->highest : std::min(m_level + 1, m_bounds->highest);
    while (level < highest && hasRoom(level + 1)) {
        ++level;
    }
    if (level != m_level) {
        changeLevel(level, now);
        m_raisedAt = now;
    }
}

void QualityChooser::changeLevel(int level, Clock::time_point now)
{
    m_level = level;
    m_changedAt = now;
    m_fullSince.reset();
    m_notFullTime = {};
}

std::optional<int> QualityChooser::jpeg() const
{
    return m_bounds ? std::optional(m_level) : std::nullopt;
}
}
