// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/deskpeople.h"
#include "app/deskboard/handoverreceiver.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskpost.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/straightway.h"
#include "tests/support/testprogram.h"
#include "widgets/board/handoverbar.h"
#include "widgets/board/handoveroffer.h"

#include <QSet>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardSight::Reach;
using Sort = BoardTopics::Sort;

/// Continuing at another desk, by a real broker, and the end of the night.
class HandoverTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void continuingAtAnotherDesk_data();
    void continuingAtAnotherDesk();
    void nothingIsSaidBeforeItIsShown();
    void whoIsHeard_data();
    void whoIsHeard();
    void whatIsDisconnectedIsNotOffered();
    void theEndOfTheNight();

private:
    bool publish(BrokerClient &client, const QStringList &people, const QStringList &profiles, quint64 sequence);
};

void HandoverTest::continuingAtAnotherDesk_data()
{
    QTest::addColumn<bool>("disconnects");
    QTest::newRow("somebody there disconnects") << true;
    QTest::newRow("somebody there stays") << false;
}

void HandoverTest::continuingAtAnotherDesk()
{
    QFETCH(bool, disconnects);
    QVERIFY(startSummit());
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    qobject_cast<DesktopSession *>(left.desk.session(u"control0"_s))->setViewOnly(true);
    left.desk.session(u"ds9"_s)->start(); // fails: there is no X server here
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);

    PlayedConsole right(facility(), credentials(m_rightCredential)); // the same settings: the same people
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QVERIFY(!right.board->sight().isTelling); // it only listens
    auto *offer = right.the<HandoverOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible() && offer->text().contains(u"ds9 cannot move"_s), 30000);
    QVERIFY2(offer->text().startsWith(u"Ann has LRIS at waimea/left, 2 displays"_s), qPrintable(offer->text()));
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    QVERIFY(offer->isHidden());
    QVERIFY(qobject_cast<DesktopSession *>(right.desk.session(u"control0"_s))->isViewOnly());
    QCOMPARE(right.desk.session(u"ds9"_s)->state(), SessionState::Idle); // it stays where it is
    // Both see the desktop; the first is told.
    auto *bar = left.the<HandoverBar>();
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 60000);
    QCOMPARE(right.desk.session(u"control0"_s)->state(), SessionState::Live);
    QCOMPARE(left.desk.session(u"control0"_s)->state(), SessionState::Live);
    QVERIFY2(bar->text().startsWith(u"Ann continued at waimea/right with LRIS"_s), qPrintable(bar->text()));
    left.button(disconnects ? u"disconnect-here"_s : u"keep"_s)->click();
    QVERIFY(bar->isHidden());
    QCOMPARE(left.desk.isConnected(), !disconnects);
    QVERIFY(right.desk.isConnected());
}

void HandoverTest::nothingIsSaidBeforeItIsShown()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    auto *offer = right.the<HandoverOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    // Nobody answers at that port: the summit is not reached.
    QTRY_VERIFY_WITH_TIMEOUT(!right.desk.links().constFirst()->isLive() && right.desk.links().constFirst()->lastFailure(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QVERIFY(left.the<HandoverBar>()->isHidden());
    right.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000); // once more
    QVERIFY(left.desk.isConnected());
}

bool HandoverTest::publish(BrokerClient &client, const QStringList &people, const QStringList &profiles, quint64 sequence)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const BoardWire::Move move{.stamp = {u"00000000000000aa"_s, now, sequence, now}, .people = people, .profiles = profiles};
    return client.publish(topics().move(m_right, m_left), BoardWire::write(move), {.qos = 1, .isRetained = false, .expiry = 60s});
}

void HandoverTest::whoIsHeard_data()
{
    QTest::addColumn<QStringList>("people");
    QTest::addColumn<QStringList>("profiles");
    QTest::addColumn<bool>("isHeard");
    QTest::newRow("the same people") << QStringList{u"Ann"_s} << QStringList{u"lris"_s} << true;
    QTest::newRow("others") << QStringList{u"Bob"_s} << QStringList{u"lris"_s} << false;
    QTest::newRow("nobody") << QStringList{} << QStringList{u"lris"_s} << false;
    QTest::newRow("an instrument that is not connected here") << QStringList{u"Ann"_s} << QStringList{u"hires"_s} << false;
}

/// Another desk can say what it likes: nothing is disconnected, and who was answered is not heard again.
void HandoverTest::whoIsHeard()
{
    QFETCH(QStringList, people);
    QFETCH(QStringList, profiles);
    QFETCH(bool, isHeard);
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right; // a desk without its console
    right.setWay(std::make_unique<StraightWay>(m_broker->spec().address));
    right.open(m_rightCredential, {});
    QTRY_COMPARE_WITH_TIMEOUT(right.state(), BrokerState::Connected, 30000);
    QSignalSpy arrived(left.board->post(), &DeskPost::moveArrived);
    auto *bar = left.the<HandoverBar>();
    QVERIFY(publish(right, people, profiles, 1));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, 30000);
    QCOMPARE(bar->isVisible(), isHeard);
    QVERIFY(left.desk.isConnected());
    if (isHeard) {
        left.button(u"keep"_s)->click();
        QVERIFY(publish(right, people, profiles, 2));
        QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 2, 30000);
        QVERIFY(bar->isHidden());
        QVERIFY(left.desk.isConnected());
    }
}

void HandoverTest::whatIsDisconnectedIsNotOffered()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    const HandoverOffers &offers = right.board->handover()->offers();
    QTRY_VERIFY_WITH_TIMEOUT(offers.offer(), 30000);
    QVERIFY(m_broker->restart()); // it is sent again
    QTRY_VERIFY_WITH_TIMEOUT(!offers.offer(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(offers.offer(), 30000);
    left.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!offers.offer(), 30000);
    QVERIFY(left.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(offers.offer(), 30000);
}

void HandoverTest::theEndOfTheNight()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient other; // another desk of the same people, without its console
    other.setWay(std::make_unique<StraightWay>(m_broker->spec().address));
    other.subscribe({topics().forPerson(topics().personKey({u"Ann"_s}))});
    QHash<QString, QByteArray> told;
    connect(&other, &BrokerClient::arrived, this, [&told](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            told.insert(message.topic, message.payload);
        }
    });
    other.open(m_rightCredential, {});
    QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty() && !told.values().constFirst().isEmpty(), 30000);
    Q_EMIT left.night->ending();
    left.desk.disconnectAll();
    Q_EMIT left.night->ended();
    QTRY_VERIFY_WITH_TIMEOUT(told.values().constFirst().isEmpty(), 30000);
    PlayedSa ann(*m_broker, m_annCredential);
    const QString state = topics().ofDesk(m_left, Sort::State);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state), 30000); // it is retained
    QVERIFY(ann.heard<BoardWire::DeskState>(state)->people.isEmpty());
    QVERIFY(left.board->people()->tonights().isEmpty());
    QCOMPARE(left.board->people()->proposal(), QStringList{u"Ann"_s});
    QCOMPARE(left.reach(), Reach::None);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<HandoverTest>(argc, argv);
}

#include "handovertest.moc"
