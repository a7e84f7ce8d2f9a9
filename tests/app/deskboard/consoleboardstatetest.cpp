// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consoleboardstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
constexpr Test::StateSentence<BoardConnectionNeed, BoardNeedEvent> needSentences[] = {
    {"an instrument is connected", BoardConnectionNeed::NotNeeded, BoardNeedEvent::Needed, BoardConnectionNeed::Needed},
    {"the last instrument is disconnected", BoardConnectionNeed::Needed, BoardNeedEvent::NotNeeded, BoardConnectionNeed::NotNeeded},
    {"the console ends without a board", BoardConnectionNeed::NotNeeded, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::ConsoleEnded},
    {"the console ends while it publishes", BoardConnectionNeed::Needed, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::ConsoleEnded},
};

constexpr Test::StateSentence<BoardLossNotice, BoardLossEvent> lossSentences[] = {
    {"connected for the first time", BoardLossNotice::NotConnected, BoardLossEvent::Connected, BoardLossNotice::Connected},
    {"refused before it was ever connected", BoardLossNotice::NotConnected, BoardLossEvent::Refused, BoardLossNotice::Shown},
    {"lost without a connected instrument", BoardLossNotice::Connected, BoardLossEvent::LostWithoutNotice, BoardLossNotice::NotConnected},
    {"lost while an instrument is connected", BoardLossNotice::Connected, BoardLossEvent::Lost, BoardLossNotice::Shown},
    {"refused after it was connected", BoardLossNotice::Connected, BoardLossEvent::Refused, BoardLossNotice::Shown},
    {"not needed any more", BoardLossNotice::Connected, BoardLossEvent::NotNeeded, BoardLossNotice::NotConnected},
    {"connected again after its loss was shown", BoardLossNotice::Shown, BoardLossEvent::Connected, BoardLossNotice::Connected},
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
    QTest::addColumn<BoardNeedEvent>("on");
    QTest::addColumn<std::optional<BoardConnectionNeed>>("to");
    for (const auto &pair : Test::everyPair(needSentences, BoardConnectionNeed::ConsoleEnded, BoardNeedEvent::ConsoleEnds)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whetherTheBoardIsNeeded()
{
    QFETCH(BoardConnectionNeed, from);
    QFETCH(BoardNeedEvent, on);
    QFETCH(std::optional<BoardConnectionNeed>, to);
    QVERIFY(nextState(from, on) == to);
}

void ConsoleBoardStateTest::whatIsShownOfALoss_data()
{
    QTest::addColumn<BoardLossNotice>("from");
    QTest::addColumn<BoardLossEvent>("on");
    QTest::addColumn<std::optional<BoardLossNotice>>("to");
    for (const auto &pair : Test::everyPair(lossSentences, BoardLossNotice::Shown, BoardLossEvent::NotNeeded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ConsoleBoardStateTest::whatIsShownOfALoss()
{
    QFETCH(BoardLossNotice, from);
    QFETCH(BoardLossEvent, on);
    QFETCH(std::optional<BoardLossNotice>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(ConsoleBoardStateTest)
#include "consoleboardstatetest.moc"
