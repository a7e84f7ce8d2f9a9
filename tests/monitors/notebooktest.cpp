// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/notebook.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QDateTime now(QDate(2026, 11, 22), QTime(8, 30), QTimeZone::UTC);
const DeskName leftDesk{u"waimea"_s, u"left"_s};
const DeskName rightDesk{u"waimea"_s, u"right"_s};

BoardWire::Note note(const QString &id, const QString &text, const QDateTime &at = now)
{
    BoardWire::Note result;
    result.id = id;
    result.text = text;
    result.signature = u"Ann"_s;
    result.stamp.sentAt = at;
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
    void whatIsLostWaitsAgain();
    void nobodyWasThere();
    void anotherFacility();
    void onlySoManyWait();
    void oneArrivesOnce();
    void ourOwnIsNoneThatArrives();
    void whenItWasWritten_data();
    void whenItWasWritten();
    void nobodyFillsTheNight();
    void whatIsKeptFillsNoNightEither();
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
    const auto entry = book.writeNote(u"1"_s, written, u"Bob"_s, {}, now);
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
    QVERIFY(book.writeNote(u"1"_s, u"first"_s, u"Bob"_s, {}, now));
    QVERIFY(book.writeNote(u"2"_s, u"second"_s, u"Bob"_s, {}, now.addSecs(1)));
    QCOMPARE(book.waitingNotes().size(), 2);
    QCOMPARE(book.waitingNotes().constFirst().id, u"1"_s);
    book.setDelivery(u"1"_s, NoteBook::Delivery::Sent);
    book.setDelivery(u"7"_s, NoteBook::Delivery::Sent);
    QCOMPARE(book.waitingNotes().size(), 1);
    QCOMPARE(book.entries().constFirst().delivery, NoteBook::Delivery::Sent);
    QCOMPARE(book.unreadCount(), 0);
    QVERIFY(book.writeNote(u"3"_s, QString(2000, u'x'), u"Bob"_s, {}, now));
    QCOMPARE(book.waitingNotes().constFirst().text.size(), NoteBook::maxNoteLength);
}

void NoteBookTest::whatIsLostWaitsAgain()
{
    NoteBook book;
    QVERIFY(book.writeNote(u"1"_s, u"first"_s, u"Bob"_s, {}, now));
    QVERIFY(book.writeNote(u"2"_s, u"second"_s, u"Bob"_s, {}, now.addSecs(1)));
    book.setDelivery(u"1"_s, NoteBook::Delivery::Sending);
    book.setDelivery(u"2"_s, NoteBook::Delivery::Sending);
    QVERIFY(book.waitingNotes().isEmpty()); // nobody sends them twice meanwhile
    book.setDelivery(u"1"_s, NoteBook::Delivery::Sent);
    book.connectionLost();
    QCOMPARE(book.waitingNotes().size(), 1);
    QCOMPARE(book.waitingNotes().constFirst().id, u"2"_s);
    book.setDelivery(u"2"_s, NoteBook::Delivery::Sending);
    book.setDelivery(u"2"_s, NoteBook::Delivery::Waiting);
    QCOMPARE(book.waitingNotes().size(), 1);
    book.setDelivery(u"2"_s, NoteBook::Delivery::Sent);
    book.connectionLost();
    QVERIFY(book.waitingNotes().isEmpty());
}

void NoteBookTest::nobodyWasThere()
{
    NoteBook book;
    QVERIFY(book.writeNote(u"1"_s, u"to left"_s, u"Ann"_s, {leftDesk, {}}, now));
    QVERIFY(book.writeNote(u"2"_s, u"to left again"_s, u"Ann"_s, {leftDesk, {}}, now));
    book.setDelivery(u"1"_s, NoteBook::Delivery::NoReceiver);
    book.setDelivery(u"2"_s, NoteBook::Delivery::NoReceiver);
    QVERIFY(book.waitingNotes().isEmpty());
    QVERIFY(!book.receiverConnected(rightDesk));
    QVERIFY(!book.receiverConnected({}));
    QVERIFY(book.receiverConnected(leftDesk));
    QCOMPARE(book.waitingNotes().size(), 2); // the broker keeps one alone
    QVERIFY(!book.receiverConnected(leftDesk));
    book.setDelivery(u"1"_s, NoteBook::Delivery::Sent);
    book.setDelivery(u"2"_s, NoteBook::Delivery::NoReceiver);
    book.beginNight();
    QVERIFY(book.entries().isEmpty());
}

