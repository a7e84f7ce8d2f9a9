// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/siderealclock.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class SiderealClockTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void agreesWithWhatWasPublished_data();
    void agreesWithWhatWasPublished();
    void longitudes_data();
    void longitudes();
    void aDayIsFourMinutesShort();
    void neverReachesTwentyFour();
};

namespace
{
QDateTime instant(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODateWithMs);
}

std::chrono::milliseconds time(const QString &text)
{
    return std::chrono::milliseconds(QTime::fromString(text, u"HH:mm:ss.zzz"_s).msecsSinceStartOfDay());
}
}

void SiderealClockTest::agreesWithWhatWasPublished_data()
{
    QTest::addColumn<QString>("at");
    QTest::addColumn<double>("longitude");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<std::chrono::milliseconds>("tolerance");
    QTest::newRow("the standard epoch, Greenwich") << u"2000-01-01T12:00:00Z"_s << 0.0 << u"18:41:50.548"_s << 2ms;
    QTest::newRow("Meeus, example 12.a, after the Astronomical Almanac 1987") << u"1987-04-10T00:00:00Z"_s << 0.0 << u"13:10:46.367"_s << 30ms;
    QTest::newRow("Meeus, example 12.b, in the evening") << u"1987-04-10T19:21:00Z"_s << 0.0 << u"08:34:57.090"_s << 30ms;
    QTest::newRow("the IAU's test value of 2006") << u"2006-01-01T00:00:00Z"_s << 0.0 << u"06:42:01.637"_s << 2ms;
    QTest::newRow("the US Naval Observatory's formula, Mauna Kea") << u"2026-11-21T09:30:15Z"_s << -155.4747 << u"03:09:57.310"_s << 50ms;
    QTest::newRow("the same formula, Siding Spring, at the end of a day") << u"2026-06-01T23:59:59Z"_s << 149.07 << u"02:38:10.833"_s << 50ms;
}

void SiderealClockTest::agreesWithWhatWasPublished()
{
    QFETCH(QString, at);
    QFETCH(double, longitude);
    QFETCH(QString, expected);
    QFETCH(std::chrono::milliseconds, tolerance);
    const SiderealClock clock(longitude);
    const auto found = clock.localMeanTime(instant(at));
    const auto off = found - time(expected);
    QVERIFY2(std::chrono::abs(off) <= tolerance, qPrintable(QTime::fromMSecsSinceStartOfDay(int(found.count())).toString(u"HH:mm:ss.zzz"_s)));
}

void SiderealClockTest::longitudes_data()
{
    QTest::addColumn<double>("one");
    QTest::addColumn<double>("other");
    QTest::addColumn<std::chrono::milliseconds>("ahead"); ///< of the other
    QTest::newRow("west and east are the same meridian") << -155.4747 << 204.5253 << 0ms;
    QTest::newRow("the ends of the circle") << -180.0 << 180.0 << 0ms;
    QTest::newRow("a full turn") << 360.0 << 0.0 << 0ms;
    QTest::newRow("east is ahead, by an hour in 15 degrees") << 15.0 << 0.0 << 3'600'000ms;
    QTest::newRow("west is behind") << -15.0 << 0.0 << 82'800'000ms;
}

void SiderealClockTest::longitudes()
{
    QFETCH(double, one);
    QFETCH(double, other);
    QFETCH(std::chrono::milliseconds, ahead);
    const QDateTime at = instant(u"2026-11-21T09:30:15Z"_s);
    const auto off = (SiderealClock(one).localMeanTime(at) - SiderealClock(other).localMeanTime(at) + 24h - ahead) % 24h;
    QVERIFY2(off <= 1ms || off >= 24h - 1ms, qPrintable(QString::number(std::chrono::milliseconds(off).count())));
}

void SiderealClockTest::aDayIsFourMinutesShort()
{
    // The zone that a time is told in makes no difference.
    const QDateTime at = instant(u"2026-11-21T09:30:15Z"_s);
    const SiderealClock clock(-155.4747);
    QCOMPARE(clock.localMeanTime(at.toTimeZone(QTimeZone("Pacific/Honolulu"))), clock.localMeanTime(at));
    const auto gained = (clock.localMeanTime(at.addDays(1)) - clock.localMeanTime(at) + 24h) % 24h;
    QVERIFY(gained > 236'554ms && gained < 236'557ms);
}

void SiderealClockTest::neverReachesTwentyFour()
{
    const SiderealClock clock(0);
    QDateTime at = instant(u"2026-09-22T23:52:00Z"_s);
    bool hasWrapped = false;
    for (auto before = clock.localMeanTime(at); !hasWrapped;) {
        at = at.addMSecs(997);
        QVERIFY(at < instant(u"2026-09-24T00:00:00Z"_s));
        const auto now = clock.localMeanTime(at);
        QVERIFY(now >= 0ms && now < 24h);
        hasWrapped = now < before;
        before = now;
    }
}

NIGHTDESK_GUILESS_TEST(SiderealClockTest)

#include "siderealclocktest.moc"
