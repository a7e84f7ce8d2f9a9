// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/supportduty.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
/// Who of the facility can help now; emits a signal when that changes because a file or the current shift changed. One per window,
/// shared by all widgets that show it. GUI thread. Owned by Console or BoardWindow.
class SupportDesk : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<QDateTime()>;
    explicit SupportDesk(QObject *parent = nullptr, Clock clock = &QDateTime::currentDateTimeUtc);

    void setFacility(const Facility &facility);
    const QList<DutyEntry> &people() const;
    const QList<RoomSpec> &meetingRooms() const;
    QTimeZone zone() const;
    QDateTime now() const;

public Q_SLOTS:
    void updateForCurrentTime();

Q_SIGNALS:
    void supportChanged();
    void dutyDialogRequested(); ///< the user wants to see the whole list of people; emitted by the widgets that offer it

private:
    void updateDutyEntries(bool hasFacilityChanged);

    Clock m_timeSource;
    QTimer m_shiftTimer;
    QList<PersonSpec> m_allPeople;
    QList<DutyEntry> m_dutyEntries;
    QList<RoomSpec> m_rooms;
    QTimeZone m_facilityZone = QTimeZone::utc();
    QDate m_dateAtFacility; ///< at the facility; a new day changes texts: "from Sat 18:00" becomes "from 18:00" on Saturday
};
}
