// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/texttable.h"
#include "sessions/common/terminaltext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Columns in a terminal.
class TextTableTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void charactersHaveWidths_data();
    void charactersHaveWidths();
    void columnsStandBelowEachOther();
};

void TextTableTest::charactersHaveWidths_data()
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

void TextTableTest::charactersHaveWidths()
{
    QFETCH(const QString, text);
    QFETCH(const int, width);
    QCOMPARE(TerminalText::width(text), width);
    QCOMPARE(TerminalText::width(TerminalText::leftJustified(text, 12)), 12);
    QCOMPARE(TerminalText::width(TerminalText::rightJustified(text, 12)), 12);
}

void TextTableTest::columnsStandBelowEachOther()
{
    TextTable table({u"Desk"_s, u"People"_s, u"RTT"_s});
    table.setLeftAlignedColumns({1});
    table.add({u"hilo/left"_s, u"望遠鏡"_s, u"12"_s});
    table.add({u"hilo/right"_s, u"Peña"_s, u"9"_s});
    QCOMPARE(table.text(), u"  Desk        People  RTT\n  hilo/left   望遠鏡   12\n  hilo/right  Peña      9\n"_s);
}

NIGHTDESK_GUILESS_TEST(TextTableTest)
#include "texttabletest.moc"
