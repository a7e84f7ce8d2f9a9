// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportdesk.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

SupportDesk::SupportDesk(QObject *parent, Clock clock)
    : QObject(parent)
    , m_clock(std::move(clock))
{
    m_minutes.setInterval(20s); // shifts are told in minutes
    connect(&m_minutes, &QTimer::timeout, this, &SupportDesk::lookAtTheClock);
}

void SupportDesk::setFacility(const Facility &facility)
{
    m_all = facility.people;
    m_rooms = facility.rooms;
    m_zone = SupportDuty::zoneOf(facility.timezone);
    m_people = SupportDuty::at(m_all, m_clock(), m_zone);
    if (m_all.isEmpty()) {
        m_minutes.stop();
    } else {
        m_minutes.start();
    }
    Q_EMIT changed();
}

const QList<DutyEntry> &SupportDesk::people() const
{
    return m_people;
}

const QList<RoomSpec> &SupportDesk::rooms() const
{
    return m_rooms;
}

QTimeZone SupportDesk::zone() const
{
    return m_zone;
}

QDateTime SupportDesk::now() const
{
    return m_clock();
}

void SupportDesk::lookAtTheClock()
{
    QList<DutyEntry> people = SupportDuty::at(m_all, m_clock(), m_zone);
    if (people != m_people) {
        m_people = std::move(people);
        Q_EMIT changed();
    }
}

void SupportDesk::ask()
{
    Q_EMIT asked();
}
}
