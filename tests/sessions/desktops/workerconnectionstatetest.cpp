// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerconnectionstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using State = WorkerConnectionState;
using Event = WorkerConnectionEvent;

constexpr Test::StateSentence<State, Event> sentences[] = {
    {"the channel opens", State::Opening, Event::ChannelOpened, State::Open},
    {"the channel opens after the stream has ended", State::Ending, Event::ChannelOpened, State::Opened},
    {"the stream ends before the channel is open", State::Opening, Event::StreamEnded, State::Ending},
    {"stopped before the channel is open", State::Opening, Event::Stopped, State::Over},
    {"the server closes", State::Open, Event::Stopped, State::Over},
    {"the channel is refused", State::Ending, Event::Stopped, State::Over},
    {"what ended the stream is reported", State::Opened, Event::Stopped, State::Over},
};
}

/// How one attempt at a desktop comes to its end, without a worker.
class WorkerConnectionStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPairOfStateAndEvent_data();
    void everyPairOfStateAndEvent();
};

void WorkerConnectionStateTest::everyPairOfStateAndEvent_data()
{
    QTest::addColumn<State>("from");
    QTest::addColumn<Event>("on");
    QTest::addColumn<std::optional<State>>("to");
    for (const auto &pair : Test::everyPair(sentences, State::Over, Event::Stopped)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void WorkerConnectionStateTest::everyPairOfStateAndEvent()
{
    QFETCH(State, from);
    QFETCH(Event, on);
    QFETCH(std::optional<State>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(WorkerConnectionStateTest)
#include "workerconnectionstatetest.moc"
