// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statusscreen.h"
#include "app/terminaltext.h"
#include "app/texttable.h"
#include "monitors/board/boardstatus.h"
#include "tests/widgets/boardfeed.h"

#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// What stands in a terminal at once.
class StatusScreenTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void charactersHaveWidths_data();
    void charactersHaveWidths();
    void linesFit_data();
    void linesFit();
    void columnsStandBelowEachOther();
    void theWorstDesksFit_data();
    void theWorstDesksFit();
    void troubleStaysBelow();
};

void StatusScreenTest::charactersHaveWidths_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::newRow("none") << QString() << 0;
    QTest::newRow("letters") << u"hilo/left"_s << 9;
    QTest::newRow("letters with accents") << u"Peña"_s << 4;
    QTest::newRow("an accent on its own") << u"Pen\u0303a"_s << 4;
    QTest::newRow("wide characters") << u"望遠鏡"_s << 6;
    QTest::newRow("a wide one of two units") << u"\U00020000"_s << 2;
}

void StatusScreenTest::charactersHaveWidths()
{
    QFETCH(const QString, text);
    QFETCH(const int, width);
    QCOMPARE(TerminalText::width(text), width);
    QCOMPARE(TerminalText::width(TerminalText::fromLeft(text, 12)), 12);
    QCOMPARE(TerminalText::width(TerminalText::fromRight(text, 12)), 12);
}

void StatusScreenTest::linesFit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("lines"); ///< in 10 columns
    QTest::newRow("nothing") << QString() << QStringList{};
    QTest::newRow("short ones") << u"one\n two\n"_s << QStringList{u"one"_s, u" two"_s};
    QTest::newRow("a sentence goes on") << u"not reached in time"_s << QStringList{u"not"_s, u"reached in"_s, u"time"_s};
    QTest::newRow("a word that is too long") << u"of /nightdesk/desk"_s << QStringList{u"of"_s, u"/nightdesk"_s, u"/desk"_s};
    QTest::newRow("a row of a table is cut") << u"  hilo  good"_s << QStringList{u"  hilo  g…"_s};
    QTest::newRow("one that just fits") << u"  hilo bad"_s << QStringList{u"  hilo bad"_s};
    QTest::newRow("half of a wide character") << u"  望遠鏡遠鏡"_s << QStringList{u"  望遠鏡…"_s};
}

void StatusScreenTest::linesFit()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, lines);
    QCOMPARE(TerminalText::lines(text, 10), lines);
}

void StatusScreenTest::columnsStandBelowEachOther()
{
    TextTable table({u"Desk"_s, u"People"_s, u"RTT"_s});
    table.setTexts({1});
    table.add({u"hilo/left"_s, u"望遠鏡"_s, u"12"_s});
    table.add({u"hilo/right"_s, u"Peña"_s, u"9"_s});
    QCOMPARE(table.text(), u"  Desk        People  RTT\n  hilo/left   望遠鏡   12\n  hilo/right  Peña      9\n"_s);
}

void StatusScreenTest::theWorstDesksFit_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("desks");
    QTest::newRow("all") << 9 << 5; // title, head, the cursor's and the console's row
    QTest::newRow("all but two: one row says so") << 8 << 3;
    QTest::newRow("the worst alone") << 6 << 1;
    QTest::newRow("none") << 4 << 0;
}

void StatusScreenTest::theWorstDesksFit()
{
    QFETCH(const int, rows);
    QFETCH(const int, desks);
    BoardFeed feed;
    feed.fill();
    const StatusScreen screen{.text = u"Not connected.\n"_s, .board = BoardStatus::describe(feed.board()), .trouble = {}};
    const QStringList all = screen.whole(feed.now()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(all.size(), 8);
    const QString text = screen.fitted({.columns = 300, .rows = rows}, feed.now());
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), rows - 1);
    QCOMPARE(lines.at(1), u"Board: 5 desks"_s);
    if (desks == 5) {
        QCOMPARE(lines, all);
        return;
    }
    QCOMPARE(lines.constLast(), u"and %1 more desks"_s.arg(5 - desks));
    if (desks > 0) {
        QVERIFY2(lines.at(3).startsWith(u"  santa-cruz/right  LOST"_s), qPrintable(text));
    }
}

void StatusScreenTest::troubleStaysBelow()
{
    BoardFeed feed;
    feed.fill();
    const StatusScreen screen{.text = u"Not connected.\n"_s,
                              .board = BoardStatus::describe(feed.board()),
                              .trouble = u"The console :1.7 does not answer: it is busy\n"_s};
    const QStringList lines = screen.fitted({.columns = 30, .rows = 8}, feed.now()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines.mid(4), QStringList({u"and 4 more desks"_s, u"The console :1.7 does not"_s, u"answer: it is busy"_s}));
    for (const QString &line : lines) {
        QVERIFY2(TerminalText::width(line) <= 30, qPrintable(line));
    }
}

QTEST_GUILESS_MAIN(StatusScreenTest)
#include "statusscreentest.moc"
