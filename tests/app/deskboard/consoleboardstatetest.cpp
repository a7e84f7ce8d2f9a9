// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consoleboardstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
constexpr Test::StateSentence<BoardConnectionNeed, BoardConnectionNeedEvent> needSentences[] = {
    {"an instrument is connected", BoardConnectionNeed::NotNeeded, BoardConnectionNeedEvent::BecameNeeded, BoardConnectionNeed::Needed},
    {"the last instrument is disconnected", BoardConnectionNeed::Needed, BoardConnectionNeedEvent::BecameUnneeded, BoardConnectionNeed::NotNeeded},
    {"the console ends without a board", BoardConnectionNeed::NotNeeded, BoardConnectionNeedEvent::ConsoleClosing, BoardConnectionNeed::NeverNeededAgain},
    {"the console ends while it publishes", BoardConnectionNeed::Needed, BoardConnectionNeedEvent::ConsoleClosing, BoardConnectionNeed::NeverNeededAgain},
};

constexpr Test::StateSentence<BoardConnectionNotice, BoardConnectionEvent> lossSentences[] = {
    {"connected for the first time", BoardConnectionNotice::NotConnected, BoardConnectionEvent::ConnectionMade, BoardConnectionNotice::Connected},
    {"refused before it was ever connected", BoardConnectionNotice::NotConnected, BoardConnectionEvent::LoginRefused, BoardConnectionNotice::LossShown},
    {"lost without a connected instrument",
     BoardConnectionNotice::Connected,
     BoardConnectionEvent::ConnectionLostSilently,
     BoardConnectionNotice::NotConnected},
    {"lost while an instrument is connected", BoardConnectionNotice::Connected, BoardConnectionEvent::ConnectionLost, BoardConnectionNotice::LossShown},
    {"refused after it was connected", BoardConnectionNotice::Connected, BoardConnectionEvent::LoginRefused, BoardConnectionNotice::LossShown},
    {"not needed any more", BoardConnectionNotice::Connected, BoardConnectionEvent::ConnectionUnneeded, BoardConnectionNotice::NotConnected},
    {"connected again after its loss was shown", BoardConnectionNotice::LossShown, BoardConnectionEvent::ConnectionMade, BoardConnectionNotice::Connected},
};
}

/// The state tables of ConsoleBoard, without a board.
class ConsoleBoardStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whetherTheBoardIsNeeded_data();
    void whetherTheBoardIsNeeded();
    void whatIsShownOfALoss_data();
    void whatIsShownOfALoss();
};

void ConsoleBoardStateTest::whetherTheBoardIsNeeded_data()
{
    QTest::addColumn<BoardConnectionNeed>("from");
    QTest::addColumn<BoardConnectionNeedEvent>("on");
    QTest::addColumn<std::optional<BoardConnectionNeed>>("to");
    for (const auto &pair : Test::everyPair(needSentences, BoardConnectionNeed::NeverNeededAgain, BoardConnectionNeedEvent::ConsoleClosing)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whetherTheBoardIsNeeded()
{
    QFETCH(BoardConnectionNeed, from);
    QFETCH(BoardConnectionNeedEvent, on);
    QFETCH(std::optional<BoardConnectionNeed>, to);
    QVERIFY(nextState(from, on) == to);
}

void ConsoleBoardStateTest::whatIsShownOfALoss_data()
{
    QTest::addColumn<BoardConnectionNotice>("from");
    QTest::addColumn<BoardConnectionEvent>("on");
    QTest::addColumn<std::optional<BoardConnectionNotice>>("to");
    for (const auto &pair : Test::everyPair(lossSentences, BoardConnectionNotice::LossShown, BoardConnectionEvent::ConnectionUnneeded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whatIsShownOfALoss()
{
    QFETCH(BoardConnectionNotice, from);
    QFETCH(BoardConnectionEvent, on);
    QFETCH(std::optional<BoardConnectionNotice>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(ConsoleBoardStateTest)
#include "consoleboardstatetest.moc"
