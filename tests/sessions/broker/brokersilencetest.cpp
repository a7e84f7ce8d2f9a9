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
/// What takes as long as the keep-alive, with a real mosquitto.
class BrokerSilenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void noticesABrokerThatFallsSilent();
    void leavesItsWillWhenTheStreamIsCutWithoutAWord();
    void isThriftyWhileIdle();

private:
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_left;
    BrokerCredential m_ann;
};

void BrokerSilenceTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_left = m_broker->addDesk(u"santa-cruz/left"_s);
    m_ann = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
}

void BrokerSilenceTest::noticesABrokerThatFallsSilent()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    m_broker->freeze();
    QElapsedTimer clock;
    clock.start();
    QVERIFY(WAIT_FOR(desk.states.contains(BrokerState::Retrying), 40s));
    qInfo("silence was noticed after %lld ms", clock.elapsed());
    QVERIFY(clock.durationElapsed() < 24s + underLoad(1s)); // it waits by timers, twice keepAlive, and those are no slower under load
    m_broker->thaw();
    QVERIFY(desk.waitFor(BrokerState::Connected, 60s));
}

void BrokerSilenceTest::leavesItsWillWhenTheStreamIsCutWithoutAWord()
{
    BrokerProbe board(*m_broker, m_ann);
    board.client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board.connectNow());
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    desk.way()->cut();
    QElapsedTimer clock;
    clock.start();
    QVERIFY(WAIT_FOR(board.newest(desk.willTopic()) == "lost", 60s));
    qInfo("the will was told after %lld ms", clock.elapsed());
    QVERIFY(clock.durationElapsed() < underLoad(30s));
    QVERIFY(desk.waitFor(BrokerState::Retrying));
    desk.way()->mend();
    QVERIFY(desk.waitFor(BrokerState::Connected, 60s));
}

void BrokerSilenceTest::isThriftyWhileIdle()
{
    BrokerProbe desk(*m_broker, m_left);
    QVERIFY(desk.connectNow());
    const BrokerCounters before = desk.client().counters();
    QElapsedTimer clock;
    clock.start();
    // Until it has asked whether the broker is there, twice.
    QVERIFY(WAIT_FOR(desk.client().counters().received.count >= before.received.count + 4, 40s));
    const BrokerCounters after = desk.client().counters();
    qInfo("idle for %lld ms: %lld bytes out, %lld bytes in",
          clock.elapsed(),
          static_cast<long long>((after.sent - before.sent).count),
          static_cast<long long>((after.received - before.received).count));
    QVERIFY((after.sent - before.sent).count <= 6);
    QCOMPARE(desk.client().state(), BrokerState::Connected);
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::BrokerSilenceTest)
#include "brokersilencetest.moc"
