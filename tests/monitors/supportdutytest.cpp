// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportdesk.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
PersonSpec person(const QString &name, std::optional<HoursOfDay> hours)
{
    PersonSpec result;
    result.name = name;
    result.hours = hours;
    return result;
}

constexpr int at(int hour, int minute = 0)
{
    return hour * 60 + minute;
}

QDateTime utc(const QString &text)
{
    return QDateTime::fromString(text + u'Z', Qt::ISODate);
}

QString textOf(const DutyShift &shift)
{
    return shift.from.toUTC().toString(u"dd hh:mm"_s) + u" - "_s + shift.to.toUTC().toString(u"dd hh:mm"_s);
}
}

/// Who can help when: hours past midnight, time zones, the nights on which clocks jump.
class SupportDutyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shifts_data();
    void shifts();
    void whoIsThereComesFirst();
    void anUnknownZoneIsUtc();
    void theDeskTellsWhenAShiftChanges();
};

void SupportDutyTest::shifts_data()
{
    QTest::addColumn<QString>("zone");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("now");
    QTest::addColumn<bool>("onDuty");
    QTest::addColumn<QString>("shift"); // UTC, day and time
    const QString hawaii = u"Pacific/Honolulu"_s; // UTC-10, no summer time
    const QString berlin = u"Europe/Berlin"_s; // 2026: 29 March 02:00 -> 03:00, 25 October 03:00 -> 02:00

    QTest::newRow("by day, in the middle") << hawaii << at(8) << at(17) << u"2026-06-12T20:00:00"_s << true << u"12 18:00 - 13 03:00"_s;
    QTest::newRow("the first second counts") << hawaii << at(8) << at(17) << u"2026-06-12T18:00:00"_s << true << u"12 18:00 - 13 03:00"_s;
    QTest::newRow("a second before it does not") << hawaii << at(8) << at(17) << u"2026-06-12T17:59:59"_s << false << u"12 18:00 - 13 03:00"_s;
    QTest::newRow("the end does not count") << hawaii << at(8) << at(17) << u"2026-06-13T03:00:00"_s << false << u"13 18:00 - 14 03:00"_s;
    QTest::newRow("past midnight, before it") << hawaii << at(18) << at(6) << u"2026-06-12T08:00:00"_s << true << u"12 04:00 - 12 16:00"_s;
    QTest::newRow("past midnight, after it") << hawaii << at(18) << at(6) << u"2026-06-12T12:00:00"_s << true << u"12 04:00 - 12 16:00"_s;
    QTest::newRow("past midnight, at noon nobody") << hawaii << at(18) << at(6) << u"2026-06-12T22:00:00"_s << false << u"13 04:00 - 13 16:00"_s;
    QTest::newRow("until midnight") << hawaii << at(12) << at(24) << u"2026-06-12T09:59:59"_s << true << u"11 22:00 - 12 10:00"_s;
    QTest::newRow("until midnight, which does not count") << hawaii << at(12) << at(24) << u"2026-06-12T10:00:00"_s << false << u"12 22:00 - 13 10:00"_s;
    QTest::newRow("from midnight") << hawaii << at(0) << at(6) << u"2026-06-12T10:00:00"_s << true << u"12 10:00 - 12 16:00"_s;
    QTest::newRow("the same hour twice is a whole day") << hawaii << at(7) << at(7) << u"2026-06-12T16:59:00"_s << true << u"11 17:00 - 12 17:00"_s;
    QTest::newRow("midnight to midnight is a whole day") << hawaii << at(0) << at(24) << u"2026-06-12T09:59:00"_s << true << u"11 10:00 - 12 10:00"_s;
    QTest::newRow("east of Greenwich the day is another") << u"Asia/Tokyo"_s << at(1) << at(3) << u"2026-06-12T17:00:00"_s << true << u"12 16:00 - 12 18:00"_s;
    QTest::newRow("the night of spring is an hour shorter") << berlin << at(20) << at(6) << u"2026-03-29T03:59:00"_s << true << u"28 19:00 - 29 04:00"_s;
    QTest::newRow("the night of autumn is an hour longer") << berlin << at(20) << at(6) << u"2026-10-25T04:59:00"_s << true << u"24 18:00 - 25 05:00"_s;
    QTest::newRow("a start that clocks skip is at the jump") << berlin << at(2, 30) << at(6) << u"2026-03-29T01:00:00"_s << true << u"29 01:00 - 29 04:00"_s;
    QTest::newRow("and not before the jump") << berlin << at(2, 30) << at(6) << u"2026-03-29T00:59:59"_s << false << u"29 01:00 - 29 04:00"_s;
    QTest::newRow("an end that clocks skip is at the jump") << berlin << at(20) << at(2, 30) << u"2026-03-29T00:59:59"_s << true << u"28 19:00 - 29 01:00"_s;
    QTest::newRow("and nobody is there after the jump") << berlin << at(20) << at(2, 30) << u"2026-03-29T01:00:00"_s << false << u"29 18:00 - 30 00:30"_s;
    QTest::newRow("a shift that clocks skip is not") << berlin << at(2) << at(3) << u"2026-03-29T01:00:00"_s << false << u"30 00:00 - 30 01:00"_s;
    QTest::newRow("a start that comes twice is the first") << berlin << at(2, 30) << at(6) << u"2026-10-25T00:30:00"_s << true << u"25 00:30 - 25 05:00"_s;
    QTest::newRow("an end that comes twice is the second") << berlin << at(20) << at(2, 30) << u"2026-10-25T01:29:59"_s << true << u"24 18:00 - 25 01:30"_s;
    QTest::newRow("and after the second nobody") << berlin << at(20) << at(2, 30) << u"2026-10-25T01:30:00"_s << false << u"25 19:00 - 26 01:30"_s;
}

