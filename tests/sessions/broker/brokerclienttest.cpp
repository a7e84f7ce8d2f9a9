// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/brokerprobe.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
const BrokerDeliveryOptions keptState{.qos = 1, .shouldRetain = true, .expiry = {}};
const BrokerDeliveryOptions surely{.qos = 1, .shouldRetain = false, .expiry = {}};
const QString leftNote = u"nightdesk/1/keck/desk/santa-cruz/left/note"_s;
const QString leftState = u"nightdesk/1/keck/desk/santa-cruz/left/state"_s;
}

/// With a real mosquitto.
class BrokerClientTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsAnotherWhatItPublishes();
    void keepsWhatIsRetainedForWhoComesLater();
    void forgetsWhatHasExpired();
    void isNotLetIn_data();
    void isNotLetIn();
    void hearsThatAMessageWasRefused();
    void isToldWhatBecameOfAMessage();
    void isToldNothingOfWhatWasCutOff();
    void isNotToldWhatIsTooLong();
    void publishesNothingWhileNotConnected();
    void sendsHundredsOfMessagesInOneTurn();
    void refusesToPublishMoreThanFits();
    void comesBackWhenTheBrokerDoes();
    void comesBackAfterAShutdown();
    void isTakenOverByTheSameDesk();
    void staysAwayThoughItsLinkComesAndGoes();
    void nobodyElseKnowsItsId();
    void letsAnSaHaveTwoBoards();
    void leavesItsWillWhenItVanishes();
    void saysFarewellInsteadOfItsWill();
    void saysFarewellThoughItsWayIsTaken();
    void waitsForItsWay();
    void connectsAnewByAnotherWay();
    void asksAgainForItsSubscriptions();
    void bringsHundredsInAtOnce();

private:
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_left;
    BrokerCredential m_right;
    BrokerCredential m_ann;
};

void BrokerClientTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_left = m_broker->addDesk(u"santa-cruz/left"_s);
    m_right = m_broker->addDesk(u"santa-cruz/right"_s);
    m_ann = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
}

void BrokerClientTest::tellsAnotherWhatItPublishes()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY2(board.connectNow(), qPrintable(board.why()));
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY2(desk.connectNow(), qPrintable(desk.why()));
    QCOMPARE(desk.states, (QList{BrokerState::Connecting, BrokerState::Connected}));
    QCOMPARE(desk.connections, 1);
    QVERIFY(!desk.client().failure());
    QElapsedTimer clock;
    clock.start();
    QVERIFY(desk.client().publish(leftNote, "good seeing", surely));
    QVERIFY(desk.client().publish(leftNote, "0.4\"", {}));
    QVERIFY(WAIT_FOR(board.messages.size() == 2));
    qInfo("two messages took %lld ms", clock.elapsed());
    QCOMPARE(board.messages[0].topic, leftNote);
    QCOMPARE(board.messages[0].payload, "good seeing"_ba);
    QVERIFY(!board.messages[0].isRetained);
    QCOMPARE(board.messages[1].payload, "0.4\""_ba);
    QCOMPARE(desk.client().counters().publishedMessages, 2);
    QCOMPARE(board.client().counters().arrivedMessages, 2);
    QVERIFY(desk.client().counters().sent.count > 100);
    QVERIFY(desk.client().counters().received.count > 4);
}

void BrokerClientTest::keepsWhatIsRetainedForWhoComesLater()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    QVERIFY(desk.client().publish(leftState, "first", keptState));
    QVERIFY(desk.client().publish(leftState, "second", keptState));
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/state"_s});
    QVERIFY(board.connectNow());
    QVERIFY(WAIT_FOR(board.newest(leftState) == "second"));
    QVERIFY(board.messages.last().isRetained);
    QVERIFY(desk.client().publish(leftState, "third", keptState));
    QVERIFY(WAIT_FOR(board.newest(leftState) == "third"));
    QVERIFY(!board.messages.last().isRetained);
}

