// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturepacer.h"

namespace Nightdesk::Rfb
{
void PicturePacer::setGeneration(std::uint32_t generation)
{
    m_currentGeneration = generation;
    m_latestGeneration = generation;
    m_damageSequence = 0;
    m_isConsolePainting = false;
    m_lastDamagePublishedAt.reset();
}

void PicturePacer::invalidateFramebuffer()
{
    m_currentGeneration = 0;
    m_isConsolePainting = false;
}

std::uint32_t PicturePacer::generation() const
{
    return m_currentGeneration;
}

void PicturePacer::setVisibility(RfbWire::Visibility visibility)
{
    m_visibility = visibility;
}

bool PicturePacer::mayPublish(Clock::time_point now) const
{
    if (m_currentGeneration == 0 || m_isConsolePainting) {
        return false;
    }
    return m_visibility != RfbWire::Visibility::OneHertz || !m_lastDamagePublishedAt || now - *m_lastDamagePublishedAt >= slowViewInterval;
}

std::uint32_t PicturePacer::notePublishedDamage(Clock::time_point now)
{
    m_isConsolePainting = true;
    m_lastDamagePublishedAt = now;
    // 0 is not a valid sequence number, also when the counter wraps.
    m_damageSequence = m_damageSequence == 0xffffffffu ? 1 : m_damageSequence + 1;
    return m_damageSequence;
}

bool PicturePacer::handleDamagePainted(std::uint32_t generation, std::uint32_t sequence)
{
    if (generation > m_latestGeneration) {
        return false;
    }
    if (generation != m_currentGeneration) {
        return true; // the record belongs to an earlier framebuffer
    }
    if (sequence > m_damageSequence) {
        return false;
    }
    if (sequence == m_damageSequence) {
        m_isConsolePainting = false;
    }
    return true;
}

bool PicturePacer::mustPauseReading(Clock::time_point now) const
{
    return m_isConsolePainting && m_visibility == RfbWire::Visibility::Visible && now - *m_lastDamagePublishedAt >= consoleTimeout;
}

std::optional<PicturePacer::Clock::time_point> PicturePacer::nextChangeAt(Clock::time_point now) const
{
    if (m_isConsolePainting) {
        if (m_visibility == RfbWire::Visibility::Visible && now - *m_lastDamagePublishedAt < consoleTimeout) {
            return *m_lastDamagePublishedAt + consoleTimeout;
        }
        return std::nullopt;
    }
    if (m_currentGeneration != 0 && m_visibility == RfbWire::Visibility::OneHertz && m_lastDamagePublishedAt
        && now - *m_lastDamagePublishedAt < slowViewInterval) {
        return *m_lastDamagePublishedAt + slowViewInterval;
    }
    return std::nullopt;
}
}
