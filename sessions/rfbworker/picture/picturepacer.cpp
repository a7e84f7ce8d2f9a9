// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturepacer.h"

namespace Nightdesk::Rfb
{
void PicturePacer::setGeneration(std::uint32_t generation)
{
    m_generation = generation;
    m_latestGeneration = generation;
    m_sequence = 0;
    m_isDamageOpen = false;
    m_publishedAt.reset();
}

void PicturePacer::dropGeneration()
{
    m_generation = 0;
    m_isDamageOpen = false;
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
    if (m_generation == 0 || m_isDamageOpen) {
        return false;
    }
    return m_visibility != RfbWire::Visibility::OneHertz || !m_publishedAt || now - *m_publishedAt >= slowPause;
}

std::uint32_t PicturePacer::damagePublished(Clock::time_point now)
{
    m_isDamageOpen = true;
    m_publishedAt = now;
    // 0 is not a valid sequence number, also when the counter wraps.
    m_sequence = m_sequence == 0xffffffffu ? 1 : m_sequence + 1;
    return m_sequence;
}

bool PicturePacer::released(std::uint32_t generation, std::uint32_t sequence)
{
    if (generation > m_latestGeneration) {
        return false;
    }
    if (generation != m_generation) {
        return true; // the release belongs to an earlier framebuffer
    }
    if (sequence > m_sequence) {
        return false;
    }
    if (sequence == m_sequence) {
        m_isDamageOpen = false;
    }
    return true;
}

bool PicturePacer::mustPause(Clock::time_point now) const
{
    return m_isDamageOpen && m_visibility == RfbWire::Visibility::Visible && now - *m_publishedAt >= patience;
}

std::optional<PicturePacer::Clock::time_point> PicturePacer::nextChange(Clock::time_point now) const
{
    if (m_isDamageOpen) {
        if (m_visibility == RfbWire::Visibility::Visible && now - *m_publishedAt < patience) {
            return *m_publishedAt + patience;
        }
        return std::nullopt;
    }
    if (m_generation != 0 && m_visibility == RfbWire::Visibility::OneHertz && m_publishedAt && now - *m_publishedAt < slowPause) {
        return *m_publishedAt + slowPause;
    }
    return std::nullopt;
}
}