void BrokerClientTest::forgetsWhatHasExpired()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    QVERIFY(desk.client().publish(leftNote, "gone soon", {.qos = 1, .shouldRetain = true, .expiry = 1s}));
    QVERIFY(desk.client().publish(leftState, "stays", {.qos = 1, .shouldRetain = true, .expiry = 1h}));
    // Each look is another connection's: a client is told what is retained once.
    QVERIFY(waitFor([this] {
        BrokerProbe board(*m_broker, m_ann);
        board.client().subscribe({u"nightdesk/1/keck/desk/#"_s});
        return board.connectNow() && WAIT_FOR(board.newest(leftState) == "stays") && board.newest(leftNote).isEmpty();
    }));
}

void BrokerClientTest::isNotLetIn_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("password");
    QTest::newRow("a wrong password") << u"santa-cruz/left"_s << u"guessed"_s;
    QTest::newRow("an unknown desk") << u"santa-cruz/attic"_s << u"guessed"_s;
    QTest::newRow("no password") << u"santa-cruz/left"_s << QString();
}

void BrokerClientTest::isNotLetIn()
{
    QFETCH(const QString, name);
    QFETCH(const QString, password);
    BrokerProbe desk(*m_broker, {u"keck"_s, BrokerRole::Desk, name, Secret::fromText(password)});
    desk.open();
    QVERIFY(desk.waitFor(BrokerState::Refused));
    QVERIFY(desk.client().failure().has_value());
    QCOMPARE(desk.client().failure()->kind, FailureKind::Refused);
    QVERIFY(desk.client().failure()->affectedItem.contains(name));
    QVERIFY(!desk.client().failure()->advice.isEmpty());
    QCOMPARE(desk.connections, 0);
    // Another credential at any time.
    desk.client().open(m_left, [] {
        return BrokerWill{};
    });
    QVERIFY(desk.waitFor(BrokerState::Connected));
    QVERIFY(!desk.client().failure());
}

void BrokerClientTest::hearsThatAMessageWasRefused()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    const QString theirs = u"nightdesk/1/keck/desk/santa-cruz/right/state"_s;
    QVERIFY(desk.client().publish(theirs, "I am right", keptState));
    QVERIFY(desk.client().publish(leftState, "I am left", keptState));
    QVERIFY(WAIT_FOR(!desk.refusals.isEmpty()));
    QCOMPARE(desk.refusals.size(), 1);
    QCOMPARE(desk.refusals.first().first, theirs);
    QCOMPARE(desk.refusals.first().second.kind, FailureKind::Refused);
    QVERIFY2(desk.client().accessRefusal()->affectedItem.contains(theirs), qPrintable(desk.client().accessRefusal()->affectedItem));
    QVERIFY(!board.client().accessRefusal());
    QVERIFY(WAIT_FOR(board.newest(leftState) == "I am left"));
    QVERIFY(board.newest(theirs).isEmpty());
    QCOMPARE(desk.client().state(), BrokerState::Connected);
}

void BrokerClientTest::isToldWhatBecameOfAMessage()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    const auto marked = [](const QString &mark, bool isRetained) {
        return BrokerDeliveryOptions{.qos = 1, .shouldRetain = isRetained, .expiry = {}, .receiptId = mark};
    };
    QVERIFY(desk.client().publish(leftNote, "is anybody there?", marked(u"early"_s, false)));
    QVERIFY(desk.client().publish(leftNote, "not told of", surely));
    QVERIFY(desk.client().publish(leftNote, "to be found", marked(u"kept"_s, true)));
    QVERIFY(desk.client().publish(u"nightdesk/1/keck/desk/santa-cruz/right/note"_s, "I am right", marked(u"stranger's"_s, false)));
    QVERIFY(WAIT_FOR(desk.receipts.size() == 3));
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/note"_s});
    QVERIFY(board.connectNow());
    QVERIFY(WAIT_FOR(board.newest(leftNote) == "to be found"));
    QVERIFY(desk.client().publish(leftNote, "good evening", marked(u"late"_s, false)));
    QVERIFY(WAIT_FOR(desk.receipts.size() == 4));
    QCOMPARE(desk.receipts,
             (QList<std::pair<QString, BrokerDeliveryResult>>{{u"early"_s, BrokerDeliveryResult::NoSubscriber},
                                                              {u"kept"_s, BrokerDeliveryResult::NoSubscriber},
                                                              {u"stranger's"_s, BrokerDeliveryResult::Refused},
                                                              {u"late"_s, BrokerDeliveryResult::Delivered}}));
    QCOMPARE(desk.refusals.size(), 1);
}

