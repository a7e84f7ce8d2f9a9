// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/sessiontimes.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

class SessionTimesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachStepBeginsWhereTheLastOneEnded();
    void aNewAttemptForgetsTheSteps();
    void theFirstTimeToLiveStands();
    void aRetryCountsFromThere();
};

void SessionTimesTest::eachStepBeginsWhereTheLastOneEnded()
{
    const SessionTimes::Clock::time_point start{};
    SessionTimes times;
    QVERIFY(times.steps().isEmpty());
    times.noteAttemptBegan(start);
    times.finishStep(StartStep::Channel, start + 300ms);
    times.finishStep(StartStep::FirstPicture, start + 1s);
    QCOMPARE(times.steps(), (QList<StepTiming>{{StartStep::Channel, 300ms}, {StartStep::FirstPicture, 700ms}}));
}

void SessionTimesTest::aNewAttemptForgetsTheSteps()
{
    const SessionTimes::Clock::time_point start{};
    SessionTimes times;
    times.noteAttemptBegan(start);
    times.finishStep(StartStep::Channel, start + 300ms);
    times.noteAttemptBegan(start + 10s);
    QVERIFY(times.steps().isEmpty());
    times.finishStep(StartStep::Channel, start + 10s + 50ms);
    QCOMPARE(times.steps(), (QList<StepTiming>{{StartStep::Channel, 50ms}}));
    times.clearSteps();
    QVERIFY(times.steps().isEmpty());
}

void SessionTimesTest::theFirstTimeToLiveStands()
{
    const SessionTimes::Clock::time_point start{};
    SessionTimes times;
    times.noteStartRequested(start);
    QVERIFY(!times.timeTakenUntilLive());
    times.noteContentAppeared(start + 2s);
    QVERIFY(times.timeTakenUntilLive() == std::optional<std::chrono::milliseconds>(2s));
    times.noteContentAppeared(start + 60s); // back after its connection was lost
    QVERIFY(times.timeTakenUntilLive() == std::optional<std::chrono::milliseconds>(2s));
    times.noteBecameLive(start + 60s);
    QVERIFY(times.liveSince() == start + 60s);
}

void SessionTimesTest::aRetryCountsFromThere()
{
    const SessionTimes::Clock::time_point start{};
    SessionTimes times;
    times.noteStartRequested(start);
    times.noteContentAppeared(start + 2s);
    times.noteStartRequested(start + 30s);
    QVERIFY(!times.timeTakenUntilLive());
    times.noteContentAppeared(start + 31s);
    QVERIFY(times.timeTakenUntilLive() == std::optional<std::chrono::milliseconds>(1s));
}

NIGHTDESK_GUILESS_TEST(SessionTimesTest)
#include "sessiontimestest.moc"
