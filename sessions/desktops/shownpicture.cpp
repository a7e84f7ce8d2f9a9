// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/shownpicture.h"

#include <utility>

namespace Nightdesk
{
const DesktopPicture &ShownPicture::picture() const
{
    return m_currentPicture;
}

void ShownPicture::setNextPicture(const DesktopPicture &picture)
{
    m_nextPicture = picture;
}

void ShownPicture::clearNextPicture()
{
    m_nextPicture = {};
}

ShownPicture::Changes ShownPicture::noteDamage(quint32 generation, Time now)
{
    m_lastDamageAt = now;
    const bool isNew = m_nextPicture.generation == generation;
    if (isNew) {
        m_currentPicture = std::exchange(m_nextPicture, {});
    }
    Changes changes;
    if (m_areUpdatesPaused && isNew) { // without a new framebuffer, the damage is only the pixel that is requested to probe the server
        changes = setOutdatedSince(now);
    } else if (!m_areUpdatesPaused && m_outdatedSince) {
        m_updatesRequestedAt.reset();
        changes = setOutdatedSince(std::nullopt);
    }
    changes.isPictureNew = isNew;
    return changes;
}

std::optional<ShownPicture::Time> ShownPicture::lastDamageAt() const
{
    return m_lastDamageAt;
}

ShownPicture::Changes ShownPicture::setLossless(bool lossless)
{
    const bool before = isLossless();
    m_isLossless = lossless;
    return {.hasLosslessChanged = isLossless() != before};
}

bool ShownPicture::isLossless() const
{
    return m_isLossless && !m_outdatedSince && m_isAgeKnown;
}

ShownPicture::Changes ShownPicture::setAgeKnown(bool known)
{
    const bool before = isLossless();
    const bool changes = std::exchange(m_isAgeKnown, known) != known;
    return {.hasLosslessChanged = isLossless() != before, .hasCaughtUpChanged = changes};
}

bool ShownPicture::isAgeKnown() const
{
    return m_isAgeKnown;
}

ShownPicture::Changes ShownPicture::setUpdatesPaused(bool paused, Time requestedAt, Time now)
{
    if (std::exchange(m_areUpdatesPaused, paused) == paused || m_currentPicture.generation == 0) {
        return {};
    }
    m_updatesRequestedAt = paused ? std::nullopt : std::optional(requestedAt);
    return setOutdatedSince(m_outdatedSince ? m_outdatedSince : now);
}

ShownPicture::Changes ShownPicture::noteRequestsAnswered(Time upTo)
{
    if (!m_outdatedSince || !m_updatesRequestedAt || upTo < *m_updatesRequestedAt) {
        return {};
    }
    m_updatesRequestedAt.reset();
    return setOutdatedSince(std::nullopt);
}

std::optional<ShownPicture::Time> ShownPicture::outdatedSince() const
{
    return m_outdatedSince;
}

ShownPicture::Changes ShownPicture::setOutdatedSince(const std::optional<Time> &since)
{
    const bool before = isLossless();
    m_outdatedSince = since;
    return {.hasLosslessChanged = isLossless() != before, .hasCaughtUpChanged = true};
}
}