void BrokerClientTest::isToldNothingOfWhatWasCutOff()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/note"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    const BrokerDeliveryOptions marked{.qos = 1, .shouldRetain = false, .expiry = {}, .receiptId = u"note"_s};
    desk.way()->cut();
    QVERIFY(desk.client().publish(leftNote, "lost", marked)); // nobody knows it yet
    desk.way()->hangUp();
    QVERIFY(desk.waitFor(BrokerState::Retrying));
    desk.way()->mend();
    QVERIFY(desk.waitFor(BrokerState::Connected));
    QVERIFY(desk.client().publish(leftNote, "again", marked));
    QVERIFY(WAIT_FOR(!desk.receipts.isEmpty() && !board.messages.isEmpty()));
    QCOMPARE(desk.receipts.size(), 1);
    QCOMPARE(board.messages.size(), 1);
    QCOMPARE(board.messages.first().payload, "again"_ba);
}

void BrokerClientTest::isNotToldWhatIsTooLong()
{
    {
        BrokerProbe desk(*m_broker, m_left);
        QVERIFY(desk.connectNow());
        QVERIFY(!desk.client().publish(leftState, QByteArray(BrokerClient::maxPacketSize, 'x'), surely)); // a broker would cut us off
        QCOMPARE(desk.client().state(), BrokerState::Connected);
    }
    m_broker->addConfig(u"max_packet_size 131072"_s); // another facility's broker
    QVERIFY(m_broker->restart());
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    // As long as we send, which with its topic is more than we take.
    QVERIFY(desk.client().publish(leftState, QByteArray(BrokerClient::maxPacketSize, 'x'), surely));
    QVERIFY(!desk.client().publish(leftState, QByteArray(BrokerClient::maxPacketSize + 1, 'x'), surely));
    QVERIFY(desk.client().publish(leftNote, "after it", surely));
    QVERIFY(WAIT_FOR(board.newest(leftNote) == "after it"));
    QCOMPARE(board.messages.size(), 1);
    QCOMPARE(board.client().state(), BrokerState::Connected);
}

void BrokerClientTest::publishesNothingWhileNotConnected()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(!desk.client().publish(leftNote, "too early", surely));
    desk.open();
    QVERIFY(!desk.client().publish(leftNote, "too early", surely));
    QVERIFY(desk.waitFor(BrokerState::Connected));
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    m_broker->kill();
    QVERIFY(desk.waitFor(BrokerState::Retrying));
    QVERIFY(!desk.client().publish(leftNote, "too late", surely));
    QVERIFY(m_broker->start());
    QVERIFY(desk.waitFor(BrokerState::Connected));
    QVERIFY(board.waitFor(BrokerState::Connected));
    // Retained: its new subscription is on its way.
    QVERIFY(desk.client().publish(leftNote, "now", keptState));
    QVERIFY(WAIT_FOR(!board.messages.isEmpty()));
    QCOMPARE(board.messages.first().payload, "now"_ba);
}

void BrokerClientTest::sendsHundredsOfMessagesInOneTurn()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    constexpr int count = 500;
    for (int at = 0; at < count; ++at) {
        QVERIFY(desk.client().publish(leftNote, QByteArray::number(at).leftJustified(200), surely));
    }
    QVERIFY(WAIT_FOR(board.messages.size() == count));
    for (int at = 0; at < count; ++at) {
        QCOMPARE(board.messages[at].payload.trimmed(), QByteArray::number(at));
    }
    QVERIFY(desk.refusals.isEmpty());
}

