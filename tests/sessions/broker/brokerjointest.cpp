// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardtopics.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
/// A board that joins many desks late in the night, with the broker's own limits and a real mosquitto.
class BrokerJoinTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSecondBoardIsToldAll();
};

void BrokerJoinTest::aSecondBoardIsToldAll()
{
    constexpr int desks = 500;
    using MessageKind = BoardTopics::MessageKind;
    // As long as they were seen; a history grows all night.
    static constexpr std::pair<MessageKind, int> said[] = {{MessageKind::Presence, 300},
                                                           {MessageKind::State, 1300},
                                                           {MessageKind::History, 6000},
                                                           {MessageKind::Call, 400},
                                                           {MessageKind::Note, 400}};
    TestBroker broker;
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    BrokerCredential all{.facility = broker.facility(), .role = BrokerRole::Service, .name = {}, .password = {}};
    all.password = Secret::fromText(broker.addOther(all.user(), {u"topic write nightdesk/1/keck/desk/#"_s}));
    QVERIFY(broker.start());
    const BoardTopics topics(broker.facility());
    BrokerProbe writer(broker, all);
    writer.client().open(all, {});
    QVERIFY(writer.waitFor(BrokerState::Connected));
    BrokerDeliveryOptions kept{.qos = 1, .shouldRetain = true, .expiry = {}};
    for (int desk = 0; desk < desks; ++desk) {
        const DeskName name{.site = u"site-%1"_s.arg(desk % 10), .desk = u"desk-%1"_s.arg(desk)};
        for (const auto &[sort, size] : said) {
            QVERIFY(WAIT_FOR(writer.client().publish(topics.deskTopic(name, sort), QByteArray(size, 'x'), kept)));
        }
    }
    kept.receiptId = u"last"_s;
    const QString live = topics.deskTopic({.site = u"site-0"_s, .desk = u"desk-0"_s}, MessageKind::State);
    QVERIFY(WAIT_FOR(writer.client().publish(live, "before", kept)));
    QVERIFY(WAIT_FOR(writer.receipts.size() == 1));
    BrokerProbe board(broker, ann);
    board.client().subscribe(topics.boardFilters());
    QElapsedTimer clock;
    clock.start();
    QVERIFY(board.connectNow());
    QVERIFY(writer.client().publish(live, "after", kept));
    QSet<QString> told;
    qsizetype looked = 0;
    const auto isAll = [&] {
        for (; looked < board.messages.size(); ++looked) {
            told.insert(board.messages[looked].topic);
        }
        return told.size() == desks * static_cast<qsizetype>(std::size(said)) && board.newest(live) == "after";
    };
    QVERIFY2(waitFor(isAll), qPrintable(u"%1 topics were told of"_s.arg(told.size())));
    qInfo("%lld topics were told of after %lld ms", static_cast<long long>(told.size()), clock.elapsed());
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::BrokerJoinTest)
#include "brokerjointest.moc"
