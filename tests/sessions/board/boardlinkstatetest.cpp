// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardlinkstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using State = BoardLinkState;
using Event = BoardLinkEvent;

constexpr Test::StateSentence<State, Event> sentences[] = {
    {"a person logs in", State::MayNotAskUser, Event::LoginRequested, State::MayAskUser},
    {"a person comes before the refused question has closed the link", State::ClosingAfterRefusal, Event::LoginRequested, State::MayAskUserAfterReconnect},
    {"the person that it needs comes", State::NeedsUserAction, Event::LoginRequested, State::MayAskUser},
    {"a question, and nobody is there", State::MayNotAskUser, Event::LinkAskedQuestion, State::ClosingAfterRefusal},
    {"a question at the next attempt", State::NeedsUserAction, Event::LinkAskedQuestion, State::ClosingAfterRefusal},
    {"live in spite of the refused question", State::ClosingAfterRefusal, Event::LinkLive, State::MayNotAskUser},
    {"a later attempt needs nobody", State::NeedsUserAction, Event::LinkLive, State::MayNotAskUser},
    {"the person has logged in", State::MayAskUser, Event::LinkLive, State::MayNotAskUser},
    {"live before it was asked again", State::MayAskUserAfterReconnect, Event::LinkLive, State::MayNotAskUser},
    {"the refused question closes the link", State::ClosingAfterRefusal, Event::LinkClosed, State::NeedsUserAction},
    {"it closes while a person is asked", State::MayAskUser, Event::LinkClosed, State::MayNotAskUser},
    {"it closes, and asks the person who came meanwhile", State::MayAskUserAfterReconnect, Event::LinkClosed, State::MayAskUser},
    {"refused without a question", State::MayNotAskUser, Event::AnswerRefused, State::NeedsUserAction},
    {"the refused question is a refusal", State::ClosingAfterRefusal, Event::AnswerRefused, State::NeedsUserAction},
    {"the person's answer was wrong", State::MayAskUser, Event::AnswerRefused, State::NeedsUserAction},
    {"refused, and a person came meanwhile", State::MayAskUserAfterReconnect, Event::AnswerRefused, State::MayAskUser},
    {"dropped while it closes", State::ClosingAfterRefusal, Event::LinkDeleted, State::MayNotAskUser},
    {"dropped while it needs somebody", State::NeedsUserAction, Event::LinkDeleted, State::MayNotAskUser},
    {"dropped while it asks", State::MayAskUser, Event::LinkDeleted, State::MayNotAskUser},
    {"dropped before it asks", State::MayAskUserAfterReconnect, Event::LinkDeleted, State::MayNotAskUser},
};
}

/// Whom the board's own link asks, without a link.
class BoardLinkStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPairOfStateAndEvent_data();
    void everyPairOfStateAndEvent();
};

void BoardLinkStateTest::everyPairOfStateAndEvent_data()
{
    QTest::addColumn<State>("from");
    QTest::addColumn<Event>("on");
    QTest::addColumn<std::optional<State>>("to");
    for (const auto &pair : Test::everyPair(sentences, State::MayAskUserAfterReconnect, Event::LinkDeleted)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void BoardLinkStateTest::everyPairOfStateAndEvent()
{
    QFETCH(State, from);
    QFETCH(Event, on);
    QFETCH(std::optional<State>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(BoardLinkStateTest)
#include "boardlinkstatetest.moc"
