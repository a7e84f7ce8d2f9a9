// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "boardworld.h"

#include "tests/support/brokerprobe.h"
#include "tests/support/patience.h"
#include "tests/support/portrelay.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Two mosquittos with a bridge between them, as docs/admin/message-broker.md says: a site's desks on headquarters' board.
class BoardBridgeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aBoardSeesDesksBeyondTheBridge();
    void aWillGoesOverTheBridge();
    void whatAnSaSaysReachesTheOtherSide();
    void aMoveAndALayoutReachTheOtherSite();
    void aBrokenBridgeComesBackWithAllStates();
    void whatWasTakenBackWhileItWasCut();
    void aSiteSpeaksForItselfAlone();
};

namespace
{
/// Headquarters with its board, and a site's broker whose bridge leads there.
struct TwoBrokers {
    BoardWorld headquarters;
    TestBroker site;
    PortRelay line; ///< between the two
    BrokerCredential left = site.addDesk(u"waimea/left"_s);

    bool begin(const QString &out = u"desk/waimea/#"_s)
    {
        const QString top = u"nightdesk/1/%1/"_s.arg(site.facility());
        const QStringList in{u"sa/#"_s, u"desk/+/+/to/waimea/+/move"_s, u"desk/santa-cruz/+/person/+"_s};
        QStringList rights{u"topic write %1desk/waimea/#"_s.arg(top)};
        for (const QString &topic : in) {
            rights << u"topic read %1%2"_s.arg(top, topic);
        }
        const QString password = headquarters.broker.addOther(u"bridge.waimea"_s, rights);
        if (!headquarters.begin({u"santa-cruz/left"_s}) || !line.begin(headquarters.broker.port())) {
            return false;
        }
        QStringList lines{
            u"connection waimea"_s,
            u"address 127.0.0.1:%1"_s.arg(line.port()),
            u"bridge_protocol_version mqttv50"_s,
            u"remote_clientid bridge.waimea"_s,
            u"remote_username bridge.waimea"_s,
            u"remote_password "_s + password,
            u"cleansession false"_s,
            u"notifications false"_s,
            u"keepalive_interval 10"_s,
            u"restart_timeout 1 2"_s,
            u"topic %1%2 out 1"_s.arg(top, out),
        };
        for (const QString &topic : in) {
            lines << u"topic %1%2 in 1"_s.arg(top, topic);
        }
        for (const QString &line : std::as_const(lines)) {
            site.addConfig(line);
        }
        return site.start();
    }
};
}

void BoardBridgeTest::aBoardSeesDesksBeyondTheBridge()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    PlayedDesk far(world.site, world.left);
    PlayedDesk near(world.headquarters.broker, world.headquarters.credentials[0]);
    far.publisher.open(far.credential);
    near.publisher.open(near.credential);
    QVERIFY(WAIT_FOR(world.headquarters.isOnline(far.name) && world.headquarters.isOnline(near.name) && world.headquarters.board.desk(far.name)->state));
    far.fail();
    QVERIFY(WAIT_FOR(world.headquarters.health(far.name) == DeskHealth::Bad));
    QCOMPARE(world.headquarters.board.desk(far.name)->state->displays, far.figures.state.displays);
    QCOMPARE(world.headquarters.health(near.name), DeskHealth::Good);
    QCOMPARE(world.headquarters.board.counters().droppedMessages, 0U);
}

void BoardBridgeTest::aWillGoesOverTheBridge()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    PlayedDesk desk(world.site, world.left);
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.headquarters.isOnline(desk.name)));
    desk.way->cut();
    const auto cutAt = Clock::now();
    QVERIFY(WAIT_FOR(world.headquarters.health(desk.name) == DeskHealth::Lost, 60s));
    QVERIFY(Clock::now() - cutAt < underLoad(30s));
    QVERIFY(!world.headquarters.isOnline(desk.name));
}