void BrokerClientTest::refusesToPublishMoreThanFits()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    desk.way()->cut();
    int taken = 0;
    while (taken < 10000 && desk.client().publish(leftNote, QByteArray(1000, 'x'), taken % 2 ? surely : BrokerDeliveryOptions{})) {
        ++taken;
    }
    // 256 KiB, and what the system's own buffers take.
    QVERIFY2(taken > 200 && taken < 1000, qPrintable(QString::number(taken)));
    desk.way()->mend();
    QVERIFY(WAIT_FOR(desk.client().publish(leftNote, QByteArray(1000, 'x'), surely)));
    QCOMPARE(desk.client().state(), BrokerState::Connected);
}

void BrokerClientTest::comesBackWhenTheBrokerDoes()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    m_broker->kill();
    QVERIFY(desk.waitFor(BrokerState::Retrying));
    QVERIFY(desk.client().failure().has_value());
    QCOMPARE(desk.client().failure()->kind, FailureKind::Transient);
    QVERIFY(m_broker->start());
    QElapsedTimer clock;
    clock.start();
    QVERIFY(desk.waitFor(BrokerState::Connected));
    qInfo("back %lld ms after the broker", clock.elapsed());
    QCOMPARE(desk.connections, 2);
    QVERIFY(!desk.client().failure());
}

void BrokerClientTest::comesBackAfterAShutdown()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    m_broker->stop();
    QVERIFY(WAIT_FOR(!desk.failures.isEmpty()));
    QCOMPARE(desk.failures.constFirst().first, BrokerState::Retrying);
    QCOMPARE(desk.failures.constFirst().second.what, u"The connection to the message broker was lost."_s); // mosquitto 2.0 gives no reason
    QVERIFY(m_broker->start());
    QVERIFY(desk.waitFor(BrokerState::Connected));
}

void BrokerClientTest::isTakenOverByTheSameDesk()
{
    BrokerProbe board(*m_broker, m_ann);
    BrokerProbe first(*m_broker, m_left);
    board.client().subscribe({first.willTopic()});
    QVERIFY(board.connectNow());
    QVERIFY(first.connectNow());
    BrokerProbe second(*m_broker, m_left);
    QVERIFY(second.connectNow());
    QVERIFY(second.client().publish(second.willTopic(), "second", keptState));
    QVERIFY(first.waitFor(BrokerState::Refused));
    QVERIFY(first.client().failure()->what.contains(u"Another Nightdesk"_s));
    QVERIFY(first.client().failure()->affectedItem.contains(u"santa-cruz/left"_s));
    // The first one's will comes before what the second says, so that it does not stand in the end.
    QVERIFY(WAIT_FOR(board.newest(first.willTopic()) == "second"));
    QCOMPARE(second.client().state(), BrokerState::Connected);
    // It comes back when a person wants it.
    first.client().retry();
    QVERIFY(first.waitFor(BrokerState::Connected));
    QVERIFY(second.waitFor(BrokerState::Refused));
}

void BrokerClientTest::staysAwayThoughItsLinkComesAndGoes()
{
    BrokerProbe first(*m_broker, m_left);
    QVERIFY(first.connectNow());
    BrokerProbe second(*m_broker, m_left);
    QVERIFY(second.connectNow());
    QVERIFY(first.waitFor(BrokerState::Refused));
    for (int time = 0; time < 3; ++time) {
        first.way()->setOpenable(false);
        QCOMPARE(first.client().state(), BrokerState::WaitingForPath);
        QVERIFY(!first.client().failure());
        first.way()->setOpenable(true);
        QCOMPARE(first.client().state(), BrokerState::Refused);
        QVERIFY(first.client().failure()->what.contains(u"Another Nightdesk"_s));
    }
    QCOMPARE(first.connections, 1);
    // As another that was refused in the same moment in which its link went.
    second.way()->setOpenable(false);
    first.client().retry();
    QVERIFY(first.waitFor(BrokerState::Connected));
    QVERIFY(second.waitFor(BrokerState::WaitingForPath));
    second.way()->setOpenable(true);
    QCOMPARE(second.client().state(), BrokerState::Refused);
    QCOMPARE(first.client().state(), BrokerState::Connected);
}

