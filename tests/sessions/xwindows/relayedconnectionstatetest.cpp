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
using Gate = PressGate;
using GateOn = PressGateEvent;

constexpr Test::StateSentence<Relay, RelayOn> relaySentences[] = {
    {"the server's queue is full", Relay::Setup, RelayOn::ServerBusy, Relay::Connecting},
    {"the server takes it at once", Relay::Setup, RelayOn::Connected, Relay::Answering},
    {"a program without a cookie", Relay::Setup, RelayOn::Refused, Relay::Refusing},
    {"a client that sends no X", Relay::Setup, RelayOn::Ended, Relay::Finished},
    {"the server takes it later", Relay::Connecting, RelayOn::Connected, Relay::Answering},
    {"the server ends before it takes it", Relay::Connecting, RelayOn::Refused, Relay::Refusing},
    {"the server's queue stays full", Relay::Connecting, RelayOn::Ended, Relay::Finished},
    {"the server accepts the program", Relay::Answering, RelayOn::Accepted, Relay::Relaying},
    {"the server refuses the program", Relay::Answering, RelayOn::Declined, Relay::Declining},
    {"the server closes without an answer", Relay::Answering, RelayOn::Ended, Relay::Finished},
    {"the program ends", Relay::Relaying, RelayOn::Ended, Relay::Finished},
    {"the server's refusal was passed on", Relay::Declining, RelayOn::Ended, Relay::Finished},
    {"Nightdesk's refusal was passed on", Relay::Refusing, RelayOn::Ended, Relay::Finished},
};

constexpr Test::StateSentence<Gate, GateOn> gateSentences[] = {
    {"the program stops answering", Gate::Open, GateOn::Held, Gate::Held},
    {"it answers again", Gate::Held, GateOn::Released, Gate::Opening},
    {"the server sends more than the buffer takes", Gate::Held, GateOn::Filled, Gate::HeldWithBacklog},
    {"it answers again, and the server has more", Gate::HeldWithBacklog, GateOn::Released, Gate::OpeningWithBacklog},
    {"it stops answering before all was read", Gate::Opening, GateOn::Held, Gate::Held},
    {"all was read", Gate::Opening, GateOn::Drained, Gate::Open},
    {"it stops answering before the backlog was read", Gate::OpeningWithBacklog, GateOn::Held, Gate::HeldWithBacklog},
    {"the buffer was emptied, and the server sends its backlog", Gate::OpeningWithBacklog, GateOn::Drained, Gate::Pausing},
    {"it stops answering before the backlog came", Gate::Pausing, GateOn::Held, Gate::Held},
    {"it is reported once more that it answers", Gate::Pausing, GateOn::Released, Gate::Opening},
    {"the backlog came", Gate::Pausing, GateOn::PauseOver, Gate::Open},
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
    for (const auto &pair : Test::everyPair(relaySentences, Relay::Finished, RelayOn::Ended)) {
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
    for (const auto &pair : Test::everyPair(gateSentences, Gate::Pausing, GateOn::PauseOver)) {
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
