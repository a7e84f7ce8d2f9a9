// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowlossstate.h"
#include "sessions/xwindows/windowpositiontracker.h"
#include "sessions/xwindows/windowrunstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Run = WindowRunState;
using RunEvent = WindowRunEvent;
using Loss = WindowLossState;
using LossEvent = WindowLossEvent;

constexpr Test::StateSentence<Run, RunEvent> runSentences[] = {
    {"a program is wanted", Run::Off, RunEvent::StartRequested, Run::Authorizing},
    {"the X server lets it in", Run::Authorizing, RunEvent::Authorized, Run::Queued},
    {"its turn has come", Run::Queued, RunEvent::StartDue, Run::Starting},
    {"its host has started it", Run::Starting, RunEvent::Started, Run::Running},
    {"it is done before that is known", Run::Starting, RunEvent::ExitedWithZero, Run::Background},
    {"it fails before it is known to run", Run::Starting, RunEvent::ExitedWithNonzero, Run::ExitedWithFailure},
    {"it is ended before it is known to run", Run::Starting, RunEvent::WasSignaled, Run::EndedBySignal},
    {"its channel breaks before it is known to run", Run::Starting, RunEvent::ChannelEnded, Run::ChannelLost},
    {"a starter is done", Run::Running, RunEvent::ExitedWithZero, Run::Background},
    {"it fails", Run::Running, RunEvent::ExitedWithNonzero, Run::ExitedWithFailure},
    {"it is ended from outside", Run::Running, RunEvent::WasSignaled, Run::EndedBySignal},
    {"its channel breaks", Run::Running, RunEvent::ChannelEnded, Run::ChannelLost},
    {"what a starter left is lost with the channel", Run::Background, RunEvent::ChannelEnded, Run::ChannelLost},
    {"so it is when its last window went a moment before", Run::WindowsClosed, RunEvent::ChannelEnded, Run::ChannelLost},
    {"the last window of what a starter left is closed", Run::Background, RunEvent::LastWindowClosed, Run::WindowsClosed},
    {"another window comes up", Run::WindowsClosed, RunEvent::WindowOpened, Run::Background},
    {"it left no window", Run::Background, RunEvent::EndReported, Run::Ended},
    {"its windows did not go with the link", Run::WindowsClosed, RunEvent::EndReported, Run::Ended},
    {"what becomes of a broken channel is known", Run::ChannelLost, RunEvent::EndReported, Run::Ended},
    {"a signal was meant for it alone", Run::EndedBySignal, RunEvent::EndReported, Run::Ended},
    {"the X server is still there", Run::ExitedWithFailure, RunEvent::EndReported, Run::Ended},
    {"not wanted while the X server is asked", Run::Authorizing, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted before its turn", Run::Queued, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted while it starts", Run::Starting, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted while it runs", Run::Running, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted in the background", Run::Background, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted without a window", Run::WindowsClosed, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted after its channel broke", Run::ChannelLost, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted after a signal", Run::EndedBySignal, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted after it failed", Run::ExitedWithFailure, RunEvent::EndedAtOnce, Run::Off},
    {"not wanted after its end", Run::Ended, RunEvent::EndedAtOnce, Run::Off},
};

constexpr Test::StateSentence<Loss, LossEvent> lossSentences[] = {
    {"its link takes it along", Loss::NotLost, LossEvent::LostWithLink, Loss::Lost},
    {"its link takes it along while a person is asked", Loss::AskingUser, LossEvent::LostWithLink, Loss::Lost},
    {"its link takes it along after it was left closed", Loss::StaysClosed, LossEvent::LostWithLink, Loss::Lost},
    {"its profile starts it again", Loss::Lost, LossEvent::ProfileSaysRestart, Loss::NotLost},
    {"its profile has a person asked", Loss::Lost, LossEvent::ProfileSaysAskUser, Loss::AskingUser},
    {"its profile leaves it closed", Loss::Lost, LossEvent::ProfileSaysLeaveClosed, Loss::StaysClosed},
    {"the person does not want it", Loss::AskingUser, LossEvent::UserDeclined, Loss::StaysClosed},
    {"the person starts it, or ends it", Loss::AskingUser, LossEvent::FailedStateEnded, Loss::NotLost},
    {"it is started later", Loss::StaysClosed, LossEvent::SessionStartsProgram, Loss::NotLost},
};
}

