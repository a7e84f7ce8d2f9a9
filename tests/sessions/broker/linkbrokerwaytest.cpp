// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/linkbrokertransport.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
/// With a real sshd and a real mosquitto behind it.
class LinkBrokerTransportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void goesThrough_data();
    void goesThrough();
    void waitsForItsLink();
    void saysWhenNoBrokerIsBehind();
    void comesBackWithItsLink();
    void comesBackByTheNewConnection();
    void outlivesItsLink();
    void waitsWhileTheLinkIsSilent();

private:
    std::unique_ptr<BrokerProbe> probeBy(Link &link, const BrokerSpec &broker);

    SshServer m_sshd;
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_left;
    BrokerCredential m_ann;
};

namespace
{
LinkSpec withoutSsh()
{
    LinkSpec spec;
    spec.id = u"here"_s;
    return spec;
}
}

void LinkBrokerTransportTest::initTestCase()
{
    QVERIFY(m_sshd.start());
}

void LinkBrokerTransportTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_left = m_broker->addDesk(u"santa-cruz/left"_s);
    m_ann = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
}

void LinkBrokerTransportTest::cleanup()
{
    m_sshd.thaw();
}

std::unique_ptr<BrokerProbe> LinkBrokerTransportTest::probeBy(Link &link, const BrokerSpec &broker)
{
    auto probe = std::make_unique<BrokerProbe>(broker, m_left);
    probe->client().setTransport(std::make_unique<LinkBrokerTransport>(&link, broker));
    return probe;
}

void LinkBrokerTransportTest::goesThrough_data()
{
    QTest::addColumn<bool>("isSsh");
    QTest::addColumn<TestBroker::Entrance>("entrance");
    QTest::newRow("ssh, to a port") << true << TestBroker::Entrance::Tcp;
    QTest::newRow("ssh, to a Unix socket") << true << TestBroker::Entrance::Unix;
    QTest::newRow("without ssh, to a port") << false << TestBroker::Entrance::Tcp;
    QTest::newRow("without ssh, to a Unix socket") << false << TestBroker::Entrance::Unix;
}

void LinkBrokerTransportTest::goesThrough()
{
    QFETCH(const bool, isSsh);
    QFETCH(const TestBroker::Entrance, entrance);
    TestBroker broker(entrance);
    m_left = broker.addDesk(u"santa-cruz/left"_s);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    BrokerProbe board(broker, ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    LinkProbe link(isSsh ? m_sshd.linkSpec() : withoutSsh());
    QVERIFY2(link.connectNow(), qPrintable(link.why()));
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), broker.spec());
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(desk->connectNow(), qPrintable(desk->why()));
    QVERIFY(desk->client().publish(desk->willTopic(), "here", {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QVERIFY(WAIT_FOR(board.newest(desk->willTopic()) == "here"));
    qInfo("present after %lld ms", clock.elapsed());
    const QByteArray large(30000, 'x');
    for (int at = 0; at < 5; ++at) {
        QVERIFY(desk->client().publish(u"nightdesk/1/keck/desk/santa-cruz/left/state"_s, large, {.qos = 1, .shouldRetain = true, .expiry = {}}));
    }
    QVERIFY(WAIT_FOR(board.messages.size() == 6));
    desk->client().close(BrokerWill{desk->willTopic(), "goodbye"});
    QVERIFY(WAIT_FOR(desk->ends == 1));
    QVERIFY(WAIT_FOR(board.newest(desk->willTopic()) == "goodbye"));
}

void LinkBrokerTransportTest::waitsForItsLink()
{
    LinkProbe link(m_sshd.linkSpec());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), m_broker->spec());
    desk->open();
    QCOMPARE(desk->client().state(), BrokerState::WaitingForPath);
    QVERIFY(link.connectNow());
    QVERIFY(desk->waitFor(BrokerState::Connected));
    QCOMPARE(desk->states, (QList{BrokerState::WaitingForPath, BrokerState::Connecting, BrokerState::Connected}));
}

