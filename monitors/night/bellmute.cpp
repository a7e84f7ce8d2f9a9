// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/bellmute.h"

#include "monitors/night/night.h"

#include <QTimeZone>

namespace Nightdesk
{
void BellMute::mute(MuteLength length, const QDateTime &now, const QString &timezone)
{
    switch (length) {
    case MuteLength::QuarterHour:
        m_mutedUntil = now.toUTC().addSecs(15 * 60);
        break;
    case MuteLength::Hour:
        m_mutedUntil = now.toUTC().addSecs(60 * 60);
        break;
    case MuteLength::Night: {
        // QTimeZone would take an empty name for the time zone of this computer.
        const QTimeZone zone = timezone.isEmpty() ? QTimeZone() : QTimeZone(timezone.toUtf8());
        m_mutedUntil = QDateTime(nightOf(now, timezone).addDays(1), QTime(12, 0), zone.isValid() ? zone : QTimeZone::UTC).toUTC();
        break;
    }
    }
}

void BellMute::restoreMute(const QDateTime &until)
{
    m_mutedUntil = until.toUTC();
}

void BellMute::unmute()
{
    m_mutedUntil = {};
}

bool BellMute::isMuted(const QDateTime &now) const
{
    // At most a night, in case the clock was wrong when the bell was muted.
    return m_mutedUntil.isValid() && now < m_mutedUntil && now.secsTo(m_mutedUntil) <= 25 * 60 * 60;
}

QDateTime BellMute::mutedUntil() const
{
    return m_mutedUntil;
}

bool BellMute::tryRing(const QDateTime &now, std::chrono::steady_clock::time_point at)
{
    if (isMuted(now) || (m_lastRingAt && at - *m_lastRingAt < minRingInterval)) {
        return false;
    }
    m_lastRingAt = at;
    return true;
}
}
