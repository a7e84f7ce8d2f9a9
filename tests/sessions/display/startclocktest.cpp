// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/startclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

class StartClockTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void settlesWhenNothingNewComes_data();
    void settlesWhenNothingNewComes();
    void aNewStartForgetsTheOldOne();
};

void StartClockTest::settlesWhenNothingNewComes_data()
{
    using std::chrono::milliseconds;
    QTest::addColumn<QList<milliseconds>>("mapped"); // since its start
    QTest::addColumn<milliseconds>("now");
    QTest::addColumn<bool>("settled");
    QTest::addColumn<std::optional<milliseconds>>("took");
    const std::optional<milliseconds> unknown;
    QTest::newRow("nothing is there yet, however long that takes") << QList<milliseconds>{} << milliseconds(10min) << false << unknown;
    QTest::newRow("one window, just now") << QList<milliseconds>{500ms} << milliseconds(500ms) << false << std::optional(500ms);
    QTest::newRow("one window, a moment too early") << QList<milliseconds>{500ms} << milliseconds(3499ms) << false << std::optional(500ms);
    QTest::newRow("one window and three quiet seconds") << QList<milliseconds>{500ms} << milliseconds(3500ms) << true << std::optional(500ms);
    QTest::newRow("a window every two seconds") << QList<milliseconds>{1s, 3s, 5s, 7s} << milliseconds(9s) << false << std::optional<milliseconds>(7s);
    QTest::newRow("and three quiet seconds then") << QList<milliseconds>{1s, 3s, 5s, 7s} << milliseconds(10s) << true << std::optional<milliseconds>(7s);
    QTest::newRow("the first window after minutes") << QList<milliseconds>{4min} << milliseconds(4min + 3s) << true << std::optional<milliseconds>(4min);
}

void StartClockTest::settlesWhenNothingNewComes()
{
    QFETCH(QList<std::chrono::milliseconds>, mapped);
    QFETCH(std::chrono::milliseconds, now);
    QFETCH(bool, settled);
    QFETCH(std::optional<std::chrono::milliseconds>, took);
    const StartClock::Clock::time_point start{};
    StartClock clock;
    clock.begin(start);
    for (const auto at : std::as_const(mapped)) {
        clock.noteWindowMapped(start + at);
    }
    QCOMPARE(clock.hasStartSettled(start + now), settled);
    QCOMPARE(clock.startFinishedAt().has_value(), !mapped.isEmpty());
    QVERIFY(clock.startDuration() == took);
}

void StartClockTest::aNewStartForgetsTheOldOne()
{
    const StartClock::Clock::time_point start{};
    StartClock clock;
    clock.begin(start);
    clock.noteWindowMapped(start + 1s);
    QVERIFY(clock.hasStartSettled(start + 4s));
    clock.begin(start + 10s);
    QVERIFY(!clock.hasStartSettled(start + 20s));
    QVERIFY(!clock.startDuration());
    clock.noteWindowMapped(start + 12s);
    QVERIFY(clock.startDuration() == std::optional<std::chrono::milliseconds>(2s));
}

NIGHTDESK_GUILESS_TEST(StartClockTest)
#include "startclocktest.moc"