void NoteBookTest::anotherFacility()
{
    NoteBook book;
    for (int i = 0; i < 4; ++i) {
        QVERIFY(book.writeNote(QString::number(i), u"x"_s, {}, {}, now));
    }
    book.setDelivery(u"0"_s, NoteBook::Delivery::Sent);
    book.setDelivery(u"1"_s, NoteBook::Delivery::Sending);
    book.setDelivery(u"2"_s, NoteBook::Delivery::NoReceiver);
    QCOMPARE(book.discardUndeliveredNotes(), 3);
    QCOMPARE(book.entries().size(), 1);
    QCOMPARE(book.discardUndeliveredNotes(), 0);
}

void NoteBookTest::onlySoManyWait()
{
    NoteBook book;
    for (int i = 0; i < NoteBook::maxWaitingNotes; ++i) {
        QVERIFY(book.writeNote(QString::number(i), u"x"_s, {}, {}, now));
    }
    const auto last = book.writeNote(u"last"_s, u"x"_s, {}, {}, now);
    QVERIFY(!last);
    QCOMPARE(last.error(), NoteBook::Refusal::TooMany);
}

void NoteBookTest::oneArrivesOnce()
{
    NoteBook book;
    const auto entry = book.receiveNote(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, false, now);
    QVERIFY(entry);
    QCOMPARE(entry->delivery, NoteBook::Delivery::Received);
    QCOMPARE(entry->correspondent.sa, u"ann"_s);
    QCOMPARE(book.unreadCount(), 1);
    QVERIFY(!book.receiveNote(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, false, now)); // retained: again with each connection
    QVERIFY(!book.receiveNote(note(u"2"_s, u" "_s), {{}, u"ann"_s}, false, false, now));
    QVERIFY(!book.receiveNote(note({}, u"no id"_s), {{}, u"ann"_s}, false, false, now));
    QCOMPARE(book.unreadCount(), 1);
    book.markAllRead();
    QCOMPARE(book.unreadCount(), 0);
    QVERIFY(!book.receiveNote(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, false, false, now));
    QCOMPARE(book.unreadCount(), 0);
}

void NoteBookTest::ourOwnIsNoneThatArrives()
{
    NoteBook book;
    QVERIFY(book.writeNote(u"1"_s, u"hello"_s, u"Ann"_s, {}, now));
    QVERIFY(!book.receiveNote(note(u"1"_s, u"hello"_s), {{}, u"ann"_s}, true, false, now));
}

void NoteBookTest::whenItWasWritten_data()
{
    QTest::addColumn<bool>("isRetained");
    QTest::addColumn<int>("sent"); // seconds from now, by the writer's clock; 0: it does not say
    QTest::addColumn<int>("waited"); // seconds before that
    QTest::addColumn<int>("expected");
    QTest::newRow("just now") << false << -1 << 0 << 0;
    QTest::newRow("by a clock that is behind") << false << -3 * 3600 << 0 << 0;
    QTest::newRow("by a clock that is ahead") << false << 3600 << 0 << 0;
    QTest::newRow("it waited for the broker, by a clock that is ahead") << false << 3600 << 600 << -600;
    QTest::newRow("before we came") << true << -3600 << 0 << -3600;
    QTest::newRow("before we came, and it had waited") << true << -3600 << 600 << -4200;
    QTest::newRow("before we came, by a clock that is ahead") << true << 3600 << 0 << 0;
    QTest::newRow("nobody knows") << true << 0 << 0 << 0;
}

void NoteBookTest::whenItWasWritten()
{
    QFETCH(bool, isRetained);
    QFETCH(int, sent);
    QFETCH(int, waited);
    QFETCH(int, expected);
    BoardWire::Note told = note(u"1"_s, u"a"_s, sent == 0 ? QDateTime() : now.addSecs(sent));
    if (waited > 0) {
        told.writtenAt = told.stamp.sentAt.addSecs(-waited);
    }
    NoteBook book;
    const auto entry = book.receiveNote(told, {}, true, isRetained, now);
    QVERIFY(entry);
    QCOMPARE(entry->writtenAt, now.addSecs(expected));
}

void NoteBookTest::nobodyFillsTheNight()
{
    NoteBook book;
    QVERIFY(book.receiveNote(note(u"a"_s, u"from right"_s), {rightDesk, {}}, false, false, now));
    int taken = 0;
    for (int i = 0; i < 3600; ++i) { // each second, all hour
        taken += book.receiveNote(note(u"n%1"_s.arg(i), u"x"_s), {leftDesk, {}}, false, false, now.addSecs(i)) ? 1 : 0;
    }
    QCOMPARE_LE(taken, NoteBook::noteBurstSize + 3600 / static_cast<int>(NoteBook::noteRefillInterval.count()));
    QCOMPARE(book.rateLimitedNoteCount(), 3600 - taken);
    QCOMPARE(book.entries().size(), NoteBook::maxNotes);
    QCOMPARE(book.unreadCountOf(rightDesk), 1); // the one of the desk that is not so loud is there
    QVERIFY(book.receiveNote(note(u"b"_s, u"from right again"_s), {rightDesk, {}}, false, false, now.addSecs(3600)));
    (void)book.receiveNote(note(u"c"_s, u"x"_s), {leftDesk, {}}, false, false, now); // the clock was set back by an hour
    QVERIFY(book.receiveNote(note(u"d"_s, u"x"_s), {leftDesk, {}}, false, false, now.addDuration(2 * NoteBook::noteRefillInterval)));
}

