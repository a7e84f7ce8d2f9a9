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
    {"a person logs in", State::MayNotAsk, Event::LoginRequested, State::MayAsk},
    {"a person comes before the refused question has closed the link", State::ClosingAfterRefusal, Event::LoginRequested, State::MayAskAfterClosing},
    {"the person that it needs comes", State::NeedsUserAction, Event::LoginRequested, State::MayAsk},
    {"a question, and nobody is there", State::MayNotAsk, Event::QuestionAsked, State::ClosingAfterRefusal},
    {"a question at the next attempt", State::NeedsUserAction, Event::QuestionAsked, State::ClosingAfterRefusal},
    {"live in spite of the refused question", State::ClosingAfterRefusal, Event::LinkLive, State::MayNotAsk},
    {"a later attempt needs nobody", State::NeedsUserAction, Event::LinkLive, State::MayNotAsk},
    {"the person has logged in", State::MayAsk, Event::LinkLive, State::MayNotAsk},
    {"live before it was asked again", State::MayAskAfterClosing, Event::LinkLive, State::MayNotAsk},
    {"the refused question closes the link", State::ClosingAfterRefusal, Event::LinkClosed, State::NeedsUserAction},
    {"it closes while a person is asked", State::MayAsk, Event::LinkClosed, State::MayNotAsk},
    {"it closes, and asks the person who came meanwhile", State::MayAskAfterClosing, Event::LinkClosed, State::MayAsk},
    {"refused without a question", State::MayNotAsk, Event::AnswerRefused, State::NeedsUserAction},
    {"the refused question is a refusal", State::ClosingAfterRefusal, Event::AnswerRefused, State::NeedsUserAction},
    {"the person's answer was wrong", State::MayAsk, Event::AnswerRefused, State::NeedsUserAction},
    {"refused, and a person came meanwhile", State::MayAskAfterClosing, Event::AnswerRefused, State::MayAsk},
    {"dropped while it closes", State::ClosingAfterRefusal, Event::LinkDeleted, State::MayNotAsk},
    {"dropped while it needs somebody", State::NeedsUserAction, Event::LinkDeleted, State::MayNotAsk},
    {"dropped while it asks", State::MayAsk, Event::LinkDeleted, State::MayNotAsk},
    {"dropped before it asks", State::MayAskAfterClosing, Event::LinkDeleted, State::MayNotAsk},
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
    for (const auto &pair : Test::everyPair(sentences, State::MayAskAfterClosing, Event::LinkDeleted)) {
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
