// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardpresencepublisher.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/straightway.h"
#include "tests/support/testbroker.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What an SA's board tells, at a real broker.
class BoardPresencePublisherTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsLookedAtAllNightIsToldAgain();
    void whatWasLookedAtIsDeletedOnceTheBrokerIsBack();
};

/// The broker forgets it after 12 hours; a desk that comes then is to know all the same.
void BoardPresencePublisherTest::whatIsLookedAtAllNightIsToldAgain()
{
    TestBroker broker;
    const BrokerCredential left = broker.addDesk(u"waimea/left"_s);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const DeskName desk = *DeskName::fromText(left.name);
    const DeskName other = *DeskName::fromText(u"hilo/a"_s);
    BrokerProbe heard(broker, left);
    heard.client().subscribe(BoardTopics(broker.facility()).deskFilters(desk));
    QVERIFY(heard.connectNow());

    std::chrono::steady_clock::time_point now{1h};
    BrokerClient client;
    client.setTransport(std::make_unique<DirectTransport>(broker.spec().address));
    BoardPresencePublisher voice(&client, broker.facility(), ann.name, nullptr, [&now] {
        return now;
    });
    voice.open(ann);
    QVERIFY(WAIT_FOR(client.state() == BrokerState::Connected));
    const auto told = [&] {
        QList<BoardWire::Watching> told;
        for (const BrokerMessage &message : std::as_const(heard.messages)) {
            const auto read = BoardWire::read(message.topic, message.payload);
            if (const auto *watching = read ? std::get_if<BoardWire::Watching>(&*read) : nullptr) {
                told.append(*watching);
            }
        }
        return told;
    };
    voice.watch(desk, false, {u"lris/control0"_s});
    QVERIFY(WAIT_FOR(told().size() == 1));
    now += BoardPresencePublisher::republishInterval - 1s;
    voice.watch(other, true, {});
    voice.republishDueWatchMessages(); // too early for the first
    now += 1s;
    voice.republishDueWatchMessages();
    QVERIFY(WAIT_FOR(told().size() == 2));
    QCOMPARE(told().constLast().displays, QStringList{u"lris/control0"_s});
    QVERIFY(told().constLast().stamp.sequence > told().constFirst().stamp.sequence); // else it would count as stale
    voice.republishDueWatchMessages(); // not twice
    // What is looked at no more is not told again, however long ago.
    voice.watch(desk, false, {});
    now += 24h;
    voice.republishDueWatchMessages();
    voice.watch(desk, true, {});
    QVERIFY(WAIT_FOR(!told().isEmpty() && told().constLast().hasPageOpen));
    QCOMPARE(told().size(), 3);
}

/// The page was closed while the broker was away: the desk must not be told for hours that somebody looks at it.
void BoardPresencePublisherTest::whatWasLookedAtIsDeletedOnceTheBrokerIsBack()
{
    TestBroker broker;
    const BrokerCredential left = broker.addDesk(u"waimea/left"_s);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const DeskName desk = *DeskName::fromText(left.name);
    BrokerProbe heard(broker, left);
    heard.client().subscribe(BoardTopics(broker.facility()).deskFilters(desk));
    QVERIFY(heard.connectNow());

    BrokerClient client;
    auto transport = std::make_unique<DirectTransport>(broker.spec().address);
    DirectTransport *const way = transport.get();
    client.setTransport(std::move(transport));
    BoardPresencePublisher voice(&client, broker.facility(), ann.name);
    voice.open(ann);
    QVERIFY(WAIT_FOR(client.state() == BrokerState::Connected));
    const QString topic = voice.topics().watchingTopic(ann.name, desk, voice.runId());
    const auto isDeleted = [&] {
        return std::ranges::any_of(heard.messages, [&topic](const BrokerMessage &message) {
            return message.topic == topic && message.payload.isEmpty();
        });
    };
    voice.watch(desk, true, {});
    QVERIFY(WAIT_FOR(!heard.newest(topic).isEmpty()));
    QVERIFY(!isDeleted());
    way->setOpenable(false);
    way->hangUp();
    QVERIFY(WAIT_FOR(client.state() == BrokerState::WaitingForPath));
    voice.watch(desk, false, {});
    way->setOpenable(true);
    QVERIFY(WAIT_FOR(isDeleted()));
}

NIGHTDESK_GUILESS_TEST(BoardPresencePublisherTest)
#include "boardpresencepublishertest.moc"
