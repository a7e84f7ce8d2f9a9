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
// Frames per second of a smooth video; a path that carries that many is good enough.
constexpr double wantedPictures = 25;
// A level is raised only if it uses at most this fraction of the capacity; otherwise it would be lowered again at once.
constexpr double roomToRaise = 0.7;
constexpr double roomToStay = 0.85;
// A frame of a video that takes longer to receive is outdated when complete.
constexpr std::chrono::duration<double> longestTransfer = 60ms;
constexpr int mostLevelsDown = 3;
// A key that waits no longer than this behind an image is as fast as without the image.
constexpr std::chrono::duration<double> shortTimeOnPath = 10ms;
}

double QualityChooser::relativeImageBytes(int level)
{
    return sizes[static_cast<std::size_t>(level)];
}

std::optional<QualityChooser::Bounds> QualityChooser::levelBounds(RfbWire::Quality quality)
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
    // If no image has come with the previous quality, the new one starts at its own level.
    const bool first = !m_levelBounds || !m_lastLevelCheckAt;
    m_levelBounds = levelBounds(quality);
    const EncodingOffer begin = EncodingOffer::forQuality(quality, false);
    if (m_levelBounds) {
        m_jpegLevel = std::clamp(first ? begin.jpegLevel.value_or(m_levelBounds->highest) : m_jpegLevel, m_levelBounds->lowest, m_levelBounds->highest);
    }
    m_pathSaturatedSince.reset();
    m_levelRaisedAt.reset();
    m_unsaturatedDuration = {};
    m_raiseDelay = firstRaiseDelay;
    m_isLimitedForKeys = false;
}

void QualityChooser::startAtLevel(int level)
{
    if (m_levelBounds) {
        m_jpegLevel = std::clamp(level, m_levelBounds->lowest, std::max(m_levelBounds->lowest, m_jpegLevel));
    }
}

void QualityChooser::startAtBestLevelWithinRate(double level8ImageBytes, double bytesPerSecond)
{
    if (m_levelBounds) {
        int level = m_levelBounds->highest;
        while (level > m_levelBounds->lowest && level8ImageBytes * relativeImageBytes(level) * wantedPictures > roomToRaise * bytesPerSecond) {
            --level;
        }
        startAtLevel(level);
    }
}

bool QualityChooser::adjustLevel(const Measurements &measurements, Clock::time_point now)
{
    const auto since = m_lastLevelCheckAt ? now - *m_lastLevelCheckAt : Clock::duration{};
    m_lastLevelCheckAt = now;
    if (measurements.capacityBytesPerSecond && (measurements.isPathSaturated || !m_pathCapacity || *measurements.capacityBytesPerSecond > *m_pathCapacity)) {
        m_pathCapacity = measurements.capacityBytesPerSecond;
        m_capacityMeasuredAt = now;
    } else if (!measurements.isPathSaturated && now - m_capacityMeasuredAt > m_capacityLifetime) {
        m_pathCapacity.reset();
    }
    const std::optional<double> capacity = m_pathCapacity && measurements.rateLimit ? std::min(*m_pathCapacity, *measurements.rateLimit)
        : m_pathCapacity                                                            ? m_pathCapacity
                                                                                    : measurements.rateLimit;
    if (!m_levelBounds) {
        return false;
    }
    const int before = effectiveLevel();
    setLimitedForKeys(measurements.isTyping && (m_isLimitedForKeys || delaysKeys(measurements, capacity)), now);
    const auto pause = std::max<Clock::duration>(minChangeInterval, 2 * measurements.roundTrip); // the effect of the last change has to arrive first
    const bool mayChange = !m_lastLevelChangeAt || now - *m_lastLevelChangeAt >= pause;
    if (measurements.isPathSaturated) {
        m_unsaturatedDuration = {};
        m_pathSaturatedSince = m_pathSaturatedSince.value_or(now);
        if (mayChange && now - *m_pathSaturatedSince >= minChangeInterval) {
            lowerLevel(measurements, capacity, now);
        }
    } else {
        m_pathSaturatedSince.reset();
        // Time without updates does not count: it shows nothing about the path.
        if (measurements.updatesPerSecond > 0) {
            m_unsaturatedDuration += std::min<Clock::duration>(since, minChangeInterval);
        }
        if (m_levelRaisedAt && now - *m_levelRaisedAt > longestRaiseDelay) {
            m_raiseDelay = firstRaiseDelay;
            m_capacityLifetime = firstCapacityLifetime;
        }
        if (mayChange && m_unsaturatedDuration >= m_raiseDelay) {
            raiseLevel(measurements, capacity, now);
        }
    }
    return effectiveLevel() != before;
}

