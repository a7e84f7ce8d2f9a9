// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowcloser.h"
#include "sessions/common/repeatedrequest.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
constexpr Test::StateSentence<RepeatedRequestState, RepeatedRequestEvent> questions[] = {
    {"something changed", RepeatedRequestState::Idle, RepeatedRequestEvent::RequestNeeded, RepeatedRequestState::Due},
    {"it is asked for the first time", RepeatedRequestState::Idle, RepeatedRequestEvent::RequestSent, RepeatedRequestState::RequestSent},
    {"it is asked because something changed", RepeatedRequestState::Due, RepeatedRequestEvent::RequestSent, RepeatedRequestState::RequestSent},
    {"there is nothing to ask for", RepeatedRequestState::Due, RepeatedRequestEvent::RequestDropped, RepeatedRequestState::Idle},
    {"something changed before the answer came",
     RepeatedRequestState::RequestSent,
     RepeatedRequestEvent::RequestNeeded,
     RepeatedRequestState::RequestSentAndDue},
    {"the answer came", RepeatedRequestState::RequestSent, RepeatedRequestEvent::Answered, RepeatedRequestState::Idle},
    {"the answer came, and may be old", RepeatedRequestState::RequestSentAndDue, RepeatedRequestEvent::Answered, RepeatedRequestState::Due},
};

constexpr Test::StateSentence<ClosingState, ClosingEvent> closings[] = {
    {"a program is to end", ClosingState::Idle, ClosingEvent::CloseRequested, ClosingState::WaitingForWindows},
    {"its windows are known, and asked", ClosingState::WaitingForWindows, ClosingEvent::CloseRequestsSent, ClosingState::CloseRequestsSent},
    {"it has no window that can be asked", ClosingState::WaitingForWindows, ClosingEvent::NoWindowCanClose, ClosingState::Idle},
    {"it is to end, and was asked before", ClosingState::CloseRequestsSent, ClosingEvent::CloseRequested, ClosingState::WaitingToSendAgain},
    {"it asks something back", ClosingState::CloseRequestsSent, ClosingEvent::ProgramAskedUser, ClosingState::Idle},
    {"its windows are asked once more", ClosingState::WaitingToSendAgain, ClosingEvent::CloseRequestsSent, ClosingState::CloseRequestsSent},
    {"its last window went before it was asked once more", ClosingState::WaitingToSendAgain, ClosingEvent::NoWindowCanClose, ClosingState::Idle},
    {"it asks something back before it is asked once more", ClosingState::WaitingToSendAgain, ClosingEvent::ProgramAskedUser, ClosingState::WaitingForWindows},
};
}

/// The states of what watches over the windows of a program, without a program.
class AppWindowStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappensToAQuestion_data();
    void whatHappensToAQuestion();
    void whatHappensToAClosing_data();
    void whatHappensToAClosing();
    void whatChangesMeanwhileIsAskedAgain();
};

void AppWindowStateTest::whatHappensToAQuestion_data()
{
    QTest::addColumn<RepeatedRequestState>("from");
    QTest::addColumn<RepeatedRequestEvent>("on");
    QTest::addColumn<std::optional<RepeatedRequestState>>("to");
    for (const auto &pair : Test::everyPair(questions, RepeatedRequestState::RequestSentAndDue, RepeatedRequestEvent::RequestDropped)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void AppWindowStateTest::whatHappensToAQuestion()
{
    QFETCH(RepeatedRequestState, from);
    QFETCH(RepeatedRequestEvent, on);
    QFETCH(std::optional<RepeatedRequestState>, to);
    QVERIFY(nextState(from, on) == to);
}

void AppWindowStateTest::whatHappensToAClosing_data()
{
    QTest::addColumn<ClosingState>("from");
    QTest::addColumn<ClosingEvent>("on");
    QTest::addColumn<std::optional<ClosingState>>("to");
    for (const auto &pair : Test::everyPair(closings, ClosingState::WaitingToSendAgain, ClosingEvent::ProgramAskedUser)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void AppWindowStateTest::whatHappensToAClosing()
{
    QFETCH(ClosingState, from);
    QFETCH(ClosingEvent, on);
    QFETCH(std::optional<ClosingState>, to);
    QVERIFY(nextState(from, on) == to);
}

void AppWindowStateTest::whatChangesMeanwhileIsAskedAgain()
{
    RepeatedRequest question;
    QVERIFY(!question.isDue() && !question.isRequestPending());
    question.handle(RepeatedRequestEvent::RequestNeeded);
    QVERIFY(question.isDue());
    question.handle(RepeatedRequestEvent::RequestSent);
    QVERIFY(!question.isDue() && question.isRequestPending());
    question.handle(RepeatedRequestEvent::RequestNeeded);
    QVERIFY(!question.isDue() && question.isRequestPending());
    question.handle(RepeatedRequestEvent::Answered);
    QVERIFY(question.isDue() && !question.isRequestPending());
}

NIGHTDESK_GUILESS_TEST(AppWindowStateTest)
#include "appwindowstatestest.moc"