void SupportDutyTest::shifts()
{
    QFETCH(QString, zone);
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QString, now);
    QFETCH(bool, onDuty);
    QFETCH(QString, shift);
    const QList<DutyEntry> people = SupportDuty::at({person(u"Kim"_s, HoursOfDay{from, to})}, utc(now), SupportDuty::zoneOf(zone));
    QCOMPARE(people.size(), 1);
    QCOMPARE(textOf(people.first().shift.value()), shift);
    QCOMPARE(people.first().isOnDuty, onDuty);
}

void SupportDutyTest::whoIsThereComesFirst()
{
    const QList<PersonSpec> all{person(u"late"_s, HoursOfDay{at(22), at(23)}),
                                person(u"soon"_s, HoursOfDay{at(14), at(15)}),
                                person(u"there"_s, HoursOfDay{at(12), at(13)}),
                                person(u"always"_s, {})};
    QStringList names;
    for (const DutyEntry &entry : SupportDuty::at(all, utc(u"2026-06-12T12:30:00"_s), QTimeZone::utc())) {
        names.append(entry.person.name);
        QCOMPARE(entry.isOnDuty, names.size() <= 2);
        QCOMPARE(entry.shift.has_value(), entry.person.name != u"always");
    }
    QCOMPARE(names, (QStringList{u"there"_s, u"always"_s, u"soon"_s, u"late"_s}));
    QVERIFY(SupportDuty::at({}, utc(u"2026-06-12T12:30:00"_s), QTimeZone::utc()).isEmpty());
}

void SupportDutyTest::anUnknownZoneIsUtc()
{
    QCOMPARE(SupportDuty::zoneOf(u"Pacific/Honolulu"_s).id(), "Pacific/Honolulu");
    QCOMPARE(SupportDuty::zoneOf(u"Mauna/Kea"_s), QTimeZone::utc());
    QCOMPARE(SupportDuty::zoneOf({}), QTimeZone::utc());
}

void SupportDutyTest::theDeskTellsWhenAShiftChanges()
{
    QDateTime now = utc(u"2026-06-12T12:30:00"_s);
    SupportDesk desk(nullptr, [&now] {
        return now;
    });
    QSignalSpy changed(&desk, &SupportDesk::supportChanged);
    QVERIFY(desk.people().isEmpty());
    Facility facility;
    facility.people = {person(u"Kim"_s, HoursOfDay{at(12), at(13)})};
    facility.rooms = {{u"Observing room"_s, u"https://meet.example/observing"_s, {}}};
    desk.setFacility(facility);
    QCOMPARE(changed.size(), 1);
    QVERIFY(desk.people().first().isOnDuty);
    QCOMPARE(desk.meetingRooms().size(), 1);
    desk.updateForCurrentTime();
    facility.people.first().place = {u"facility.toml"_s, 12, 1};
    facility.rooms.first().place = {u"facility.toml"_s, 20, 1};
    desk.setFacility(facility);
    QCOMPARE(changed.size(), 1); // no news: a minute in which nothing happens, the same people further down in the file
    now = now.addSecs(30 * 60);
    desk.updateForCurrentTime();
    QCOMPARE(changed.size(), 2);
    QVERIFY(!desk.people().first().isOnDuty); // tomorrow again
    now = now.addDays(1).addSecs(-6 * 60 * 60);
    desk.updateForCurrentTime();
    QCOMPARE(changed.size(), 3); // that is today now
    facility.rooms.clear();
    desk.setFacility(facility);
    QCOMPARE(changed.size(), 4);
    desk.setFacility({});
    QVERIFY(desk.people().isEmpty() && desk.meetingRooms().isEmpty());
}

NIGHTDESK_GUILESS_TEST(SupportDutyTest)
#include "supportdutytest.moc"
