// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QTimeZone>

namespace Nightdesk
{
/// One stretch of time in which a person is there.
struct Shift {
    QDateTime from; ///< UTC
    QDateTime to; ///< UTC; exclusive
    bool operator==(const Shift &) const = default;
};

/// A person and when that one is there.
struct DutyEntry {
    PersonSpec person;
    bool isOnDuty = false;
    std::optional<Shift> shift; ///< the running one, else the next; empty: always there
    bool operator==(const DutyEntry &) const = default;
};

/// Who can help at a time. Hours are those of clocks at the facility: a shift that begins or ends in the hour that summer
/// time skips does so when the clocks jump; in the hour that comes twice it begins with the first and ends with the
/// second. Pure.
namespace SupportDuty
{
/// The shift of @p hours that runs at @p now, else the next one.
Shift shiftAt(const HoursOfDay &hours, const QDateTime &now, const QTimeZone &zone);
/// Those on duty first, the others by who comes next; else in the file's order.
QList<DutyEntry> at(const QList<PersonSpec> &people, const QDateTime &now, const QTimeZone &zone);
/// UTC for a name that is empty or not known.
QTimeZone zoneOf(const QString &name);
}
}
