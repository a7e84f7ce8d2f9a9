// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerwatchdog.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Nightdesk;

class WorkerWatchdogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void deaths_data();
    void deaths();
    void afterGivingUpTheCountStartsAfresh();
    void theFirstInAMinuteIsReplacedAtOnce();
    void runaway_data();
    void runaway();
    void aNewWorkerStartsAtZero();
};

void WorkerWatchdogTest::deaths_data()
{
    QTest::addColumn<QList<int>>("seconds");
    QTest::addColumn<bool>("givesUp");
    QTest::newRow("one death") << QList{0} << false;
    QTest::newRow("two deaths at once") << QList{0, 0} << false;
    QTest::newRow("three deaths at once") << QList{0, 0, 0} << true;
    QTest::newRow("three deaths within a minute") << QList{0, 30, 60} << true;
    QTest::newRow("the third a second late") << QList{0, 30, 61} << false;
    QTest::newRow("one every 31 s for ever") << QList{0, 31, 62, 93, 124, 155} << false;
    QTest::newRow("a quiet hour, then three") << QList{0, 3600, 3610, 3620} << true;
}

void WorkerWatchdogTest::deaths()
{
    QFETCH(const QList<int>, seconds);
    QFETCH(const bool, givesUp);
    WorkerWatchdog judge;
    const WorkerWatchdog::Instant begin{1000h};
    WorkerWatchdog::Verdict verdict = WorkerWatchdog::Verdict::RestartAfterPause;
    for (const int second : seconds) {
        QVERIFY(verdict != WorkerWatchdog::Verdict::GiveUp); // only the last may be too many
        verdict = judge.recordCrash(begin + std::chrono::seconds(second));
    }
    QCOMPARE(verdict == WorkerWatchdog::Verdict::GiveUp, givesUp);
}

void WorkerWatchdogTest::afterGivingUpTheCountStartsAfresh()
{
    WorkerWatchdog judge;
    const WorkerWatchdog::Instant now{1000h};
    judge.recordCrash(now);
    judge.recordCrash(now);
    QCOMPARE(judge.recordCrash(now), WorkerWatchdog::Verdict::GiveUp);
    QCOMPARE(judge.recordCrash(now + 1s), WorkerWatchdog::Verdict::RestartAtOnce);
    QCOMPARE(judge.recordCrash(now + 2s), WorkerWatchdog::Verdict::RestartAfterPause);
    QCOMPARE(judge.recordCrash(now + 3s), WorkerWatchdog::Verdict::GiveUp);
}

void WorkerWatchdogTest::theFirstInAMinuteIsReplacedAtOnce()
{
    WorkerWatchdog judge;
    const WorkerWatchdog::Instant now{1000h};
    QCOMPARE(judge.recordCrash(now), WorkerWatchdog::Verdict::RestartAtOnce);
    QCOMPARE(judge.recordCrash(now + 60s), WorkerWatchdog::Verdict::RestartAfterPause);
    QCOMPARE(judge.recordCrash(now + 121s), WorkerWatchdog::Verdict::RestartAtOnce);
}

void WorkerWatchdogTest::runaway_data()
{
    QTest::addColumn<int>("percent");
    QTest::addColumn<int>("damageEvery"); // s, 0: never
    QTest::addColumn<int>("idleUntil"); // s
    QTest::addColumn<int>("firstSeenAt"); // s, -1: never within a minute
    QTest::newRow("idle") << 0 << 0 << 0 << -1;
    QTest::newRow("half a core") << 50 << 0 << 0 << -1;
    QTest::newRow("just below") << 89 << 0 << 0 << -1;
    QTest::newRow("90 % for 10 s") << 90 << 0 << 0 << 10;
    QTest::newRow("both threads spin") << 200 << 0 << 0 << 10;
    QTest::newRow("busy, but it shows something") << 100 << 5 << 0 << -1;
    QTest::newRow("busy, and shows something too seldom") << 100 << 20 << 0 << 10;
    QTest::newRow("busy after an idle time, which does not dilute it") << 92 << 0 << 20 << 30;
}

void WorkerWatchdogTest::runaway()
{
    QFETCH(const int, percent);
    QFETCH(const int, damageEvery);
    QFETCH(const int, idleUntil);
    QFETCH(const int, firstSeenAt);
    WorkerWatchdog judge;
    const WorkerWatchdog::Instant begin{1000h};
    judge.noteStarted(begin);
    int seenAt = -1;
    for (int second = 1; second <= 60 && seenAt < 0; ++second) {
        const auto now = begin + std::chrono::seconds(second);
        if (damageEvery != 0 && second % damageEvery == 0) {
            judge.noteDamage(now);
        }
        if (judge.isWorkerBusyWithoutResult(now, std::chrono::milliseconds(10 * percent * std::max(0, second - idleUntil)))) {
            seenAt = second;
        }
    }
    QCOMPARE(seenAt, firstSeenAt);
}

void WorkerWatchdogTest::aNewWorkerStartsAtZero()
{
    WorkerWatchdog judge;
    const WorkerWatchdog::Instant begin{1000h};
    judge.noteStarted(begin);
    QVERIFY(!judge.isWorkerBusyWithoutResult(begin + 9s, 9s));
    judge.noteStarted(begin + 9s);
    QVERIFY(!judge.isWorkerBusyWithoutResult(begin + 11s, 2s));
    QVERIFY(!judge.isWorkerBusyWithoutResult(begin + 18s, 9s));
    QVERIFY(judge.isWorkerBusyWithoutResult(begin + 19s, 10s));
}

NIGHTDESK_GUILESS_TEST(WorkerWatchdogTest)
#include "workerwatchdogtest.moc"