/// mosquitto gives an id to whoever comes last with it, whatever the user is.
void BrokerClientTest::nobodyElseKnowsItsId()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    static const QRegularExpression id(uR"( as desk\.santa-cruz\.left\.[0-9a-f]{16} \()"_s);
    QVERIFY(WAIT_FOR(m_broker->log().contains(id)));
    QVERIFY(!m_broker->log().contains(QString::fromUtf8(m_left.password.view())));
}

void BrokerClientTest::letsAnSaHaveTwoBoards()
{
    BrokerProbe here(*m_broker, m_ann);
    BrokerProbe home(*m_broker, m_ann);
    QVERIFY(here.connectNow());
    QVERIFY(home.connectNow());
    QVERIFY(here.client().publish(u"nightdesk/1/keck/sa/ann/note"_s, "hello", surely));
    QCOMPARE(here.client().state(), BrokerState::Connected);
    QCOMPARE(home.client().state(), BrokerState::Connected);
    QCOMPARE(here.connections + home.connections, 2);
}

void BrokerClientTest::leavesItsWillWhenItVanishes()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    auto desk = std::make_unique<BrokerProbe>(*m_broker, m_left);
    QVERIFY(desk->connectNow());
    const QString topic = desk->willTopic();
    QElapsedTimer clock;
    clock.start();
    desk.reset(); // as the system does with the sockets of a process that died
    QVERIFY(WAIT_FOR(board.newest(topic) == "lost"));
    qInfo("the will was told after %lld ms", clock.elapsed());
    QVERIFY(clock.durationElapsed() < underLoad(5s));
}

void BrokerClientTest::saysFarewellInsteadOfItsWill()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    desk.client().close(BrokerWill{desk.willTopic(), "goodbye"});
    QCOMPARE(desk.client().state(), BrokerState::Idle);
    QCOMPARE(desk.ends, 0);
    QVERIFY(WAIT_FOR(desk.ends == 1));
    QVERIFY(WAIT_FOR(board.newest(desk.willTopic()) == "goodbye"));
    // What the broker still had to say of it came before this.
    BrokerProbe other(*m_broker, m_right);
    QVERIFY(other.connectNow());
    QVERIFY(other.client().publish(other.willTopic(), "here", surely));
    QVERIFY(WAIT_FOR(board.newest(other.willTopic()) == "here"));
    QCOMPARE(board.messages.size(), 2);
    QCOMPARE(desk.client().counters().publishedMessages, 0);
    // And again.
    QVERIFY(desk.connectNow());
    desk.client().close();
    QVERIFY(WAIT_FOR(desk.ends == 2));
}

void BrokerClientTest::saysFarewellThoughItsWayIsTaken()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    desk.client().close(BrokerWill{desk.willTopic(), "goodbye"});
    desk.client().setTransport(nullptr);
    QCOMPARE(desk.client().state(), BrokerState::Idle);
    QVERIFY(WAIT_FOR(desk.ends == 1 && !board.messages.isEmpty()));
    QCOMPARE(board.messages.size(), 1);
    QCOMPARE(board.messages.first().payload, "goodbye"_ba);
}

