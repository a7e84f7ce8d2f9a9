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
    const auto next = nextState(m_state, QualityRampEvent::FirstImageCame);
    if (roundTrip < minLongRoundTrip || !next) {
        return false;
    }
    m_state = *next;
    m_stepInterval = roundTrip * 3 / 2;
    // After ssh compression, images of level 2 have four times the bytes of level 0. TCP's window needs one more round trip to open that far.
    m_nextStepAt = now + m_stepInterval + (roundTrip >= imageCompressionMinRoundTrip ? roundTrip : Clock::duration::zero());
    return true;
}

bool QualityRamp::updateLevel(bool isPathSaturated, Time now)
{
    const auto level = maxJpegLevel();
    if (!level || (!isPathSaturated && now < m_nextStepAt)) {
        return false;
    }
    if (isPathSaturated) {
        m_levelAtSaturation = level;
    }
    m_state = nextState(m_state, isPathSaturated ? QualityRampEvent::PathSaturated : QualityRampEvent::StepDue).value_or(m_state);
    m_nextStepAt = now + m_stepInterval;
    return true;
}

void QualityRamp::updateCame(std::uint64_t bytes)
{
    // Images of level 0 are not used for the estimate: most of their bytes are JPEG's tables and empty blocks.
    const auto level = maxJpegLevel();
    if (!level || m_state == QualityRampState::LowestQuality || bytes < smallest) {
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
    case QualityRampState::LowestQuality:
        return 0;
    case QualityRampState::LowQuality:
        return 2;
    case QualityRampState::MediumQuality:
        return 4;
    case QualityRampState::NotStarted:
    case QualityRampState::Finished:
        break;
    }
    return std::nullopt;
}

std::optional<int> QualityRamp::levelAtSaturation() const
{
    return m_levelAtSaturation;
}

std::optional<QualityRamp::Time> QualityRamp::nextStepDueAt() const
{
    return maxJpegLevel() ? std::optional(m_nextStepAt) : std::nullopt;
}
}
