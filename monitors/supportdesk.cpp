// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportdesk.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

SupportDesk::SupportDesk(QObject *parent, Clock clock)
    : QObject(parent)
    , m_timeSource(std::move(clock))
{
    m_shiftTimer.setInterval(20s); // shifts begin and end at full minutes, so a change of shift is shown within 20 s
    connect(&m_shiftTimer, &QTimer::timeout, this, &SupportDesk::updateForCurrentTime);
}

namespace
{
/// The entries without their positions in the file: a line inserted above an entry does not count as a change.
template<typename Entry>
QList<Entry> withClearedFilePositions(QList<Entry> entries)
{
    for (Entry &entry : entries) {
        entry.place = {};
    }
    return entries;
}
}

void SupportDesk::setFacility(const Facility &facility)
{
    const QTimeZone zone = SupportDuty::zoneOf(facility.timezone);
    const QList<PersonSpec> people = withClearedFilePositions(facility.people);
    const QList<RoomSpec> rooms = withClearedFilePositions(facility.rooms);
    const bool hasFacilityChanged = people != m_allPeople || rooms != m_rooms || zone != m_facilityZone;
    m_allPeople = people;
    m_rooms = rooms;
    m_facilityZone = zone;
    if (m_allPeople.isEmpty()) {
        m_shiftTimer.stop();
    } else {
        m_shiftTimer.start();
    }
    updateDutyEntries(hasFacilityChanged);
}

const QList<DutyEntry> &SupportDesk::people() const
{
    return m_dutyEntries;
}

const QList<RoomSpec> &SupportDesk::meetingRooms() const
{
    return m_rooms;
}

QTimeZone SupportDesk::zone() const
{
    return m_facilityZone;
}

QDateTime SupportDesk::now() const
{
    return m_timeSource();
}

void SupportDesk::updateForCurrentTime()
{
    updateDutyEntries(false);
}

void SupportDesk::updateDutyEntries(bool hasFacilityChanged)
{
    const QDateTime now = m_timeSource();
    const QDate day = now.toTimeZone(m_facilityZone).date();
    QList<DutyEntry> people = SupportDuty::at(m_allPeople, now, m_facilityZone);
    if (!hasFacilityChanged && people == m_dutyEntries && (day == m_dateAtFacility || m_allPeople.isEmpty())) {
        return; // an open dialog is not rebuilt for an unrelated edit of a profile
    }
    m_dutyEntries = std::move(people);
    m_dateAtFacility = day;
    Q_EMIT supportChanged();
}
}