void BrokerClientTest::waitsForItsWay()
{
    BrokerProbe desk(*m_broker, m_left);
    desk.way()->setOpenable(false);
    desk.open();
    QCOMPARE(desk.client().state(), BrokerState::WaitingForPath);
    QVERIFY(!desk.client().failure());
    desk.way()->setOpenable(true);
    QVERIFY(desk.waitFor(BrokerState::Connected));
    desk.way()->setOpenable(false);
    QCOMPARE(desk.client().state(), BrokerState::Connected);
    desk.way()->hangUp();
    QCOMPARE(desk.client().state(), BrokerState::WaitingForPath);
    desk.way()->setOpenable(true);
    QVERIFY(desk.waitFor(BrokerState::Connected));
    desk.client().setTransport(nullptr);
    QCOMPARE(desk.client().state(), BrokerState::WaitingForPath);
    desk.client().retry();
    QCOMPARE(desk.client().state(), BrokerState::WaitingForPath);
    desk.client().close();
    QCOMPARE(desk.client().state(), BrokerState::Idle);
}

void BrokerClientTest::connectsAnewByAnotherWay()
{
    TestBroker other;
    const BrokerCredential ann = other.addSa(u"ann"_s);
    QVERIFY(other.start());
    BrokerProbe board(*m_broker, m_ann);
    QVERIFY(board.connectNow());
    board.client().setTransport(std::make_unique<DirectTransport>(other.spec().address));
    QVERIFY(board.waitFor(BrokerState::Refused)); // that one has another password
    board.client().open(ann, [] {
        return BrokerWill{};
    });
    QVERIFY(board.waitFor(BrokerState::Connected));
}

void BrokerClientTest::asksAgainForItsSubscriptions()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/note"_s, leftState});
    QVERIFY(board.connectNow());
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/call"_s});
    board.client().unsubscribe({leftState});
    QVERIFY(m_broker->restart());
    QVERIFY(WAIT_FOR(board.connections == 2));
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    QVERIFY(desk.client().publish(leftState, "state", surely));
    QVERIFY(desk.client().publish(leftNote, "note", surely));
    QVERIFY(desk.client().publish(u"nightdesk/1/keck/desk/santa-cruz/left/call"_s, "call", surely));
    QVERIFY(WAIT_FOR(board.messages.size() == 2));
    QCOMPARE(board.messages[0].payload, "note"_ba);
    QCOMPARE(board.messages[1].payload, "call"_ba);
}

void BrokerClientTest::bringsHundredsInAtOnce()
{
    allowManyFiles();
    QLoggingCategory::setFilterRules(u"nightdesk.broker.info=false"_s);
    constexpr int count = 200;
    TestBroker broker;
    QList<BrokerCredential> desks;
    for (int at = 0; at < count; ++at) {
        desks << broker.addDesk(u"site-%1/desk"_s.arg(at));
    }
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    BrokerProbe board(broker, ann);
    board.client().subscribe({u"nightdesk/1/keck/desk/+/+/presence"_s});
    QVERIFY(board.connectNow());
    std::vector<std::unique_ptr<BrokerProbe>> probes;
    const auto areAllIn = [&probes] {
        return std::ranges::all_of(probes, [](const std::unique_ptr<BrokerProbe> &probe) {
            return probe->client().state() == BrokerState::Connected;
        });
    };
    QElapsedTimer clock;
    clock.start();
    for (const BrokerCredential &desk : std::as_const(desks)) {
        probes.push_back(std::make_unique<BrokerProbe>(broker, desk));
        BrokerProbe *const probe = probes.back().get();
        connect(&probe->client(), &BrokerClient::connected, probe, [probe] {
            probe->client().publish(probe->willTopic(), "here", keptState);
        });
        probe->open();
    }
    QVERIFY(waitFor(areAllIn, 60s));
    QVERIFY(WAIT_FOR(board.messages.size() >= count));
    qInfo("%d were in after %lld ms", count, clock.elapsed());
    board.messages.clear();
    broker.kill();
    QVERIFY(WAIT_FOR(!areAllIn()));
    QVERIFY(broker.start());
    clock.restart();
    QVERIFY(WAIT_FOR(areAllIn() && board.messages.size() >= count, 60s));
    qInfo("%d were back %lld ms after the broker", count, clock.elapsed());
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::BrokerClientTest)
#include "brokerclienttest.moc"
