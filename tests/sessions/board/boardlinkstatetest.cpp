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
    {"a person logs in", State::Quiet, Event::LoginRequested, State::Asking},
    {"a person comes before the refused question has closed the link", State::ClosingAfterRefusal, Event::LoginRequested, State::AskingNext},
    {"the person that it needs comes", State::NeedsPerson, Event::LoginRequested, State::Asking},
    {"a question, and nobody is there", State::Quiet, Event::QuestionAsked, State::ClosingAfterRefusal},
    {"a question at the next attempt", State::NeedsPerson, Event::QuestionAsked, State::ClosingAfterRefusal},
    {"live in spite of the refused question", State::ClosingAfterRefusal, Event::Live, State::Quiet},
    {"a later attempt needs nobody", State::NeedsPerson, Event::Live, State::Quiet},
    {"the person has logged in", State::Asking, Event::Live, State::Quiet},
    {"live before it was asked again", State::AskingNext, Event::Live, State::Quiet},
    {"the refused question closes the link", State::ClosingAfterRefusal, Event::Closed, State::NeedsPerson},
    {"it closes while a person is asked", State::Asking, Event::Closed, State::Quiet},
    {"it closes, and asks the person who came meanwhile", State::AskingNext, Event::Closed, State::Asking},
    {"refused without a question", State::Quiet, Event::Refused, State::NeedsPerson},
    {"the refused question is a refusal", State::ClosingAfterRefusal, Event::Refused, State::NeedsPerson},
    {"the person's answer was wrong", State::Asking, Event::Refused, State::NeedsPerson},
    {"refused, and a person came meanwhile", State::AskingNext, Event::Refused, State::Asking},
    {"dropped while it closes", State::ClosingAfterRefusal, Event::Dropped, State::Quiet},
    {"dropped while it needs somebody", State::NeedsPerson, Event::Dropped, State::Quiet},
    {"dropped while it asks", State::Asking, Event::Dropped, State::Quiet},
    {"dropped before it asks", State::AskingNext, Event::Dropped, State::Quiet},
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
    for (const auto &pair : Test::everyPair(sentences, State::AskingNext, Event::Dropped)) {
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