void LinkBrokerTransportTest::saysWhenNoBrokerIsBehind()
{
    m_broker->kill();
    LinkProbe link(m_sshd.linkSpec());
    QVERIFY(link.connectNow());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), m_broker->spec());
    desk->open();
    QVERIFY(desk->waitFor(BrokerState::Retrying));
    QVERIFY2(!desk->why().isEmpty(), qPrintable(desk->why()));
    QVERIFY(m_broker->start());
    QVERIFY(desk->waitFor(BrokerState::Connected));
}

void LinkBrokerTransportTest::comesBackWithItsLink()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    LinkProbe link(m_sshd.linkSpec());
    QVERIFY(link.connectNow());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), m_broker->spec());
    QVERIFY(desk->connectNow());
    m_sshd.killSessions();
    QVERIFY(link.waitFor(LinkState::Closed));
    QVERIFY(desk->waitFor(BrokerState::WaitingForPath));
    QVERIFY(!desk->client().failure());
    QVERIFY(WAIT_FOR(board.newest(desk->willTopic()) == "lost"));
    QVERIFY(link.connectNow());
    QElapsedTimer clock;
    clock.start();
    QVERIFY(desk->waitFor(BrokerState::Connected));
    qInfo("back %lld ms after the link", clock.elapsed());
    QCOMPARE(desk->connections, 2);
}

void LinkBrokerTransportTest::comesBackByTheNewConnection()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    LinkProbe link(m_sshd.linkSpec());
    QVERIFY(link.connectNow());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), m_broker->spec());
    connect(&desk->client(), &BrokerClient::connected, desk.get(), [&desk] {
        desk->client().publish(desk->willTopic(), "here", {.qos = 1, .shouldRetain = true, .expiry = {}});
    });
    QVERIFY(desk->connectNow());
    QVERIFY(WAIT_FOR(board.newest(desk->willTopic()) == "here"));
    // The old connection is silent, and for the broker the desk is still in it.
    m_sshd.freezeSessions();
    QVERIFY(link.waitFor(LinkState::Stalled));
    QCOMPARE(desk->client().state(), BrokerState::Connected);
    link.link().renew();
    QVERIFY(WAIT_FOR(desk->connections == 2));
    QVERIFY(!desk->states.contains(BrokerState::Retrying));
    QVERIFY2(WAIT_FOR(board.messages.size() >= 3 && board.newest(desk->willTopic()) == "here"), qPrintable(board.said()));
    // What the old one leaves comes before what the new one says: it does not stand at the end.
    QCOMPARE(board.messages[1].payload, "lost"_ba);
    m_sshd.thaw();
    QCOMPARE(desk->client().state(), BrokerState::Connected);
}

void LinkBrokerTransportTest::outlivesItsLink()
{
    auto link = std::make_unique<LinkProbe>(m_sshd.linkSpec());
    QVERIFY(link->connectNow());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link->link(), m_broker->spec());
    QVERIFY(desk->connectNow());
    link.reset();
    QVERIFY(desk->waitFor(BrokerState::WaitingForPath));
    desk->client().retry();
    QCOMPARE(desk->client().state(), BrokerState::WaitingForPath);
}

void LinkBrokerTransportTest::waitsWhileTheLinkIsSilent()
{
    LinkProbe link(m_sshd.linkSpec());
    QVERIFY(link.connectNow());
    const std::unique_ptr<BrokerProbe> desk = probeBy(link.link(), m_broker->spec());
    QVERIFY(desk->connectNow());
    m_sshd.freezeSessions();
    QVERIFY(link.waitFor(LinkState::Stalled));
    QElapsedTimer clock;
    clock.start();
    QVERIFY(desk->waitFor(BrokerState::WaitingForPath, 60s));
    qInfo("given up %lld ms after the link was", clock.elapsed());
    m_sshd.thaw();
    // Its link speaks again, or has been given up and is opened by its owner.
    QVERIFY(WAIT_FOR(link.link().state() == LinkState::Live || link.link().state() == LinkState::Closed));
    if (link.link().state() == LinkState::Closed) {
        QVERIFY(link.connectNow());
    }
    QVERIFY(desk->waitFor(BrokerState::Connected));
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::LinkBrokerTransportTest)
#include "linkbrokerwaytest.moc"
