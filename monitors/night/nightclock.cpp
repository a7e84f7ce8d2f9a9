// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightclock.h"

#include "monitors/night/night.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

NightClock::NightClock(std::function<QDateTime()> now, QObject *parent)
    : QObject(parent)
    , m_now(now ? std::move(now) : std::function<QDateTime()>(&QDateTime::currentDateTimeUtc))
    , m_night(nightOf(m_now(), m_timezone.value_or(QString())))
{
    // Checked regularly, because a timer that runs until noon would miss a suspend and changes of the clock.
    m_checkTimer.setInterval(30s);
    m_checkTimer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_checkTimer, &QTimer::timeout, this, &NightClock::checkNight);
    m_checkTimer.start();
}

void NightClock::setTimezone(const QString &timezone)
{
    if (timezone == m_timezone) {
        return;
    }
    m_timezone = timezone;
    m_night = nightOf(m_now(), m_timezone.value_or(QString()));
    Q_EMIT nightDetermined(m_night);
}

QDate NightClock::night() const
{
    return m_night;
}

void NightClock::checkNight()
{
    const QDate night = nightOf(m_now(), m_timezone.value_or(QString()));
    const QDate before = std::exchange(m_night, night);
    if (night != before) {
        Q_EMIT nightDetermined(night);
    }
    if (night > before) {
        Q_EMIT nightChanged(night);
    }
}
}