void BoardBridgeTest::whatAnSaSaysReachesTheOtherSide()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    Writer desk(world.site, world.left);
    QStringList heard;
    desk.client.subscribe(BoardTopics(world.site.facility()).deskFilters(desk.name));
    QObject::connect(&desk.client, &BrokerClient::messagesArrived, &desk.client, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            if (const auto *note = read ? std::get_if<BoardWire::Note>(&*read) : nullptr) {
                heard << note->text;
            }
        }
    });
    QVERIFY(desk.begin());
    const QString topic = BoardTopics(world.site.facility()).saToDeskTopic(u"ann"_s, desk.name, BoardTopics::MessageKind::Note);
    BoardWire::Note note{.stamp = desk.stamp(), .id = u"0123456789abcdef"_s, .text = u"Clouds from the west."_s, .signature = u"Ann"_s};
    // The bridge may not be there yet, and a note is not kept: said until it is heard.
    QVERIFY(waitFor([&] {
        note.stamp = desk.stamp();
        world.headquarters.client.publish(topic, BoardWire::write(note), {.qos = 1, .shouldRetain = false, .expiry = {}});
        return heard.contains(note.text);
    }));
}

void BoardBridgeTest::aMoveAndALayoutReachTheOtherSite()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    const BoardTopics topics(world.site.facility());
    Writer from(world.headquarters.broker, world.headquarters.credentials[0]);
    QVERIFY(from.begin());
    const QString move = topics.takeoverNoticeTopic(from.name, *DeskName::fromText(u"waimea/left"_s));
    const QString layout = topics.layoutTopic(from.name, u"0123456789abcdef"_s);
    Writer to(world.site, world.left);
    QSet<QString> heard;
    to.client.subscribe(topics.deskFilters(to.name) << topics.layoutFilter(u"0123456789abcdef"_s));
    QObject::connect(&to.client, &BrokerClient::messagesArrived, &to.client, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            heard << message.topic;
        }
    });
    QVERIFY(to.begin());
    QVERIFY(from.client.publish(layout, "kept", {.qos = 1, .shouldRetain = true, .expiry = {}}));
    // As above.
    QVERIFY(waitFor([&] {
        from.client.publish(move, "ask", {.qos = 1, .shouldRetain = false, .expiry = {}});
        return heard.contains(move) && heard.contains(layout);
    }));
}

void BoardBridgeTest::aBrokenBridgeComesBackWithAllStates()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    PlayedDesk desk(world.site, world.left);
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.headquarters.isOnline(desk.name) && world.headquarters.board.desk(desk.name)->state));
    world.headquarters.broker.kill(); // it knows nothing any more; the desk notices none of this
    desk.observe(u"C. Student"_s);
    QVERIFY(world.headquarters.broker.start());
    world.headquarters.client.retry();
    QVERIFY(WAIT_FOR(world.headquarters.board.isConnected() && world.headquarters.board.desk(desk.name)->people() == QStringList{u"C. Student"_s}, 60s));
    QVERIFY(world.headquarters.isOnline(desk.name));
    QCOMPARE(desk.client.state(), BrokerState::Connected);
}

