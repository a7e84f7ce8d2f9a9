// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskpublisher.h"
#include "monitors/board/board.h"
#include "monitors/board/deskfigures.h"
#include "monitors/board/reportpacer.h"
#include "sessions/broker/brokerclient.h"
#include "tests/support/patience.h"
#include "tests/support/straightway.h"
#include "tests/support/testbroker.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
const BoardTopics topics(u"keck"_s);

/// A desk's own side: what it would tell, and the client that tells it.
struct DeskSide {
    BrokerCredential credential;
    BrokerClient client;
    DirectTransport *way = nullptr;
    DeskFigures figures;
    QList<BoardWire::Trouble> history;
    std::unique_ptr<DeskPublisher> publisher;

    DeskSide(const TestBroker &broker, const BrokerCredential &credential)
        : credential(credential)
    {
        auto straight = std::make_unique<DirectTransport>(broker.spec().address);
        way = straight.get();
        client.setTransport(std::move(straight));
        figures.state.people = {u"Ann"_s};
        figures.state.programVersion = u"0.1.0"_s;
        BoardWire::DisplayReport display;
        display.key = u"lris/control0"_s;
        display.state = u"live"_s;
        figures.state.displays = {display};
        publisher = std::make_unique<DeskPublisher>(&client, u"keck"_s, left, [this] {
            DeskFigures all = figures;
            all.history = history;
            return all;
        });
    }
    void open()
    {
        publisher->open(credential);
    }
};

struct BoardSide {
    BrokerClient client;
    Board board{u"keck"_s};
    QList<BrokerMessage> all;

    BoardSide(const TestBroker &broker, const BrokerCredential &credential)
    {
        QObject::connect(&client, &BrokerClient::messagesArrived, &board, [this](const QList<BrokerMessage> &messages) {
            all += messages;
            board.applyMessages(messages);
        });
        QObject::connect(&client, &BrokerClient::stateChanged, &board, [this](BrokerState state) {
            board.setConnected(state == BrokerState::Connected);
        });
        client.setTransport(std::make_unique<DirectTransport>(broker.spec().address));
        client.subscribe(topics.boardFilters());
        client.open(credential, [] {
            return BrokerWill{.topic = topics.saPresenceTopic(u"ann"_s, u"0123456789abcdef"_s), .payload = {}};
        });
    }
    /// It hears all that is said from now on: the broker answers in order, and what it asked for comes before this.
    bool listens()
    {
        return WAIT_FOR(client.state() == BrokerState::Connected);
    }
    DeskHealth health() const
    {
        const BoardDesk *desk = board.desk(left);
        return desk ? desk->health : DeskHealth::Gone;
    }
    bool hasState() const
    {
        const BoardDesk *desk = board.desk(left);
        return desk && desk->state && desk->presence && desk->presence->isOnline;
    }
    int arrived(MessageKind sort) const
    {
        return int(std::ranges::count_if(all, [sort](const BrokerMessage &message) {
            return message.topic == topics.deskTopic(left, sort);
        }));
    }
};
}

/// With a real broker: what a desk's publisher says, as a board hears it.
class DeskPublisherTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void presenceStateAndHistoryAreTold();
    void changesAreToldAtOnce();
    void itLeavesInOrder();
    void itIsMissedWhenItDoesNot();
    void allIsToldAnewToANewBroker();
    void notesAndLayouts();
    void whatIsRefusedWasNotTold();
    void mqttAddsLittle();

private:
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_desk;
    BrokerCredential m_sa;
};

void DeskPublisherTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_desk = m_broker->addDesk(left.text());
    m_sa = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
}

void DeskPublisherTest::presenceStateAndHistoryAreTold()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    desk.history = {{.at = QDateTime::currentDateTimeUtc(), .health = BoardWire::Health::Bad, .subjectKey = u"lris/ds9"_s, .what = u"gone"_s}};
    QSignalSpy opened(desk.publisher.get(), &DeskPublisher::connected);
    QSignalSpy told(desk.publisher.get(), &DeskPublisher::publishedMessagesChanged);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState() && board.board.desk(left)->history));
    const BoardDesk &known = *board.board.desk(left);
    QCOMPARE(known.health, DeskHealth::Good);
    QCOMPARE(known.people(), QStringList{u"Ann"_s});
    QCOMPARE(known.presence->stamp.runId, desk.publisher->runId());
    QCOMPARE(known.state->displays.size(), 1);
    QCOMPARE(known.history->entries.size(), 1);
    QCOMPARE(opened.size(), 1);
    QVERIFY(!told.isEmpty());
    QCOMPARE(board.board.counters().droppedMessages, 0U);
    QCOMPARE(board.board.counters().staleMessages, 0U);
    // What its people are shown is what went.
    QVERIFY(WAIT_FOR(board.arrived(MessageKind::State) > 0));
    const QByteArray state = desk.publisher->publishedMessages().value(topics.deskTopic(left, MessageKind::State));
    QVERIFY(std::ranges::any_of(board.all, [&state](const BrokerMessage &message) {
        return message.payload == state;
    }));
    // Both clocks are the same one.
    QVERIFY(known.clockOffset);
    QVERIFY2(std::chrono::abs(*known.clockOffset) < underLoad(5s), qPrintable(QString::number(known.clockOffset->count())));
}

