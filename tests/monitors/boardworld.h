// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "monitors/board/deskfigures.h"
#include "monitors/board/deskpublisher.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/broker/brokercredentialfile.h"
#include "tests/support/straightway.h"
#include "tests/support/testbroker.h"
#include "tests/support/waitfor.h"

namespace Nightdesk::Test
{
using Clock = std::chrono::steady_clock;

/// A broker and a board that is connected to it.
struct BoardWorld {
    TestBroker broker;
    QList<BrokerCredential> credentials; ///< of the desks, in their order
    BrokerCredential sa = broker.addSa(QStringLiteral("ann"));
    BrokerClient client; ///< the board's
    Board board{broker.facility()};

    BoardWorld();
    bool begin(const QStringList &desks); ///< starts the broker, connects the board
    bool join(); ///< the board alone
    bool isOnline(const DeskName &desk) const;
    std::optional<DeskHealth> health(const DeskName &desk) const;
};

/// A desk as a console has it, whose figures the test sets.
struct PlayedDesk {
    PlayedDesk(const TestBroker &broker, const BrokerCredential &credential);
    void observe(const QString &who); ///< from now on
    void fail(); ///< its first display

    BrokerCredential credential;
    DeskName name;
    DeskFigures figures;
    QList<BoardWire::Trouble> history;
    BrokerClient client;
    DirectTransport *way; ///< the client's
    DeskPublisher publisher;
};

/// Says what the test wants with a desk's credential, true or not.
struct Writer {
    Writer(const TestBroker &broker, const BrokerCredential &credential);
    bool begin(); ///< connects
    BoardWire::MessageStamp stamp();
    BoardWire::DeskState state(const QString &who);
    void sayPresence(bool isOnline);
    void sayState(const QString &who);

    BrokerCredential credential;
    DeskName name;
    std::chrono::seconds skew{0}; ///< of its clock
    BrokerClient client;

private:
    BoardTopics m_topics;
    QDateTime m_began = QDateTime::currentDateTimeUtc();
    quint64 m_sequence = 0;
};
}
