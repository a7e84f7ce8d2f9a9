// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/boardtext.h"
#include "monitors/board/boardstatus.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/boardfeed.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// The board of `nightdesk status`: its JSON, and that in a terminal.
class BoardTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void jsonTellsWhatIsKnown();
    void theTableHasALineForEachDesk();
    void withoutDesks();
    void aBrokerThatIsAwayIsSaid();
    void namesOfHealth_data();
    void namesOfHealth();
};

void BoardTextTest::jsonTellsWhatIsKnown()
{
    BoardFeed feed;
    feed.fill();
    const QJsonObject board = BoardStatus::describe(feed.board());
    QCOMPARE(board.value("connected"_L1).toBool(), true);
    const QJsonArray desks = board.value("desks"_L1).toArray();
    QCOMPARE(desks.size(), 5);
    QCOMPARE(desks.at(0).toObject().value("health"_L1).toString(), u"lost"_s); // what needs somebody is first
    const QJsonObject ill = desks.at(1).toObject();
    QCOMPARE(ill.value("desk"_L1).toString(), u"caltech/right"_s);
    QCOMPARE(ill.value("health"_L1).toString(), u"bad"_s);
    QCOMPARE(ill.value("roundTripMs"_L1).toDouble(), 88.0);
    QCOMPARE(ill.value("pictureAgeMs"_L1).toInt(), 5200);
    QVERIFY(ill.value("oldProgram"_L1).toBool());
    QCOMPARE(ill.value("displays"_L1).toArray().size(), 5);
    QCOMPARE(ill.value("lastTrouble"_L1).toObject().value("about"_L1).toString(), u"hires/control1"_s);
    QCOMPARE(ill.value("lastTrouble"_L1).toObject().value("health"_L1).toString(), u"bad"_s);
    QVERIFY(!desks.at(0).toObject().contains("roundTripMs"_L1)); // it never told: it is not there
}

void BoardTextTest::theTableHasALineForEachDesk()
{
    BoardFeed feed;
    feed.fill();
    const QString text = BoardText::statusText(BoardStatus::describe(feed.board()), feed.now());
    const QStringList lines = text.split(u'\n');
    QVERIFY2(lines.constFirst() == "Status board: 5 workstations"_L1, qPrintable(text));
    QVERIFY2(lines.at(2).startsWith(u"  santa-cruz/right  LOST"_s), qPrintable(text));
    QVERIFY2(lines.at(3).startsWith(u"  caltech/right     FAULT"_s), qPrintable(text));
    QVERIFY2(lines.at(3).contains(u"3/5"_s) && lines.at(3).contains(u"G. Ochre"_s), qPrintable(text));
    QVERIFY(std::ranges::none_of(lines, [](const QString &line) {
        return line.endsWith(u' ');
    }));
    feed.leave(u"caltech/right"_s, true);
    feed.settle();
    const QString later = BoardText::statusText(BoardStatus::describe(feed.board()), feed.now());
    QVERIFY2(later.contains(u"offline"_s) && !later.contains(u"3/5"_s), qPrintable(later)); // nothing is open there any more
}

void BoardTextTest::withoutDesks()
{
    BoardFeed feed;
    QCOMPARE(BoardText::statusText(BoardStatus::describe(feed.board()), feed.now()), u"Status board: 0 workstations\n"_s);
}

void BoardTextTest::aBrokerThatIsAwayIsSaid()
{
    BoardFeed feed;
    feed.fill();
    feed.board().setConnected(false);
    QVERIFY(BoardText::statusText(BoardStatus::describe(feed.board()), feed.now()).startsWith(u"Status board: 5 workstations, last known state"_s));
}

void BoardTextTest::namesOfHealth_data()
{
    QTest::addColumn<DeskHealth>("health");
    QTest::addColumn<QString>("name");
    QTest::newRow("gone") << DeskHealth::Gone << u"gone"_s;
    QTest::newRow("good") << DeskHealth::Good << u"good"_s;
    QTest::newRow("poor") << DeskHealth::Poor << u"poor"_s;
    QTest::newRow("bad") << DeskHealth::Bad << u"bad"_s;
    QTest::newRow("lost") << DeskHealth::Lost << u"lost"_s;
    QTest::newRow("calling") << DeskHealth::Calling << u"calling"_s;
}

void BoardTextTest::namesOfHealth()
{
    QFETCH(const DeskHealth, health);
    QFETCH(const QString, name);
    QCOMPARE(BoardStatus::name(health), name);
}

NIGHTDESK_GUILESS_TEST(BoardTextTest)
#include "boardtexttest.moc"
