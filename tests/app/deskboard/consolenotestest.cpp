// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolenotes.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/testprogram.h"
#include "widgets/questions/messagebar.h"

#include <QSet>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;
using MessageKind = BoardTopics::MessageKind;

/// Notes between a desk and SAs by a real broker.
class ConsoleNotesTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void notesBothWays();
    void whoComesLaterHasAllNotes();
    void aNoteWaitsForTheBroker();
    void notesWaitForSomebody();
    void aNoteOnACutLine();
};

void ConsoleNotesTest::notesBothWays()
{
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    desk.board->people()->setPeople({u"Bob"_s});
    desk.board->notes()->writeNote(u"the seeing is fine"_s);
    const QString topic = topics().deskTopic(m_left, MessageKind::Note);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topic), 30000);
    QCOMPARE(ann.heard<BoardWire::Note>(topic)->text, u"the seeing is fine"_s);
    QCOMPARE(ann.heard<BoardWire::Note>(topic)->signature, u"Bob"_s);
    BoardWire::Note note;
    note.id = u"00000000000000f1"_s;
    note.text = u"the dome closes at 14 UT"_s;
    note.signature = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, MessageKind::Note), note));
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->noteBook().unreadCount(), 1, 30000);
    QCOMPARE(desk.board->lineState().unreadCount, 1);
    QCOMPARE(desk.message->text(), u"Ann (SA): the dome closes at 14 UT"_s);
    note.id = u"00000000000000f2"_s;
    note.text = u"wind"_s;
    QVERIFY(ann.tell(topics().saTopic(u"ann"_s, MessageKind::Note), note));
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->noteBook().unreadCount(), 2, 30000);
    QVERIFY(desk.board->notes()->noteBook().entries().constLast().isToAll);
    desk.board->notes()->showDialog();
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->noteBook().unreadCount(), 0, 30000);
}

void ConsoleNotesTest::whoComesLaterHasAllNotes()
{
    PlayedSa ann(*m_broker, m_annCredential);
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    const QStringList written{u"wind"_s, u"more wind"_s, u"the dome closes"_s, u"it opens"_s, u"good night"_s};
    const QDateTime begin = QDateTime::currentDateTimeUtc().addSecs(-3600);
    QString last;
    for (qsizetype i = written.size() - 1; i >= 0; --i) { // some brokers tell them in the order in which they came
        BoardWire::Note note;
        note.stamp = ann.stamp();
        note.stamp.sentAt = begin.addSecs(60 * i);
        note.id = u"00000000000000f%1"_s.arg((7 * i) % 10); // not in the order of their topics
        note.text = written.at(i);
        note.signature = u"Ann"_s;
        last = topics().saNoteTopic(u"ann"_s, note.id);
        for (const QString &topic : {last, topics().saTopic(u"ann"_s, MessageKind::Note)}) {
            QVERIFY(ann.client.publish(topic, BoardWire::write(note), {.qos = 1, .shouldRetain = true, .expiry = 12h}));
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(last), 30000); // the broker has them
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QStringList arrived;
    QList<qsizetype> read; // of the connection at once: the places in what was written
    connect(desk.board->messenger(), &DeskMessenger::noteArrived, this, [&](const QString &, const BoardWire::Note &note) {
        read.append(written.indexOf(note.text));
        if (!arrived.contains(note.text)) {
            arrived.append(note.text);
        }
    });
    bool isInOrder = true;
    connect(&desk.board->messenger()->client(), &BrokerClient::messagesArrived, this, [&] { // after the post
        isInOrder = isInOrder && std::ranges::is_sorted(read);
        read.clear();
    });
    QVERIFY(desk.connectLris());
    const auto texts = [&desk] {
        QStringList texts;
        for (const NoteBook::Entry &entry : desk.board->notes()->noteBook().entries()) {
            texts.append(entry.text);
        }
        return texts;
    };
    QTRY_COMPARE_WITH_TIMEOUT(texts(), written, 30000);
    QCOMPARE(desk.board->notes()->noteBook().unreadCount(), written.size());
    QCOMPARE(arrived.size(), written.size());
    QVERIFY(isInOrder);
    // The next connection tells them again: they are known.
    desk.desk.disconnectAll();
    arrived.clear();
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), written.size(), 30000);
    QCOMPARE(texts(), written);
    QVERIFY(isInOrder);
}

void ConsoleNotesTest::aNoteWaitsForTheBroker()
{
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    desk.board->notes()->writeNote(u"nobody hears this yet"_s);
    QCOMPARE(desk.board->notes()->noteBook().waitingNotes().size(), 1);
    QVERIFY(m_broker->start());
    PlayedSa ann(*m_broker, m_annCredential);
    const QString topic = topics().deskTopic(m_left, MessageKind::Note);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topic), 60000);
    QVERIFY(desk.board->notes()->noteBook().waitingNotes().isEmpty());
}

/// The broker keeps the last of them alone.
void ConsoleNotesTest::notesWaitForSomebody()
{
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    const auto deliveries = [&desk] {
        QList<NoteBook::Delivery> deliveries;
        for (const NoteBook::Entry &entry : desk.board->notes()->noteBook().entries()) {
            deliveries.append(entry.delivery);
        }
        return deliveries;
    };
    desk.board->notes()->writeNote(u"one"_s);
    desk.board->notes()->writeNote(u"two"_s);
    using Delivery = NoteBook::Delivery;
    QTRY_COMPARE_WITH_TIMEOUT(deliveries(), (QList{Delivery::NoReceiver, Delivery::NoReceiver}), 30000);
    PlayedSa ann(*m_broker, m_annCredential);
    QSet<QString> heard;
    connect(&ann.client, &BrokerClient::messagesArrived, this, [&heard](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            if (const auto *note = read ? std::get_if<BoardWire::Note>(&*read) : nullptr) {
                heard.insert(note->text);
            }
        }
    });
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    QVERIFY(ann.tellPresence());
    QTRY_COMPARE_WITH_TIMEOUT(heard, (QSet{u"one"_s, u"two"_s}), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(deliveries(), (QList{Delivery::Sent, Delivery::Sent}), 30000);
}

void ConsoleNotesTest::aNoteOnACutLine()
{
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    m_broker->kill(); // nobody here knows it yet
    desk.board->notes()->writeNote(u"is anybody there?"_s);
    QVERIFY(desk.board->notes()->noteBook().entries().constFirst().delivery != NoteBook::Delivery::Sent);
    QVERIFY(m_broker->start());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topics().deskTopic(m_left, MessageKind::Note)), 60000);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<ConsoleNotesTest>(argc, argv);
}

#include "consolenotestest.moc"
