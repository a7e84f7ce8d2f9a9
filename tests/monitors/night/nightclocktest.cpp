// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightclock.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QDateTime ut(const QString &text)
{
    return QDateTime::fromString(text + u'Z', Qt::ISODate);
}
}

/// Nights end at the facility's noon, whatever the clock does.
class NightClockTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nightsEnd_data();
    void nightsEnd();
    void anotherFacilityEndsNoNight();
    void aFacilityWithoutATimeZoneHasANight();
};

void NightClockTest::nightsEnd_data()
{
    QTest::addColumn<QString>("timezone");
    QTest::addColumn<QStringList>("looks"); ///< when the clock is looked at, UT
    QTest::addColumn<QList<QDate>>("ended"); ///< the nights that then began
    const QDate d20(2026, 11, 20);
    const QDate d21(2026, 11, 21);
    const QString hawaii = u"Pacific/Honolulu"_s; // noon is 22:00 UT
    QTest::newRow("a minute before and at noon") << hawaii << QStringList{u"2026-11-20T21:59:00"_s, u"2026-11-20T22:00:00"_s} << QList{d20};
    QTest::newRow("midnight is no end") << hawaii << QStringList{u"2026-11-20T23:00:00"_s, u"2026-11-21T10:00:00"_s, u"2026-11-21T21:59:59"_s}
                                        << QList<QDate>();
    QTest::newRow("each night once") << hawaii
                                     << QStringList{u"2026-11-20T21:00:00"_s, u"2026-11-20T22:00:10"_s, u"2026-11-20T22:00:40"_s, u"2026-11-21T22:00:10"_s}
                                     << QList{d20, d21};
    QTest::newRow("the computer slept over noon") << hawaii << QStringList{u"2026-11-20T15:00:00"_s, u"2026-11-21T03:00:00"_s} << QList{d20};
    QTest::newRow("it slept three days: one end") << hawaii << QStringList{u"2026-11-18T15:00:00"_s, u"2026-11-21T03:00:00"_s} << QList{d20};
    QTest::newRow("the clock was an hour fast and is set back before noon")
        << hawaii << QStringList{u"2026-11-20T21:30:00"_s, u"2026-11-20T20:30:00"_s, u"2026-11-20T21:59:00"_s} << QList<QDate>();
    QTest::newRow("set back over noon, then noon again")
        << hawaii << QStringList{u"2026-11-20T22:10:00"_s, u"2026-11-20T21:10:00"_s, u"2026-11-20T22:00:00"_s} << QList{d20};
    QTest::newRow("the clock was years ahead and is set right")
        << hawaii << QStringList{u"2038-01-01T00:00:00"_s, u"2026-11-20T21:59:00"_s, u"2026-11-20T22:00:00"_s} << QList{d20};
    // Chile's clocks went from 24:00 to 01:00 on 2026-09-05, and back on 2026-04-04.
    const QString chile = u"America/Santiago"_s;
    QTest::newRow("clocks go forward: noon is 15 UT then")
        << chile << QStringList{u"2026-09-05T16:00:00"_s, u"2026-09-06T14:59:00"_s, u"2026-09-06T15:00:00"_s} << QList{QDate(2026, 9, 6)};
    QTest::newRow("clocks go back: noon is 16 UT then")
        << chile << QStringList{u"2026-04-04T15:00:00"_s, u"2026-04-05T15:59:00"_s, u"2026-04-05T16:00:00"_s} << QList{QDate(2026, 4, 5)};
    QTest::newRow("no time zone: noon is in UT") << QString() << QStringList{u"2026-11-20T11:59:59"_s, u"2026-11-20T12:00:00"_s} << QList{d20};
    QTest::newRow("a time zone that nobody knows: in UT") << u"Mars/Olympus"_s << QStringList{u"2026-11-20T11:59:59"_s, u"2026-11-20T12:00:00"_s} << QList{d20};
}

void NightClockTest::nightsEnd()
{
    QFETCH(QString, timezone);
    QFETCH(QStringList, looks);
    QFETCH(QList<QDate>, ended);
    QDateTime now = ut(looks.takeFirst());
    QVERIFY(now.isValid());
    NightClock clock([&now] {
        return now;
    });
    clock.setTimezone(timezone);
    QSignalSpy spy(&clock, &NightClock::nightChanged);
    for (const QString &look : std::as_const(looks)) {
        now = ut(look);
        QVERIFY(now.isValid());
        clock.checkNight();
    }
    QList<QDate> told;
    for (const auto &arguments : std::as_const(spy)) {
        told.append(arguments.constFirst().toDate());
    }
    QCOMPARE(told, ended);
}

void NightClockTest::anotherFacilityEndsNoNight()
{
    QDateTime now = ut(u"2026-11-20T21:00:00"_s);
    NightClock clock([&now] {
        return now;
    });
    clock.setTimezone(u"Pacific/Honolulu"_s);
    QCOMPARE(clock.night(), QDate(2026, 11, 19));
    QSignalSpy spy(&clock, &NightClock::nightChanged);
    clock.setTimezone(u"Atlantic/Canary"_s);
    QCOMPARE(clock.night(), QDate(2026, 11, 20));
    clock.checkNight();
    QVERIFY(spy.isEmpty());
    now = ut(u"2026-11-21T12:00:00"_s);
    clock.checkNight();
    QCOMPARE(spy.size(), 1);
}

void NightClockTest::aFacilityWithoutATimeZoneHasANight()
{
    NightClock clock([] {
        return ut(u"2026-11-20T21:00:00"_s);
    });
    QSignalSpy told(&clock, &NightClock::nightDetermined);
    clock.setTimezone(QString());
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.constFirst().constFirst().toDate(), QDate(2026, 11, 20));
    clock.setTimezone(QString());
    QCOMPARE(told.size(), 1);
}

NIGHTDESK_GUILESS_TEST(NightClockTest)
#include "nightclocktest.moc"