/// The states of an X program without a program, and where its window stands.
class WindowStatesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappensToARun_data();
    void whatHappensToARun();
    void whatHappensToALoss_data();
    void whatHappensToALoss();
    void whatRunsGoesWithItsLink_data();
    void whatRunsGoesWithItsLink();
    void aWindowComesBackToWhereItStood();
    void anotherMonitorIsItsScreen();
};

void WindowStatesTest::whatHappensToARun_data()
{
    QTest::addColumn<Run>("from");
    QTest::addColumn<RunEvent>("on");
    QTest::addColumn<std::optional<Run>>("to");
    for (const auto &pair : Test::everyPair(runSentences, Run::Ended, RunEvent::EndedAtOnce)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void WindowStatesTest::whatHappensToARun()
{
    QFETCH(Run, from);
    QFETCH(RunEvent, on);
    QFETCH(std::optional<Run>, to);
    QVERIFY(nextState(from, on) == to);
}

void WindowStatesTest::whatHappensToALoss_data()
{
    QTest::addColumn<Loss>("from");
    QTest::addColumn<LossEvent>("on");
    QTest::addColumn<std::optional<Loss>>("to");
    for (const auto &pair : Test::everyPair(lossSentences, Loss::StaysClosed, LossEvent::SessionStartsProgram)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void WindowStatesTest::whatHappensToALoss()
{
    QFETCH(Loss, from);
    QFETCH(LossEvent, on);
    QFETCH(std::optional<Loss>, to);
    QVERIFY(nextState(from, on) == to);
}

void WindowStatesTest::whatRunsGoesWithItsLink_data()
{
    QTest::addColumn<Run>("state");
    QTest::addColumn<bool>("expected");
    QTest::newRow("nothing") << Run::Off << false;
    QTest::newRow("not authorized by the X server yet") << Run::Authorizing << false;
    QTest::newRow("what waits for its turn") << Run::Queued << false;
    QTest::newRow("what its host has not started") << Run::Starting << false;
    QTest::newRow("a program") << Run::Running << true;
    QTest::newRow("the windows that a starter left") << Run::Background << true;
    QTest::newRow("the same, gone a moment before") << Run::WindowsClosed << true;
    QTest::newRow("what had a channel that broke a moment before") << Run::ChannelLost << true;
    QTest::newRow("what was ended a moment before") << Run::EndedBySignal << true;
    QTest::newRow("what is being reported as failed") << Run::ExitedWithFailure << false;
    QTest::newRow("what has ended") << Run::Ended << false;
}

void WindowStatesTest::whatRunsGoesWithItsLink()
{
    QFETCH(Run, state);
    QFETCH(bool, expected);
    QCOMPARE(isAlive(state), expected);
}

void WindowStatesTest::aWindowComesBackToWhereItStood()
{
    WindowPositionTracker lastPosition;
    QVERIFY(lastPosition.setMonitorRect({0, 0, 1920, 1080}));
    QVERIFY(!lastPosition.setMonitorRect({0, 0, 1920, 1080}));
    lastPosition.requireReturnToLastPosition();
    QVERIFY(!lastPosition.rectForNextWindow()); // it never stood anywhere
    QVERIFY(lastPosition.setWindowRect(QRect(100, 50, 400, 300)));
    QVERIFY(!lastPosition.setWindowRect(QRect(100, 50, 400, 300)));
    QVERIFY(!lastPosition.rectForNextWindow());
    QVERIFY(lastPosition.setWindowRect(std::nullopt));
    QVERIFY(!lastPosition.windowRect());
    lastPosition.requireReturnToLastPosition();
    QVERIFY(lastPosition.rectForNextWindow() == QRect(100, 50, 400, 300));
    lastPosition.clearReturnPosition();
    QVERIFY(!lastPosition.rectForNextWindow());
}

void WindowStatesTest::anotherMonitorIsItsScreen()
{
    WindowPositionTracker lastPosition;
    lastPosition.setMonitorRect({0, 0, 1920, 1080});
    lastPosition.setWindowRect(QRect(100, 50, 400, 300));
    lastPosition.setWindowRect(std::nullopt);
    lastPosition.requireReturnToLastPosition();
    lastPosition.setMonitorRect({1920, 200, 1920, 1080});
    QVERIFY(lastPosition.rectForNextWindow() == QRect(2020, 250, 400, 300));
}

NIGHTDESK_GUILESS_TEST(WindowStatesTest)
#include "windowstatestest.moc"
