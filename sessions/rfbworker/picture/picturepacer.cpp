// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturepacer.h"

namespace Nightdesk::Rfb
{
void PicturePacer::setGeneration(std::uint32_t generation)
{
    m_generation = generation;
    m_latestGeneration = generation;
    m_damageSequence = 0;
    m_isDamageUnreleased = false;
    m_damagePublishedAt.reset();
}

void PicturePacer::dropGeneration()
{
    m_generation = 0;
    m_isDamageUnreleased = false;
}

std::uint32_t PicturePacer::generation() const
{
    return m_generation;
}

void PicturePacer::setVisibility(RfbWire::Visibility visibility)
{
    m_visibility = visibility;
}

bool PicturePacer::mayPublish(Clock::time_point now) const
{
    if (m_generation == 0 || m_isDamageUnreleased) {
        return false;
    }
    return m_visibility != RfbWire::Visibility::OneHertz || !m_damagePublishedAt || now - *m_damagePublishedAt >= slowPause;
}

std::uint32_t PicturePacer::damagePublished(Clock::time_point now)
{
    m_isDamageUnreleased = true;
    m_damagePublishedAt = now;
    // 0 is not a valid sequence number, also when the counter wraps.
    m_damageSequence = m_damageSequence == 0xffffffffu ? 1 : m_damageSequence + 1;
    return m_damageSequence;
}

bool PicturePacer::released(std::uint32_t generation, std::uint32_t sequence)
{
    if (generation > m_latestGeneration) {
        return false;
    }
    if (generation != m_generation) {
        return true; // the release belongs to an earlier framebuffer
    }
    if (sequence > m_damageSequence) {
        return false;
    }
    if (sequence == m_damageSequence) {
        m_isDamageUnreleased = false;
    }
    return true;
}

bool PicturePacer::mustPause(Clock::time_point now) const
{
    return m_isDamageUnreleased && m_visibility == RfbWire::Visibility::Visible && now - *m_damagePublishedAt >= patience;
}

std::optional<PicturePacer::Clock::time_point> PicturePacer::nextChange(Clock::time_point now) const
{
    if (m_isDamageUnreleased) {
        if (m_visibility == RfbWire::Visibility::Visible && now - *m_damagePublishedAt < patience) {
            return *m_damagePublishedAt + patience;
        }
        return std::nullopt;
    }
    if (m_generation != 0 && m_visibility == RfbWire::Visibility::OneHertz && m_damagePublishedAt && now - *m_damagePublishedAt < slowPause) {
        return *m_damagePublishedAt + slowPause;
    }
    return std::nullopt;
}
}