void QualityChooser::lowerLevel(const Measurements &measurements, std::optional<double> capacity, Clock::time_point now)
{
    const int present = effectiveLevel();
    if (present == m_levelBounds->lowest) {
        m_jpegLevel = present; // also after the limit for keys
        return;
    }
    if (m_levelRaisedAt && now - *m_levelRaisedAt <= m_raiseDelay + 2 * minChangeInterval) {
        m_raiseDelay = std::min<Clock::duration>(2 * m_raiseDelay, longestRaiseDelay); // the path had no room for the last raise
        m_capacityLifetime = std::min<Clock::duration>(2 * m_capacityLifetime, longestCapacityLifetime);
    }
    int level = present - 1;
    if (capacity && measurements.updatesPerSecond > 0) {
        const double picture = measurements.bytesPerSecond / measurements.updatesPerSecond / relativeImageBytes(present);
        const int lowest = std::max(m_levelBounds->lowest, present - mostLevelsDown);
        while (level > lowest && picture * relativeImageBytes(level) * wantedPictures > roomToStay * *capacity) {
            --level;
        }
    }
    changeLevel(level, now);
    m_levelRaisedAt.reset();
}

void QualityChooser::raiseLevel(const Measurements &measurements, std::optional<double> capacity, Clock::time_point now)
{
    if (m_isLimitedForKeys) {
        return; // the images that come do not show what those of m_jpegLevel need
    }
    int level = m_jpegLevel;
    const auto hasRoom = [&](int wanted) {
        const bool comesInTime = measurements.transferTime * relativeImageBytes(wanted) / relativeImageBytes(m_jpegLevel) <= longestTransfer;
        return comesInTime
            && (!capacity || measurements.bytesPerSecond * relativeImageBytes(wanted) / relativeImageBytes(m_jpegLevel) <= roomToRaise * *capacity);
    };
    // If the capacity is known, raise as far as it allows; otherwise by one level.
    const int highest = capacity ? m_levelBounds->highest : std::min(m_jpegLevel + 1, m_levelBounds->highest);
    while (level < highest && hasRoom(level + 1)) {
        ++level;
    }
    if (level != m_jpegLevel) {
        changeLevel(level, now);
        m_levelRaisedAt = now;
    }
}

void QualityChooser::changeLevel(int level, Clock::time_point now)
{
    m_jpegLevel = level;
    m_lastLevelChangeAt = now;
    m_pathSaturatedSince.reset();
    m_unsaturatedDuration = {};
}

bool QualityChooser::delaysKeys(const Measurements &measurements, std::optional<double> capacity) const
{
    if (measurements.updatesPerSecond < minVideoUpdateRate) {
        return false;
    }
    // ssh delivers up to 32 KiB at once, so of smaller images the time is only known from the capacity.
    const double seconds = capacity ? measurements.bytesPerSecond / measurements.updatesPerSecond / *capacity : 0;
    return std::max(measurements.timeOnPath, std::chrono::duration<double>(seconds)) > shortTimeOnPath;
}

void QualityChooser::setLimitedForKeys(bool limited, Clock::time_point now)
{
    if (m_isLimitedForKeys != limited) {
        m_isLimitedForKeys = limited;
        changeLevel(m_jpegLevel, now); // what was measured up to now is of another level
    }
}

bool QualityChooser::isLimitedForKeys() const
{
    return m_isLimitedForKeys;
}

bool QualityChooser::endLimitForKeys(Clock::time_point now)
{
    const auto before = jpegLevel();
    setLimitedForKeys(false, now);
    return jpegLevel() != before;
}

int QualityChooser::effectiveLevel() const
{
    return m_isLimitedForKeys ? std::min(m_jpegLevel, std::max(maxLevelWhileTyping, m_levelBounds->lowest)) : m_jpegLevel;
}

std::optional<int> QualityChooser::jpegLevel() const
{
    return m_levelBounds ? std::optional(effectiveLevel()) : std::nullopt;
}
}
