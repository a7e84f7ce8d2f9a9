// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/brokerprobe.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
const BrokerDeliveryOptions atLeastOnce{.qos = 1, .shouldRetain = false, .expiry = {}};
const QString leftCall = u"nightdesk/1/keck/desk/santa-cruz/left/call"_s; // what a desk may read of its own
}

/// Clients that end, with a real mosquitto.
class BrokerLifeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void canBeDestroyed_data();
    void canBeDestroyed();
    void canBeDestroyedByWhatItSays();

private:
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_left;
    BrokerCredential m_ann;
};

void BrokerLifeTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_left = m_broker->addDesk(u"santa-cruz/left"_s);
    m_ann = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
}

void BrokerLifeTest::canBeDestroyed_data()
{
    QTest::addColumn<std::function<bool(BrokerProbe &, TestBroker &)>>("bring");
    using Bring = std::function<bool(BrokerProbe &, TestBroker &)>;
    QTest::newRow("idle") << Bring([](BrokerProbe &, TestBroker &) {
        return true;
    });
    QTest::newRow("waiting") << Bring([](BrokerProbe &probe, TestBroker &) {
        probe.way()->setOpenable(false);
        probe.open();
        return probe.waitFor(BrokerState::WaitingForPath);
    });
    QTest::newRow("connecting") << Bring([](BrokerProbe &probe, TestBroker &) {
        probe.open();
        return probe.client().state() == BrokerState::Connecting;
    });
    QTest::newRow("connected") << Bring([](BrokerProbe &probe, TestBroker &) {
        return probe.connectNow() && probe.client().publish(probe.willTopic(), "here", atLeastOnce);
    });
    QTest::newRow("retrying") << Bring([](BrokerProbe &probe, TestBroker &broker) {
        broker.kill();
        probe.open();
        return probe.waitFor(BrokerState::Retrying);
    });
    QTest::newRow("silent broker") << Bring([](BrokerProbe &probe, TestBroker &broker) {
        broker.freeze();
        probe.open();
        return probe.waitFor(BrokerState::Connecting);
    });
    QTest::newRow("saying farewell") << Bring([](BrokerProbe &probe, TestBroker &) {
        const bool isIn = probe.connectNow();
        probe.client().close(BrokerWill{probe.willTopic(), "goodbye"});
        return isIn && probe.client().state() == BrokerState::Idle;
    });
}

void BrokerLifeTest::canBeDestroyed()
{
    using Bring = std::function<bool(BrokerProbe &, TestBroker &)>;
    QFETCH(const Bring, bring);
    auto probe = std::make_unique<BrokerProbe>(*m_broker, m_left);
    QVERIFY(bring(*probe, *m_broker));
    QElapsedTimer clock;
    clock.start();
    probe.reset();
    QVERIFY(clock.durationElapsed() < underLoad(500ms));
    QCoreApplication::processEvents();
}

void BrokerLifeTest::canBeDestroyedByWhatItSays()
{
    const auto make = [this](std::unique_ptr<BrokerClient> &client) {
        client = std::make_unique<BrokerClient>();
        client->setTransport(std::make_unique<DirectTransport>(m_broker->spec().address));
        client->subscribe({leftCall});
    };
    const auto open = [this](BrokerClient &client) {
        client.open(m_left, [] {
            return BrokerWill{};
        });
    };
    std::unique_ptr<BrokerClient> client;
    const auto isGone = [&client] {
        return !client;
    };
    for (const BrokerState last : {BrokerState::Connecting, BrokerState::Connected}) {
        make(client);
        connect(client.get(), &BrokerClient::stateChanged, this, [&](BrokerState state) {
            if (state == last) {
                delete client.release();
            }
        });
        open(*client);
        QVERIFY(waitFor(isGone));
    }
    make(client);
    connect(client.get(), &BrokerClient::connected, this, [&client] {
        delete client.release();
    });
    open(*client);
    QVERIFY(waitFor(isGone));
    make(client);
    connect(client.get(), &BrokerClient::connected, this, [&client] {
        client->publish(leftCall, "to myself", atLeastOnce);
    });
    connect(client.get(), &BrokerClient::messagesArrived, this, [&client] {
        delete client.release();
    });
    open(*client);
    QVERIFY(waitFor(isGone));
    make(client);
    connect(client.get(), &BrokerClient::connected, this, [&client] {
        client->close();
    });
    connect(client.get(), &BrokerClient::connectionClosed, this, [&client] {
        delete client.release();
    });
    open(*client);
    QVERIFY(waitFor(isGone));
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::BrokerLifeTest)
#include "brokerlifetest.moc"