/// What a desk takes back, with an empty message, while the line is cut: headquarters may not keep it, nor may the site be told it again.
void BoardBridgeTest::whatWasTakenBackWhileItWasCut()
{
    TwoBrokers world;
    QVERIFY(world.begin());
    const BoardTopics topics(world.site.facility());
    const DeskName left = *DeskName::fromText(u"waimea/left"_s);
    const QString key = topics.observersKey({u"A. Observer"_s});
    const QString layout = topics.layoutTopic(left, key);
    const QString call = topics.deskTopic(left, BoardTopics::MessageKind::Call);
    const BrokerDeliveryOptions kept{.qos = 1, .shouldRetain = true, .expiry = {}};

    BrokerProbe desk(world.site, world.left);
    desk.client().subscribe(topics.deskFilters(left));
    BrokerProbe ann(world.headquarters.broker, world.headquarters.sa);
    ann.client().subscribe(topics.boardFilters());
    BrokerProbe other(world.headquarters.broker, world.headquarters.credentials[0]);
    other.client().subscribe({topics.layoutFilter(key)});
    QVERIFY(desk.connectNow() && ann.connectNow() && other.connectNow());
    QVERIFY(desk.client().publish(layout, "kept", kept));
    QVERIFY(desk.client().publish(call, "kept", kept));
    QVERIFY(WAIT_FOR(other.newest(layout) == "kept" && ann.newest(call) == "kept"));

    world.line.cut();
    const auto marked = [](const QString &mark) {
        return BrokerDeliveryOptions{.qos = 1, .shouldRetain = true, .expiry = {}, .receiptId = mark};
    };
    QVERIFY(desk.client().publish(layout, {}, marked(u"layout"_s)));
    QVERIFY(desk.client().publish(call, {}, marked(u"call"_s)));
    QVERIFY(WAIT_FOR(desk.receipts.size() == 2));
    QCOMPARE(world.line.connections(), 0);
    QVERIFY(other.newest(layout) == "kept" && ann.newest(call) == "kept");

    QVERIFY(world.line.mend());
    const auto isEmpty = [](const BrokerProbe &probe, const QString &topic) {
        return probe.newest(topic).isEmpty();
    };
    QVERIFY(WAIT_FOR(isEmpty(other, layout) && isEmpty(ann, call), 60s));
    // What a broker keeps it tells whoever comes now (in the place of the first three), before what is said later.
    BrokerProbe lateAnn(world.headquarters.broker, world.headquarters.sa);
    lateAnn.client().subscribe({call});
    BrokerProbe lateOther(world.headquarters.broker, world.headquarters.credentials[0]);
    lateOther.client().subscribe({topics.layoutFilter(key)});
    BrokerProbe lateDesk(world.site, world.left);
    lateDesk.client().subscribe(topics.deskFilters(left) << call);
    QVERIFY(lateAnn.connectNow() && lateOther.connectNow() && lateDesk.connectNow());
    const auto comes = [&](BrokerProbe &from, const BrokerProbe &to, const QString &topic) {
        return waitFor([&] { // its subscription may be on its way
            from.client().publish(topic, "now", {.qos = 1, .shouldRetain = false, .expiry = {}});
            return to.newest(topic) == "now";
        });
    };
    QVERIFY2(comes(lateDesk, lateDesk, call), qPrintable(lateDesk.said()));
    QVERIFY2(comes(lateDesk, lateAnn, call), qPrintable(lateAnn.said()));
    QVERIFY2(comes(lateDesk, lateOther, layout), qPrintable(lateOther.said()));
    for (const BrokerProbe *late : {&lateAnn, &lateOther, &lateDesk}) {
        QVERIFY2(!late->said().contains(u"kept"_s), qPrintable(late->said()));
    }
}

void BoardBridgeTest::aSiteSpeaksForItselfAlone()
{
    // A site whose broker sends on what it should not, and has a desk of another site's name.
    TwoBrokers world;
    const BrokerCredential forged = world.site.addDesk(u"santa-cruz/left"_s);
    QVERIFY(world.begin(u"desk/#"_s));
    PlayedDesk desk(world.headquarters.broker, world.headquarters.credentials[0]);
    desk.publisher.open(desk.credential);
    Writer forger(world.site, forged);
    QVERIFY(forger.begin());
    forger.sayPresence(false);
    forger.sayState(u"Mallory"_s);
    PlayedDesk far(world.site, world.left);
    far.publisher.open(far.credential);
    QVERIFY(WAIT_FOR(world.headquarters.isOnline(far.name) && world.headquarters.isOnline(desk.name) && world.headquarters.board.desk(desk.name)->state));
    forger.sayState(u"Mallory"_s);
    far.observe(u"C. Student"_s); // arrives after it
    QVERIFY(WAIT_FOR(world.headquarters.board.desk(far.name)->people() == QStringList{u"C. Student"_s}));
    QVERIFY(world.headquarters.isOnline(desk.name));
    QCOMPARE(world.headquarters.board.desk(desk.name)->people(), desk.figures.state.people);
}

NIGHTDESK_GUILESS_TEST(BoardBridgeTest)
#include "boardbridgetest.moc"
