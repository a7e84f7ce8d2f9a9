// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/relayedconnectionstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Relay = RelayState;
using RelayOn = RelayEvent;
using Gate = PressWithholdingState;
using GateOn = PressWithholdingEvent;

constexpr Test::StateSentence<Relay, RelayOn> relaySentences[] = {
    {"the server's queue is full", Relay::ReadingSetup, RelayOn::ServerBusy, Relay::Connecting},
    {"the server takes it at once", Relay::ReadingSetup, RelayOn::Connected, Relay::AwaitingAnswer},
    {"a program without a cookie", Relay::ReadingSetup, RelayOn::RefusedByNightdesk, Relay::SendingOwnRefusal},
    {"a client that sends no X", Relay::ReadingSetup, RelayOn::ConnectionEnded, Relay::Finished},
    {"the server takes it later", Relay::Connecting, RelayOn::Connected, Relay::AwaitingAnswer},
    {"the server ends before it takes it", Relay::Connecting, RelayOn::RefusedByNightdesk, Relay::SendingOwnRefusal},
    {"the server's queue stays full", Relay::Connecting, RelayOn::ConnectionEnded, Relay::Finished},
    {"the server accepts the program", Relay::AwaitingAnswer, RelayOn::AcceptedByServer, Relay::Relaying},
    {"the server refuses the program", Relay::AwaitingAnswer, RelayOn::RefusedByServer, Relay::PassingServerRefusal},
    {"the server closes without an answer", Relay::AwaitingAnswer, RelayOn::ConnectionEnded, Relay::Finished},
    {"the program ends", Relay::Relaying, RelayOn::ConnectionEnded, Relay::Finished},
    {"the server's refusal was passed on", Relay::PassingServerRefusal, RelayOn::ConnectionEnded, Relay::Finished},
    {"Nightdesk's refusal was passed on", Relay::SendingOwnRefusal, RelayOn::ConnectionEnded, Relay::Finished},
};

constexpr Test::StateSentence<Gate, GateOn> gateSentences[] = {
    {"the program stops answering", Gate::NotWithheld, GateOn::WithholdRequested, Gate::Withheld},
    {"it answers again", Gate::Withheld, GateOn::PassRequested, Gate::EndingWhenDrained},
    {"the server sends more than the buffer takes", Gate::Withheld, GateOn::BufferFilled, Gate::WithheldWithBacklog},
    {"it answers again, and the server has more", Gate::WithheldWithBacklog, GateOn::PassRequested, Gate::EndingWithBacklog},
    {"it stops answering before all was read", Gate::EndingWhenDrained, GateOn::WithholdRequested, Gate::Withheld},
    {"all was read", Gate::EndingWhenDrained, GateOn::ServerDataRead, Gate::NotWithheld},
    {"it stops answering before the backlog was read", Gate::EndingWithBacklog, GateOn::WithholdRequested, Gate::WithheldWithBacklog},
    {"the buffer was emptied, and the server sends its backlog", Gate::EndingWithBacklog, GateOn::ServerDataRead, Gate::AwaitingBacklog},
    {"it stops answering before the backlog came", Gate::AwaitingBacklog, GateOn::WithholdRequested, Gate::Withheld},
    {"it is reported once more that it answers", Gate::AwaitingBacklog, GateOn::PassRequested, Gate::EndingWhenDrained},
    {"the backlog came", Gate::AwaitingBacklog, GateOn::BacklogTimeOver, Gate::NotWithheld},
};
}

/// The state tables of RelayedConnection, without a connection.
class RelayedConnectionStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappensToAConnection_data();
    void whatHappensToAConnection();
    void whetherPressesPass_data();
    void whetherPressesPass();
};

void RelayedConnectionStateTest::whatHappensToAConnection_data()
{
    QTest::addColumn<Relay>("from");
    QTest::addColumn<RelayOn>("on");
    QTest::addColumn<std::optional<Relay>>("to");
    for (const auto &pair : Test::everyPair(relaySentences, Relay::Finished, RelayOn::ConnectionEnded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void RelayedConnectionStateTest::whatHappensToAConnection()
{
    QFETCH(Relay, from);
    QFETCH(RelayOn, on);
    QFETCH(std::optional<Relay>, to);
    QVERIFY(nextState(from, on) == to);
}

void RelayedConnectionStateTest::whetherPressesPass_data()
{
    QTest::addColumn<Gate>("from");
    QTest::addColumn<GateOn>("on");
    QTest::addColumn<std::optional<Gate>>("to");
    for (const auto &pair : Test::everyPair(gateSentences, Gate::AwaitingBacklog, GateOn::BacklogTimeOver)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void RelayedConnectionStateTest::whetherPressesPass()
{
    QFETCH(Gate, from);
    QFETCH(GateOn, on);
    QFETCH(std::optional<Gate>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(RelayedConnectionStateTest)
#include "relayedconnectionstatetest.moc"