void DeskPublisherTest::changesAreToldAtOnce()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    desk.figures.state.displays[0].state = u"failed"_s;
    desk.figures.state.displays[0].problemText = u"No server."_s;
    for (int i = 0; i < 10; ++i) {
        desk.publisher->publishStateSoon(); // once is enough
    }
    QVERIFY(WAIT_FOR(board.health() == DeskHealth::Bad));
    QVERIFY(board.board.desk(left)->healthReason.contains(u"No server."_s));
    QVERIFY2(board.arrived(MessageKind::State) <= 3, qPrintable(QString::number(board.arrived(MessageKind::State))));
    // Numbers are looked at by the publisher itself.
    desk.figures.numbers.links = {{.id = u"lris/summit"_s, .roundTrip = 100ms, .bytesInPerSecond = {}, .bytesOutPerSecond = {}, .compressionRatio = {}}};
    QVERIFY(WAIT_FOR(board.board.desk(left)->worstRoundTrip() == 100ms));
}

void DeskPublisherTest::itLeavesInOrder()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    QSignalSpy closed(&desk.client, &BrokerClient::connectionClosed);
    desk.publisher->close();
    QVERIFY(WAIT_FOR(board.health() == DeskHealth::Gone && !closed.isEmpty()));
    QVERIFY(board.board.desk(left)->presence->isFarewell);
    // A board that comes later reads the same.
    BoardSide later(*m_broker, m_sa);
    QVERIFY(WAIT_FOR(later.arrived(MessageKind::Presence) > 0 && later.arrived(MessageKind::State) > 0));
    QCOMPARE(later.health(), DeskHealth::Gone);
}

void DeskPublisherTest::itIsMissedWhenItDoesNot()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    desk.way->cut();
    QVERIFY(WAIT_FOR(board.health() == DeskHealth::Lost, 60s)); // the broker waits 15 s
    QVERIFY(!board.board.desk(left)->presence->isFarewell);
    desk.way->mend();
    QVERIFY(WAIT_FOR(board.health() == DeskHealth::Good, 60s));
    QCOMPARE(board.board.desk(left)->presence->stamp.runId, desk.publisher->runId()); // the same run
}

void DeskPublisherTest::allIsToldAnewToANewBroker()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QSignalSpy opened(desk.publisher.get(), &DeskPublisher::connected);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    m_broker->kill();
    QVERIFY(WAIT_FOR(!board.board.isConnected() && desk.client.state() != BrokerState::Connected));
    QCOMPARE(board.health(), DeskHealth::Good); // not known now
    QVERIFY(!board.board.desk(left)->isStateCurrent);
    desk.figures.state.displays[0].title = u"changed meanwhile"_s;
    desk.publisher->publishStateSoon();
    QVERIFY(!desk.publisher->send(topics.deskTopic(left, MessageKind::Note),
                                  BoardWire::Note{.stamp = {}, .id = u"0000000000000001"_s, .text = u"lost"_s, .signature = {}},
                                  {.qos = 1, .expiry = {}}));
    QVERIFY(m_broker->restart());
    QVERIFY(WAIT_FOR(board.board.isConnected() && board.board.desk(left)->isStateCurrent
                         && board.board.desk(left)->state->displays.first().title == u"changed meanwhile"_s,
                     90s));
    QCOMPARE(opened.size(), 2);
    QCOMPARE(board.health(), DeskHealth::Good);
    QCOMPARE(board.board.counters().droppedMessages, 0U);
}

