// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consoleboardstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
constexpr Test::StateSentence<BoardNeed, BoardNeedEvent> needSentences[] = {
    {"an instrument is connected", BoardNeed::None, BoardNeedEvent::Needed, BoardNeed::Needed},
    {"the last instrument is disconnected", BoardNeed::Needed, BoardNeedEvent::NotNeeded, BoardNeed::None},
    {"the console ends without a board", BoardNeed::None, BoardNeedEvent::ConsoleEnds, BoardNeed::Left},
    {"the console ends while it publishes", BoardNeed::Needed, BoardNeedEvent::ConsoleEnds, BoardNeed::Left},
};

constexpr Test::StateSentence<BoardLoss, BoardLossEvent> lossSentences[] = {
    {"connected for the first time", BoardLoss::Unconnected, BoardLossEvent::Connected, BoardLoss::Connected},
    {"refused before it was ever connected", BoardLoss::Unconnected, BoardLossEvent::Refused, BoardLoss::Shown},
    {"lost without a connected instrument", BoardLoss::Connected, BoardLossEvent::LostUnmissed, BoardLoss::Unconnected},
    {"lost while an instrument is connected", BoardLoss::Connected, BoardLossEvent::Lost, BoardLoss::Shown},
    {"refused after it was connected", BoardLoss::Connected, BoardLossEvent::Refused, BoardLoss::Shown},
    {"not needed any more", BoardLoss::Connected, BoardLossEvent::Released, BoardLoss::Unconnected},
    {"connected again after its loss was shown", BoardLoss::Shown, BoardLossEvent::Connected, BoardLoss::Connected},
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
    QTest::addColumn<BoardNeed>("from");
    QTest::addColumn<BoardNeedEvent>("on");
    QTest::addColumn<std::optional<BoardNeed>>("to");
    for (const auto &pair : Test::everyPair(needSentences, BoardNeed::Left, BoardNeedEvent::ConsoleEnds)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whetherTheBoardIsNeeded()
{
    QFETCH(BoardNeed, from);
    QFETCH(BoardNeedEvent, on);
    QFETCH(std::optional<BoardNeed>, to);
    QVERIFY(nextState(from, on) == to);
}

void ConsoleBoardStateTest::whatIsShownOfALoss_data()
{
    QTest::addColumn<BoardLoss>("from");
    QTest::addColumn<BoardLossEvent>("on");
    QTest::addColumn<std::optional<BoardLoss>>("to");
    for (const auto &pair : Test::everyPair(lossSentences, BoardLoss::Shown, BoardLossEvent::Released)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whatIsShownOfALoss()
{
    QFETCH(BoardLoss, from);
    QFETCH(BoardLossEvent, on);
    QFETCH(std::optional<BoardLoss>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(ConsoleBoardStateTest)
#include "consoleboardstatetest.moc"
