// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/qualityramp.h"

#include "sessions/base/imagecompression.h"
#include "sessions/rfbworker/picture/qualitychooser.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::uint64_t smallest = 4 * 1024; // in bytes; a smaller update is no frame of a video
}

bool QualityRamp::begin(Clock::duration roundTrip, Time now)
{
    const auto next = nextState(m_state, RampEvent::FirstImageCame);
    if (roundTrip < minLongRoundTrip || !next) {
        return false;
    }
    m_state = *next;
    m_stepInterval = roundTrip * 3 / 2;
    // Compressed by ssh, images of level 0 have a quarter of the bytes of level 2: TCP's window has to open further first.
    m_nextStepAt = now + m_stepInterval + (roundTrip >= imageCompressionMinRoundTrip ? roundTrip : Clock::duration::zero());
    return true;
}

bool QualityRamp::updateLevel(bool isPathFull, Time now)
{
    const auto level = maxJpegLevel();
    if (!level || (!isPathFull && now < m_nextStepAt)) {
        return false;
    }
    if (isPathFull) {
        m_fullPathLevel = level;
    }
    m_state = nextState(m_state, isPathFull ? RampEvent::PathFull : RampEvent::StepDue).value_or(m_state);
    m_nextStepAt = now + m_stepInterval;
    return true;
}

void QualityRamp::updateCame(std::uint64_t bytes)
{
    // At level 0, most bytes are JPEG's tables and empty blocks. An update that was sent before the last step makes the estimate too small.
    const auto level = maxJpegLevel();
    if (!level || m_state == RampState::LowestQuality || bytes < smallest) {
        return;
    }
    const double image = static_cast<double>(bytes) / QualityChooser::relativeImageBytes(*level);
    m_averageLevel8Bytes = m_averageLevel8Bytes ? 0.75 * *m_averageLevel8Bytes + 0.25 * image : image;
    m_largestLevel8Bytes = std::max(m_largestLevel8Bytes.value_or(0), *m_averageLevel8Bytes);
}

std::optional<double> QualityRamp::level8ImageBytes() const
{
    return m_largestLevel8Bytes;
}

std::optional<int> QualityRamp::maxJpegLevel() const
{
    switch (m_state) {
    case RampState::LowestQuality:
        return 0;
    case RampState::LowQuality:
        return 2;
    case RampState::MediumQuality:
        return 4;
    case RampState::NotStarted:
    case RampState::Finished:
        break;
    }
    return std::nullopt;
}

std::optional<int> QualityRamp::fullPathLevel() const
{
    return m_fullPathLevel;
}

std::optional<QualityRamp::Time> QualityRamp::nextStepDueAt() const
{
    return maxJpegLevel() ? std::optional(m_nextStepAt) : std::nullopt;
}
}
