// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerconnectionstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using ConnectionState = WorkerConnectionState;
using ConnectionEvent = WorkerConnectionEvent;

constexpr Test::StateSentence<ConnectionState, ConnectionEvent> sentences[] = {
    {"the channel opens", ConnectionState::Opening, ConnectionEvent::ChannelOpened, ConnectionState::Open},
    {"the channel opens after the stream has ended",
     ConnectionState::StreamEndedWhileOpening,
     ConnectionEvent::ChannelOpened,
     ConnectionState::ChannelOpenedAfterStreamEnd},
    {"the stream ends before the channel is open", ConnectionState::Opening, ConnectionEvent::StreamEnded, ConnectionState::StreamEndedWhileOpening},
    {"stopped before the channel is open", ConnectionState::Opening, ConnectionEvent::Stopped, ConnectionState::Finished},
    {"the server closes", ConnectionState::Open, ConnectionEvent::Stopped, ConnectionState::Finished},
    {"the channel is refused", ConnectionState::StreamEndedWhileOpening, ConnectionEvent::Stopped, ConnectionState::Finished},
    {"what ended the stream is reported", ConnectionState::ChannelOpenedAfterStreamEnd, ConnectionEvent::Stopped, ConnectionState::Finished},
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
    QTest::addColumn<ConnectionState>("from");
    QTest::addColumn<ConnectionEvent>("on");
    QTest::addColumn<std::optional<ConnectionState>>("to");
    for (const auto &pair : Test::everyPair(sentences, ConnectionState::Finished, ConnectionEvent::Stopped)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void WorkerConnectionStateTest::everyPairOfStateAndEvent()
{
    QFETCH(ConnectionState, from);
    QFETCH(ConnectionEvent, on);
    QFETCH(std::optional<ConnectionState>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(WorkerConnectionStateTest)
#include "workerconnectionstatetest.moc"
