// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/sleepwatch.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QProcess>
#include <QTest>

#include <signal.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clocks = SleepDetector::Clocks;

Q_DECLARE_METATYPE(QList<SleepDetector::Clocks>)

class SleepWatchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void judges_data();
    void judges();
    void aStopIsNoticed();
};

void SleepWatchTest::judges_data()
{
    QTest::addColumn<QList<Clocks>>("looks");
    QTest::addColumn<QList<bool>>("away");
    QTest::newRow("time goes on") << QList<Clocks>{{10s, 10s}, {10500ms, 10500ms}, {11s, 11s}} << QList{false, false, false};
    QTest::newRow("the first look after a night's sleep tells nothing") << QList<Clocks>{{10s, 30000s}} << QList{false};
    QTest::newRow("a lid closed for a minute") << QList<Clocks>{{10s, 10s}, {10500ms, 70500ms}, {11s, 71s}} << QList{false, true, false};
    QTest::newRow("a nap of less than a second is nothing") << QList<Clocks>{{10s, 10s}, {10500ms, 11499ms}} << QList{false, false};
    QTest::newRow("two sleeps") << QList<Clocks>{{10s, 10s}, {10500ms, 20500ms}, {11s, 31s}} << QList{false, true, true};
    QTest::newRow("a busy machine") << QList<Clocks>{{10s, 10s}, {14900ms, 14900ms}} << QList{false, false};
    QTest::newRow("stopped for a while") << QList<Clocks>{{10s, 10s}, {15s, 15s}, {15500ms, 15500ms}} << QList{false, true, false};
    QTest::newRow("stopped and asleep") << QList<Clocks>{{10s, 10s}, {40s, 400s}} << QList{false, true};
    QTest::newRow("a clock that goes back is no sleep") << QList<Clocks>{{10s, 20s}, {10500ms, 15s}} << QList{false, false};
}

void SleepWatchTest::judges()
{
    QFETCH(QList<Clocks>, looks);
    QFETCH(QList<bool>, away);
    SleepDetector judge;
    QList<bool> told;
    for (const Clocks &clocks : std::as_const(looks)) {
        told << judge.detectSleep(clocks);
    }
    QCOMPARE(told, away);
}

void SleepWatchTest::aStopIsNoticed()
{
    SleepWatch watch;
    int wakings = 0;
    connect(&watch, &SleepWatch::computerOrProcessResumed, this, [&wakings] {
        ++wakings;
    });
    // Somebody else has to let us go on. Stopped for six seconds, which is the fault and no wait for something.
    QProcess other;
    other.start(u"sh"_s, {u"-c"_s, u"kill -STOP %1 && sleep 6; kill -CONT %1"_s.arg(::getpid())});
    QVERIFY(other.waitForStarted());
    QVERIFY(WAIT_FOR(wakings > 0));
    QCOMPARE(wakings, 1);
    QVERIFY(other.state() == QProcess::NotRunning || other.waitForFinished());
}

NIGHTDESK_GUILESS_TEST(SleepWatchTest)
#include "sleepwatchtest.moc"
