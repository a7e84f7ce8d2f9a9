// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/keptnotes.h"
#include "monitors/board/board.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
const BoardTopics observatoryTopics(u"observatory"_s);
const QDateTime evening(QDate(2026, 11, 22), QTime(8, 0), QTimeZone::UTC);

QString id(int number)
{
    return u"%1"_s.arg(number, 16, 16, QLatin1Char('0'));
}

/// The @p number th of its writer, a minute after the one before.
BrokerMessage note(const QString &topic, int number, bool isRetained = true)
{
    BoardWire::Note note;
    note.stamp = {u"00000000000000aa"_s, evening, static_cast<quint64>(number) + 1, evening.addSecs(60LL * number)};
    note.id = id(number);
    note.text = u"note %1"_s.arg(number);
    return {.topic = topic, .payload = BoardWire::write(note), .isRetained = isRetained, .arrivedAt = {}};
}

BrokerMessage toAll(const QString &sa, int number)
{
    return note(observatoryTopics.saNoteTopic(sa, id(number)), number);
}

QStringList texts(const QList<BrokerMessage> &messages)
{
    QStringList texts;
    for (const BrokerMessage &message : messages) {
        const auto read = BoardWire::read(message.topic, message.payload);
        const auto *note = read ? std::get_if<BoardWire::Note>(&*read) : nullptr;
        texts.append(note ? note->text : message.topic);
    }
    return texts;
}

QStringList noteTexts(int first, int last)
{
    QStringList texts;
    for (int i = first; i <= last; ++i) {
        texts.append(u"note %1"_s.arg(i));
    }
    return texts;
}
}

/// What a broker has kept comes in any order, and all at once.
class KeptNotesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void howTheyAreTaken_data();
    void howTheyAreTaken();
    void aBoardTakesThemInOrder();
};

void KeptNotesTest::howTheyAreTaken_data()
{
    QTest::addColumn<QList<BrokerMessage>>("messages");
    QTest::addColumn<QStringList>("expected");
    const QString anns = observatoryTopics.saTopic(u"ann"_s, MessageKind::Note);
    QTest::newRow("nothing") << QList<BrokerMessage>() << QStringList();
    QTest::newRow("by the time of their sending") << QList{toAll(u"ann"_s, 2), toAll(u"bob"_s, 1), toAll(u"ann"_s, 0)} << noteTexts(0, 2);
    QTest::newRow("what is new comes as it comes") << QList{toAll(u"ann"_s, 5), note(anns, 4, false), note(anns, 3, false)}
                                                   << QStringList{u"note 4"_s, u"note 3"_s, u"note 5"_s};
    const BrokerMessage broken{.topic = anns, .payload = "{", .isRetained = true, .arrivedAt = {}};
    const BrokerMessage takenBack{.topic = anns, .payload = {}, .isRetained = true, .arrivedAt = {}};
    QTest::newRow("what is no note keeps its place") << QList{toAll(u"ann"_s, 1), broken, toAll(u"ann"_s, 0), takenBack}
                                                     << (QStringList{anns, anns} + noteTexts(0, 1));
    constexpr int many = keptNotesAtOnce + 10;
    QList<BrokerMessage> messages;
    for (int i = 0; i < many; ++i) {
        messages.append(toAll(u"ann"_s, (9 * i) % many));
    }
    QTest::newRow("of too many the newest") << messages << noteTexts(10, many - 1);
    QTest::newRow("of each writer") << messages + QList{toAll(u"bob"_s, 3)} << (QStringList{u"note 3"_s} + noteTexts(10, many - 1));
    QTest::newRow("one on two topics is one") << messages + QList{note(anns, many - 1)} << (noteTexts(10, many - 1) << u"note %1"_s.arg(many - 1));
    QList<BrokerMessage> desks;
    const QString left = observatoryTopics.deskTopic({u"waimea"_s, u"left"_s}, MessageKind::Note);
    for (int i = 0; i < many; ++i) {
        desks.append(note(left, many - 1 - i));
    }
    QTest::newRow("of a desk") << desks << noteTexts(10, many - 1);
}

void KeptNotesTest::howTheyAreTaken()
{
    QFETCH(QList<BrokerMessage>, messages);
    QTEST(texts(withKeptNotesInOrder(messages)), "expected");
}

void KeptNotesTest::aBoardTakesThemInOrder()
{
    Board board(u"observatory"_s);
    QStringList arrived;
    connect(&board, &Board::saNoteArrived, this, [&arrived](const QString &, const BoardWire::Note &note) {
        arrived.append(note.text);
    });
    QList<BrokerMessage> messages;
    for (int i = keptNotesAtOnce + 5; i >= 0; --i) {
        messages.append(toAll(u"ann"_s, i));
    }
    board.applyMessages(messages);
    QCOMPARE(arrived, noteTexts(6, keptNotesAtOnce + 5));
}

NIGHTDESK_GUILESS_TEST(KeptNotesTest)
#include "keptnotestest.moc"