void DeskPublisherTest::notesAndLayouts()
{
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QSignalSpy notes(&board.board, &Board::deskNoteArrived);
    QSignalSpy calls(&board.board, &Board::callStarted);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    const QString id = u"0000000000000001"_s;
    QVERIFY(desk.publisher->send(topics.deskTopic(left, MessageKind::Note),
                                 BoardWire::Note{.stamp = {}, .id = id, .text = u"Fog"_s, .signature = u"Ann"_s},
                                 {.qos = 1, .expiry = {}}));
    const QString callTopic = topics.deskTopic(left, MessageKind::Call);
    const BoardWire::Call call{.stamp = {},
                               .id = id,
                               .since = QDateTime::currentDateTimeUtc(),
                               .text = {},
                               .caller = u"Ann"_s,
                               .state = BoardWire::CallState::Ringing,
                               .acknowledgerName = {}};
    QVERIFY(desk.publisher->send(callTopic, call, {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QVERIFY(WAIT_FOR(notes.size() == 1 && calls.size() == 1));
    QCOMPARE(board.health(), DeskHealth::Calling);
    QVERIFY(desk.publisher->publishedMessages().contains(callTopic));
    QVERIFY(desk.publisher->removeRetainedMessage(callTopic));
    QVERIFY(!desk.publisher->publishedMessages().contains(callTopic));
    QVERIFY(WAIT_FOR(board.health() == DeskHealth::Good));
    const QString layout = topics.layoutTopic(left, topics.observersKey({u"Ann"_s}));
    QVERIFY(desk.publisher->send(layout,
                                 BoardWire::Layout{.stamp = {}, .people = {u"Ann"_s}, .encodedNightState = "{}"},
                                 {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QVERIFY(!desk.publisher->send(layout,
                                  BoardWire::Layout{.stamp = {}, .people = {}, .encodedNightState = QByteArray(64 * 1024, 'x')},
                                  {.qos = 1, .shouldRetain = true, .expiry = {}})); // too long
}

void DeskPublisherTest::whatIsRefusedWasNotTold()
{
    DeskSide desk(*m_broker, m_desk);
    desk.open();
    QVERIFY(WAIT_FOR(desk.publisher->publishedMessages().size() >= 3));
    const qsizetype before = desk.publisher->publishedMessages().size();
    const QString theirs = topics.deskTopic({.site = u"santa-cruz"_s, .desk = u"right"_s}, MessageKind::Note);
    BoardWire::Note note{.stamp = {}, .id = u"0123456789abcdef"_s, .text = u"I am right."_s, .signature = u"Left"_s};
    QVERIFY(desk.publisher->send(theirs, note, {.qos = 1, .expiry = {}}));
    QVERIFY(desk.publisher->publishedMessages().contains(theirs)); // on its way
    QSignalSpy changed(desk.publisher.get(), &DeskPublisher::publishedMessagesChanged);
    QVERIFY(WAIT_FOR(!desk.publisher->publishedMessages().contains(theirs)));
    QVERIFY(!changed.isEmpty());
    QVERIFY(desk.publisher->publishedMessages().size() >= before); // all else stays
    QCOMPARE(desk.client.accessRefusal()->affectedItem, u"topic "_s + theirs);
}

void DeskPublisherTest::mqttAddsLittle()
{
    // What docs/developer/protocols/board.md reckons with: ssh and TCP take some 90 of the 100 bytes.
    BoardSide board(*m_broker, m_sa);
    DeskSide desk(*m_broker, m_desk);
    QVERIFY(board.listens());
    desk.open();
    QVERIFY(WAIT_FOR(board.hasState()));
    QSignalSpy notes(&board.board, &Board::deskNoteArrived);
    const QString topic = topics.deskTopic(left, MessageKind::Note);
    const BrokerCounters before = desk.client.counters();
    constexpr int count = 50;
    qint64 bytes = 0;
    for (int i = 0; i < count; ++i) {
        const BoardWire::Note note{.stamp = {}, .id = u"%1"_s.arg(i, 16, 16, QChar(u'0')), .text = QString(200, u'x'), .signature = u"Ann"_s};
        QVERIFY(desk.publisher->send(topic, note, {.qos = 1, .expiry = {}}));
        bytes += topic.size() + desk.publisher->publishedMessages().value(topic).size();
    }
    QVERIFY(WAIT_FOR(notes.size() == count));
    const BrokerCounters after = desk.client.counters();
    const double added = double((after.sent - before.sent).count - bytes) / count;
    const double answered = double((after.received - before.received).count) / count;
    qInfo("MQTT adds %.1f bytes to a message; its answer has %.1f", added, answered);
    QVERIFY(added > 0 && added < 20);
    QVERIFY(answered < 20);
}

NIGHTDESK_GUILESS_TEST(DeskPublisherTest)
#include "deskpublishertest.moc"
