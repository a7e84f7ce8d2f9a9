// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/preloadtimer.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QDateTime ut(const QString &text)
{
    return QDateTime::fromString(text + u'Z', Qt::ISODate);
}
}

/// Programs are started before the night at the time that their profile sets.
class PreloadTimerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isDueOnceADay_data();
    void isDueOnceADay();
    void onlyWarmProgramsHaveATime();
};

void PreloadTimerTest::isDueOnceADay_data()
{
    QTest::addColumn<QString>("timezone");
    QTest::addColumn<QList<int>>("minutes"); // of its programs; -1: none set
    QTest::addColumn<QString>("last");
    QTest::addColumn<QString>("now");
    QTest::addColumn<bool>("due");
    const QString hawaii = u"Pacific/Honolulu"_s; // 16:00 is 02:00 UT
    const QList<int> four{16 * 60};
    QTest::newRow("a minute before") << hawaii << four << u"2026-11-20T01:58:30"_s << u"2026-11-20T01:59:00"_s << false;
    QTest::newRow("at its time") << hawaii << four << u"2026-11-20T01:59:45"_s << u"2026-11-20T02:00:15"_s << true;
    QTest::newRow("to the second") << hawaii << four << u"2026-11-20T01:59:45"_s << u"2026-11-20T02:00:00"_s << true;
    QTest::newRow("and not again") << hawaii << four << u"2026-11-20T02:00:00"_s << u"2026-11-20T02:00:30"_s << false;
    QTest::newRow("the computer slept over it for half an hour") << hawaii << four << u"2026-11-20T01:10:00"_s << u"2026-11-20T02:30:00"_s << true;
    QTest::newRow("it slept all afternoon: by hand then") << hawaii << four << u"2026-11-20T00:10:00"_s << u"2026-11-20T05:00:00"_s << false;
    QTest::newRow("the clock is set back over it") << hawaii << four << u"2026-11-20T02:30:00"_s << u"2026-11-20T02:00:10"_s << false;
    QTest::newRow("the earliest of several") << hawaii << QList<int>{17 * 60, -1, 16 * 60} << u"2026-11-20T01:59:45"_s << u"2026-11-20T02:00:15"_s << true;
    QTest::newRow("the others came with it") << hawaii << QList<int>{17 * 60, 16 * 60} << u"2026-11-20T02:59:45"_s << u"2026-11-20T03:00:15"_s << false;
    QTest::newRow("five to midnight, seen after it") << hawaii << QList<int>{23 * 60 + 55} << u"2026-11-20T09:54:00"_s << u"2026-11-20T10:05:00"_s << true;
    QTest::newRow("no time zone: in UT") << QString() << four << u"2026-11-20T15:59:45"_s << u"2026-11-20T16:00:15"_s << true;
    QTest::newRow("a time zone that nobody knows: in UT") << u"Mars/Olympus"_s << four << u"2026-11-20T15:59:45"_s << u"2026-11-20T16:00:15"_s << true;
    QTest::newRow("no time is set") << hawaii << QList<int>{-1} << u"2026-11-20T01:59:45"_s << u"2026-11-20T02:00:15"_s << false;
    QTest::newRow("no programs") << hawaii << QList<int>{} << u"2026-11-20T01:59:45"_s << u"2026-11-20T02:00:15"_s << false;
}

void PreloadTimerTest::isDueOnceADay()
{
    QFETCH(QString, timezone);
    QFETCH(QList<int>, minutes);
    QFETCH(QString, last);
    QFETCH(QString, now);
    QFETCH(bool, due);
    InstrumentProfile profile;
    for (const int minute : std::as_const(minutes)) {
        WindowSpec spec;
        spec.start = StartPolicy::Preload;
        spec.preloadMinuteOfDay = minute < 0 ? std::nullopt : std::optional(minute);
        profile.windows.append(spec);
    }
    QCOMPARE(PreloadTimer::isPreloadDue(profile, timezone, ut(last), ut(now)), due);
}

void PreloadTimerTest::onlyWarmProgramsHaveATime()
{
    InstrumentProfile profile;
    profile.windows.append(WindowSpec());
    profile.windows.last().preloadMinuteOfDay = 60;
    profile.windows.append(profile.windows.last()); // in a display of its own: that lives on at the summit
    profile.windows.last().start = StartPolicy::Preload;
    profile.windows.last().topology = Topology::VncApp;
    QVERIFY(!PreloadTimer::isPreloadDue(profile, {}, ut(u"2026-11-20T00:59:45"_s), ut(u"2026-11-20T01:00:15"_s)));
}

NIGHTDESK_GUILESS_TEST(PreloadTimerTest)
#include "warmtimertest.moc"
