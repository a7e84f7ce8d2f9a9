// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/supportduty.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
/// Who of the facility can help now; tells when that changes, because the file did or a shift did. One for the window,
/// whatever shows it looks here. GUI thread. Owned by Console or BoardWindow.
class SupportDesk : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<QDateTime()>;
    explicit SupportDesk(QObject *parent = nullptr, Clock clock = &QDateTime::currentDateTimeUtc);

    void setFacility(const Facility &facility);
    const QList<DutyEntry> &people() const;
    const QList<RoomSpec> &rooms() const;
    QTimeZone zone() const;
    QDateTime now() const;

public Q_SLOTS:
    void lookAtTheClock();
    /// Somebody wants to see all of them.
    void requestDuty();

Q_SIGNALS:
    void changed();
    void asked();

private:
    void findPeople(bool isNews);

    Clock m_clock;
    QTimer m_minutes;
    QList<PersonSpec> m_all;
    QList<DutyEntry> m_people;
    QList<RoomSpec> m_rooms;
    QTimeZone m_zone = QTimeZone::utc();
    QDate m_day; ///< there; "from Sat 18:00" is "from 18:00" once it is Saturday
};
}