void NoteBookTest::whatIsKeptFillsNoNightEither()
{
    NoteBook book;
    int taken = 0;
    for (int i = 0; i < 1000; ++i) { // a broker tells all at once
        taken += book.receiveNote(note(u"n%1"_s.arg(i), u"x"_s, now.addSecs(-i)), {{}, u"bob"_s}, true, true, now) ? 1 : 0;
    }
    QCOMPARE(taken, NoteBook::retainedBurstSize);
    for (int i = 0; i < 1000; ++i) { // and again with the next connection
        QVERIFY(!book.receiveNote(note(u"n%1"_s.arg(i), u"x"_s, now.addSecs(-i)), {{}, u"bob"_s}, true, true, now));
    }
    for (int i = 0; i < NoteBook::retainedBurstSize; ++i) { // another writer's are all there
        QVERIFY(book.receiveNote(note(u"a%1"_s.arg(i), u"x"_s, now.addSecs(-i)), {{}, u"ann"_s}, true, true, now));
    }
    QVERIFY(book.receiveNote(note(u"b"_s, u"now"_s), {{}, u"bob"_s}, true, false, now)); // what he says now is heard
}

void NoteBookTest::theyStandByTheirTime()
{
    NoteBook book;
    QVERIFY(book.writeNote(u"new"_s, u"new"_s, {}, {}, now));
    QVERIFY(book.receiveNote(note(u"old"_s, u"old"_s, now.addSecs(-60)), {}, true, true, now));
    QCOMPARE(book.entries().constFirst().id, u"old"_s);
}

void NoteBookTest::theOldestGo()
{
    NoteBook book;
    QVERIFY(book.writeNote(u"waits"_s, u"waits"_s, {}, {}, now.addSecs(-1)));
    for (int i = 0; i < NoteBook::maxNotes + 5; ++i) {
        const NoteBook::Correspondent writer{{}, u"sa%1"_s.arg(i % 10)};
        QVERIFY(book.receiveNote(note(QString::number(i), u"x"_s, now.addSecs(i)), writer, true, true, now.addDays(1)));
    }
    QCOMPARE(book.entries().size(), NoteBook::maxNotes);
    QCOMPARE(book.waitingNotes().size(), 1); // never the one that nobody has heard yet
    QCOMPARE(book.unreadCount(), NoteBook::maxNotes - 1);
}

void NoteBookTest::whoseTheyAre()
{
    NoteBook book;
    QVERIFY(book.receiveNote(note(u"1"_s, u"from left"_s), {leftDesk, {}}, false, false, now));
    QVERIFY(book.receiveNote(note(u"2"_s, u"from right"_s), {rightDesk, {}}, false, false, now));
    QVERIFY(book.writeNote(u"3"_s, u"to left"_s, u"Ann"_s, {leftDesk, {}}, now));
    QVERIFY(book.writeNote(u"4"_s, u"to all"_s, u"Ann"_s, {}, now));
    const QList<NoteBook::Entry> mine = book.entriesOf(leftDesk);
    QCOMPARE(mine.size(), 3);
    QCOMPARE(mine.at(0).text, u"from left"_s);
    QCOMPARE(book.unreadCountOf(leftDesk), 1);
    QCOMPARE(book.unreadCountOf(rightDesk), 1);
    book.markNotesOfDeskRead(leftDesk);
    QCOMPARE(book.unreadCountOf(leftDesk), 0);
    QCOMPARE(book.unreadCount(), 1);
}

void NoteBookTest::aNewNight()
{
    NoteBook book;
    QVERIFY(book.receiveNote(note(u"1"_s, u"hello"_s), {}, true, false, now));
    QVERIFY(book.writeNote(u"2"_s, u"waits"_s, {}, {}, now));
    book.beginNight();
    QCOMPARE(book.entries().size(), 1);
    QCOMPARE(book.unreadCount(), 0);
    QVERIFY(!book.receiveNote(note(u"1"_s, u"hello"_s), {}, true, false, now)); // it was read last night
}

NIGHTDESK_GUILESS_TEST(NoteBookTest)
#include "notebooktest.moc"
