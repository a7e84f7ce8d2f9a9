// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QTimeZone>

namespace Nightdesk
{
/// A period in which a person is on duty.
struct DutyShift {
    QDateTime from; ///< UTC
    QDateTime to; ///< end of the shift (exclusive), UTC
    bool operator==(const DutyShift &) const = default;
};

/// A person and that person's shift.
struct DutyEntry {
    PersonSpec person;
    bool isOnDuty = false;
    std::optional<DutyShift> shift; ///< the current shift, else the next one; empty: always on duty
    bool operator==(const DutyEntry &) const = default;
};

/// Who can help at a given time. Hours are local time of the facility: a shift that begins or ends in the hour that is skipped for
/// summer time does so when the clocks jump. In the hour that is repeated, a shift begins at the first and ends at the second
/// occurrence. Pure.
namespace SupportDuty
{
/// The shift of @p hours that includes @p now, else the next one.
DutyShift shiftAt(const HoursOfDay &hours, const QDateTime &now, const QTimeZone &zone);
/// People on duty first, then the others by the begin of their next shift; people with equal times stay in the file's order.
QList<DutyEntry> at(const QList<PersonSpec> &people, const QDateTime &now, const QTimeZone &zone);
/// The time zone of that name; UTC if the name is empty or not known.
QTimeZone zoneOf(const QString &name);
}
}
