// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/notebook.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QDateTime now(QDate(2026, 11, 22), QTime(8, 30), QTimeZone::UTC);
const DeskName left{u"waimea"_s, u"left"_s};
const DeskName right{u"waimea"_s, u"right"_s};

BoardWire::Note note(const QString &id, const QString &text, const QDateTime &at = now)
{
    BoardWire::Note result;
    result.id = id;
    result.text = text;
    result.signature = u"Ann"_s;
    result.stamp.at = at;
    return result;
}
}

/// Notes as a desk or a board has them.
class NoteBookTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsWritten_data();
    void whatIsWritten();
    void oneWaitsUntilItIsSent();
    void onlySoManyWait();
    void oneArrivesOnce();
    void ourOwnIsNoneThatArrives();
    void aClockThatGoesAheadIsNotBelieved();
    void theyStandByTheirTime();
    void theOldestGo();
    void whoseTheyAre();
    void aNewNight();
};

void NoteBookTest::whatIsWritten_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("kept"); // empty: refused
    QTest::newRow("a plain note") << u"seeing is 0.6"_s << u"seeing is 0.6"_s;
    QTest::newRow("around it nothing is kept") << u"  hello \n"_s << u"hello"_s;
    QTest::newRow("a line break is a space") << u"one\ntwo"_s << u"one two"_s;
    QTest::newRow("a mark that turns text round") << u"abc\u202Edef"_s << u"abc def"_s;
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("nothing but spaces") << u" \t\n"_s << u""_s;
}

void NoteBookTest::whatIsWritten()
{
    QFETCH(QString, written);
    QFETCH(QString, kept);
    NoteBook book;
    const auto entry = book.write(u"1"_s, written, u"Bob"_s, {}, now);
    QCOMPARE(entry.has_value(), !kept.isEmpty());
    QCOMPARE(entry ? entry->text : QString(), kept);
    QCOMPARE(book.entries().size(), kept.isEmpty() ? 0 : 1);
    if (!entry) {
        QCOMPARE(entry.error(), NoteBook::Refusal::Empty);
    }
}

void NoteBookTest::oneWaitsUntilItIsSent()
{
    NoteBook book;
    QVERIFY(book.write(u"1"_s, u"first"_s, u"Bob"_s, {}, now));
    QVERIFY(book.write(u"2"_s, u"second"_s, u"Bob"_s, {}, now.addSecs(1)));
    QCOMPARE(book.waiting().size(), 2);
    QCOMPARE(book.waiting().constFirst().id, u"1"_s);
    book.sent(u"1"_s);
    book.sent(u"7"_s);
    QCOMPARE(book.waiting().size(), 1);
    QCOMPARE(book.entries().constFirst().way, NoteBook::Way::Sent);
    QCOMPARE(book.unread(), 0);
    QVERIFY(book.write(u"3"_s, QString(2000, u'x'), u"Bob"_s, {}, now));
    QCOMPARE(book.waiting().constFirst().text.size(), NoteBook::maxLength);
}

void NoteBookTest::onlySoManyWait()
{
    NoteBook book;
    for (int i = 0; i < NoteBook::maxWaiting; ++i) {
        QVERIFY(book.write(QString::number(i), u"x"_s, {}, {}, now));
    }
    const auto last = book.write(u"last"_s, u"x"_s, {}, {}, now);
    QVERIFY(!last);
    QCOMPARE(last.error(), NoteBook::Refusal::TooMany);
}

void NoteBookTest::oneArrivesOnce()
{
    NoteBook book;
    const auto entry = book.take(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, now);
    QVERIFY(entry);
    QCOMPARE(entry->way, NoteBook::Way::Received);
    QCOMPARE(entry->party.sa, u"ann"_s);
    QCOMPARE(book.unread(), 1);
    QVERIFY(!book.take(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, now)); // retained: again with each connection
    QVERIFY(!book.take(note(u"2"_s, u" "_s), {{}, u"ann"_s}, false, now));
    QVERIFY(!book.take(note({}, u"no id"_s), {{}, u"ann"_s}, false, now));
    QCOMPARE(book.unread(), 1);
    book.readAll();
    QCOMPARE(book.unread(), 0);
    QVERIFY(!book.take(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, now));
    QCOMPARE(book.unread(), 0);
}

void NoteBookTest::ourOwnIsNoneThatArrives()
{
    NoteBook book;
    QVERIFY(book.write(u"1"_s, u"hello"_s, u"Ann"_s, {}, now));
    QVERIFY(!book.take(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, true, now));
}

void NoteBookTest::aClockThatGoesAheadIsNotBelieved()
{
    NoteBook book;
    QCOMPARE(book.take(note(u"1"_s, u"a"_s, now.addSecs(-3600)), {}, true, now)->at, now.addSecs(-3600)); // written before we came
    QCOMPARE(book.take(note(u"2"_s, u"b"_s, now.addSecs(3600)), {}, true, now)->at, now);
    QCOMPARE(book.take(note(u"3"_s, u"c"_s, QDateTime()), {}, true, now)->at, now);
}

void NoteBookTest::theyStandByTheirTime()
{
    NoteBook book;
    QVERIFY(book.write(u"new"_s, u"new"_s, {}, {}, now));
    QVERIFY(book.take(note(u"old"_s, u"old"_s, now.addSecs(-60)), {}, true, now));
    QCOMPARE(book.entries().constFirst().id, u"old"_s);
}

void NoteBookTest::theOldestGo()
{
    NoteBook book;
    QVERIFY(book.write(u"waits"_s, u"waits"_s, {}, {}, now.addSecs(-1)));
    for (int i = 0; i < NoteBook::maxNotes + 5; ++i) {
        QVERIFY(book.take(note(QString::number(i), u"x"_s, now.addSecs(i)), {}, true, now.addDays(1)));
    }
    QCOMPARE(book.entries().size(), NoteBook::maxNotes);
    QCOMPARE(book.waiting().size(), 1); // never the one that nobody has heard yet
    QCOMPARE(book.unread(), NoteBook::maxNotes - 1);
}

void NoteBookTest::whoseTheyAre()
{
    NoteBook book;
    QVERIFY(book.take(note(u"1"_s, u"from left"_s), {left, {}}, false, now));
    QVERIFY(book.take(note(u"2"_s, u"from right"_s), {right, {}}, false, now));
    QVERIFY(book.write(u"3"_s, u"to left"_s, u"Ann"_s, {left, {}}, now));
    QVERIFY(book.write(u"4"_s, u"to all"_s, u"Ann"_s, {}, now));
    const QList<NoteBook::Entry> mine = book.entriesOf(left);
    QCOMPARE(mine.size(), 3);
    QCOMPARE(mine.at(0).text, u"from left"_s);
    QCOMPARE(book.unreadOf(left), 1);
    QCOMPARE(book.unreadOf(right), 1);
    book.readOf(left);
    QCOMPARE(book.unreadOf(left), 0);
    QCOMPARE(book.unread(), 1);
}

void NoteBookTest::aNewNight()
{
    NoteBook book;
    QVERIFY(book.take(note(u"1"_s, u"hello"_s), {}, true, now));
    QVERIFY(book.write(u"2"_s, u"waits"_s, {}, {}, now));
    book.beginNight();
    QCOMPARE(book.entries().size(), 1);
    QCOMPARE(book.unread(), 0);
    QVERIFY(!book.take(note(u"1"_s, u"hello"_s), {}, true, now)); // it was read last night
}

QTEST_GUILESS_MAIN(NoteBookTest)
#include "notebooktest.moc"
