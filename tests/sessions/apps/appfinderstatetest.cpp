// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appfinderstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Find = AppFinderState;
using FindOn = AppFinderEvent;

constexpr Test::StateSentence<Find, FindOn> findSentences[] = {
    {"the display is found", Find::NotConnected, FindOn::Found, Find::Connected},
    {"the display of an earlier console is ended", Find::NotConnected, FindOn::EndRequested, Find::Ending},
    {"the end is requested before anybody knows whose display it is", Find::NotConnected, FindOn::EndRequestedDuringSearch, Find::EndingWhenFound},
    {"it is found once more", Find::Connected, FindOn::Found, Find::Connected},
    {"its program exits", Find::Connected, FindOn::Disconnected, Find::NotConnected},
    {"an open display is ended", Find::Connected, FindOn::EndRequested, Find::Ending},
    {"the end is requested while it is searched for again", Find::Connected, FindOn::EndRequestedDuringSearch, Find::EndingWhenFound},
    {"the display that is to end is found", Find::EndingWhenFound, FindOn::Found, Find::Ending},
    {"the display that is to end is not there", Find::EndingWhenFound, FindOn::EndCompleted, Find::NotConnected},
    {"the summit has ended it", Find::Ending, FindOn::EndCompleted, Find::NotConnected},
};
}

/// The state table of AppFinder, without a display.
class AppFinderStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPair_data();
    void everyPair();
};

void AppFinderStateTest::everyPair_data()
{
    QTest::addColumn<Find>("from");
    QTest::addColumn<FindOn>("on");
    QTest::addColumn<std::optional<Find>>("to");
    for (const auto &pair : Test::everyPair(findSentences, Find::Ending, FindOn::EndCompleted)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void AppFinderStateTest::everyPair()
{
    QFETCH(Find, from);
    QFETCH(FindOn, on);
    QFETCH(std::optional<Find>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(AppFinderStateTest)
#include "appfinderstatetest.moc"
