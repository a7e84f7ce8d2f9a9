// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportduty.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace Nightdesk::SupportDuty
{
namespace
{
/// When clocks in @p zone show @p minute of @p day. @p isEnd chooses between the two instants if summer time repeats the hour.
QDateTime momentOf(QDate day, int minute, bool isEnd, const QTimeZone &zone)
{
    const QDate date = day.addDays(minute / (24 * 60));
    const QTime time(minute / 60 % 24, minute % 60);
    const auto resolution = isEnd ? QDateTime::TransitionResolution::RelativeToAfter : QDateTime::TransitionResolution::RelativeToBefore;
    const QDateTime moment(date, time, zone, resolution);
    if (moment.time() == time && moment.date() == date) {
        return moment.toUTC();
    }
    // This time is skipped when summer time begins.
    const QTimeZone::OffsetData jump = zone.previousTransition(QDateTime(date, time, zone, QDateTime::TransitionResolution::PreferAfter).addSecs(1));
    return jump.atUtc.isValid() ? jump.atUtc.toUTC() : moment.toUTC();
}
}

DutyShift shiftAt(const HoursOfDay &hours, const QDateTime &now, const QTimeZone &zone)
{
    const int end = hours.toMinute > hours.fromMinute ? hours.toMinute : hours.toMinute + 24 * 60;
    const QDate today = now.toTimeZone(zone).date();
    DutyShift shift;
    // Yesterday's shift may still run. Today's may be over, or may not exist because daylight saving time skips that hour.
    for (int day = -1; day <= 2; ++day) {
        const QDate date = today.addDays(day);
        shift = {momentOf(date, hours.fromMinute, false, zone), momentOf(date, end, true, zone)};
        if (now < shift.to && shift.from < shift.to) {
            break;
        }
    }
    return shift;
}

QList<DutyEntry> at(const QList<PersonSpec> &people, const QDateTime &now, const QTimeZone &zone)
{
    QList<DutyEntry> result;
    for (const PersonSpec &person : people) {
        DutyEntry entry{person, true, {}};
        if (person.hours) {
            entry.shift = shiftAt(*person.hours, now, zone);
            entry.isOnDuty = entry.shift->from <= now && now < entry.shift->to;
        }
        result.append(entry);
    }
    std::ranges::stable_sort(result, std::less(), [](const DutyEntry &entry) {
        return std::tuple(!entry.isOnDuty, entry.isOnDuty || !entry.shift ? QDateTime() : entry.shift->from);
    });
    return result;
}

QTimeZone zoneOf(const QString &name)
{
    const QTimeZone zone(name.toUtf8());
    // an empty name would give this computer's time zone
    return !name.isEmpty() && zone.isValid() ? zone : QTimeZone::utc();
}
}
