// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connect/connectflow.h"
#include "app/deskboard/deskpeople.h"
#include "app/deskboard/handoverreceiver.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/straightway.h"
#include "tests/support/testprogram.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/board/handoverquestionbar.h"

#include <QSet>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;
using MessageKind = BoardTopics::MessageKind;

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
    void connectedAgain();
    void desksThatSayItInTurn();
    void oneIsConnectedAgainLater();
    void offTheBrokerWhenItIsShown();
    void withoutDisplays();
    void whatIsDisconnectedIsNotOffered();
    void theSamePeopleInAnotherOrder();
    void theEndOfTheNight();

private:
    bool publish(BrokerClient &client, const QStringList &people, const QStringList &profiles, quint64 sequence, const DeskName &from);
    bool open(BrokerClient &client, const BrokerCredential &credential); ///< a desk without its console
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
    left.board->people()->setPeople({u"Ann"_s});
    qobject_cast<DesktopSession *>(left.desk.session(u"control0"_s))->setViewOnly(true);
    left.desk.session(u"ds9"_s)->start(); // fails: there is no X server here
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);

    PlayedConsole right(facility(), credentials(m_rightCredential)); // the same settings: the same people
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QVERIFY(!right.board->lineState().isPublishing); // it only listens
    auto *offer = right.the<HandoverOfferBar>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible() && offer->text().contains(u"ds9 cannot move"_s), 30000);
    QVERIFY2(offer->text().startsWith(u"Ann has LRIS at waimea/left, 2 displays"_s), qPrintable(offer->text()));
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    QVERIFY(offer->isHidden());
    QVERIFY(qobject_cast<DesktopSession *>(right.desk.session(u"control0"_s))->isViewOnly());
    QCOMPARE(right.desk.session(u"ds9"_s)->state(), SessionState::Idle); // it stays where it is
    // Both see the desktop; the first is told.
    auto *bar = left.the<HandoverQuestionBar>();
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 60000);
    QCOMPARE(right.desk.session(u"control0"_s)->state(), SessionState::Live);
    QTRY_COMPARE_WITH_TIMEOUT(left.desk.session(u"control0"_s)->state(), SessionState::Live, 60000); // its login may be the slower one
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
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    auto *offer = right.the<HandoverOfferBar>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    // Nobody answers at that port: the summit is not reached.
    QTRY_VERIFY_WITH_TIMEOUT(!right.desk.links().constFirst()->isLive() && right.desk.links().constFirst()->lastFailure(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QVERIFY(left.the<HandoverQuestionBar>()->isHidden());
    right.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000); // once more
    QVERIFY(left.desk.isConnected());
}

bool HandoverTest::open(BrokerClient &client, const BrokerCredential &credential)
{
    client.setTransport(std::make_unique<DirectTransport>(m_broker->spec().address));
    client.open(credential, {});
    return QTest::qWaitFor(
        [&client] {
            return client.state() == BrokerState::Connected;
        },
        30000);
}

bool HandoverTest::publish(BrokerClient &client, const QStringList &people, const QStringList &profiles, quint64 sequence, const DeskName &from)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const BoardWire::TakeoverNotice move{.stamp = {u"00000000000000aa"_s, now, sequence, now}, .people = people, .profiles = profiles};
    return client.publish(topics().takeoverNoticeTopic(from, m_left), BoardWire::write(move), {.qos = 1, .shouldRetain = false, .expiry = 60s});
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
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right;
    QVERIFY(open(right, m_rightCredential));
    QSignalSpy arrived(left.board->messenger(), &DeskMessenger::takeoverNoticeArrived);
    auto *bar = left.the<HandoverQuestionBar>();
    QVERIFY(publish(right, people, profiles, 1, m_right));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, 30000);
    QCOMPARE(bar->isVisible(), isHeard);
    QVERIFY(left.desk.isConnected());
    if (isHeard) {
        left.button(u"keep"_s)->click();
        QVERIFY(publish(right, people, profiles, 2, m_right));
        QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 2, 30000);
        QVERIFY(bar->isHidden());
        QVERIFY(left.desk.isConnected());
    }
}

/// Its files changed, say: it goes and comes back in one step.
void HandoverTest::connectedAgain()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right;
    QVERIFY(open(right, m_rightCredential));
    QSignalSpy arrived(left.board->messenger(), &DeskMessenger::takeoverNoticeArrived);
    auto *bar = left.the<HandoverQuestionBar>();
    QVERIFY(publish(right, {u"Ann"_s}, {u"lris"_s}, 1, m_right));
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 30000);
    left.desk.connectProfile(left.desk.profile(u"lris"_s));
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->text().startsWith(u"Ann continued at waimea/right with LRIS"_s), qPrintable(bar->text()));
    left.button(u"keep"_s)->click();
    left.desk.connectProfile(left.desk.profile(u"lris"_s)); // what was answered stays so
    arrived.clear();
    QTRY_VERIFY_WITH_TIMEOUT(publish(right, {u"Ann"_s}, {u"lris"_s}, 2, m_right) && !arrived.isEmpty(), 30000); // once it is back at the broker
    QVERIFY(bar->isHidden());
    left.desk.disconnectAll();
    QVERIFY(left.connectLris()); // what is connected now was not asked about
    QTRY_VERIFY_WITH_TIMEOUT(publish(right, {u"Ann"_s}, {u"lris"_s}, 3, m_right) && bar->isVisible(), 30000);
}

void HandoverTest::desksThatSayItInTurn()
{
    write(u"facility/profiles/hires.toml"_s,
          u"format = 1\nid = \"hires\"\nname = \"HIRES\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\n"
          "[[desktop]]\nid = \"control0\"\nlink = \"summit\"\ndisplay = \":1\"\n"_s);
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.flow->requestById(u"hires"_s);
    QVERIFY(left.isConnectedAfterAgreeing(u"hires"_s));
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right;
    QVERIFY(open(right, m_rightCredential));
    BrokerClient third;
    QVERIFY(open(third, m_thirdCredential));
    const DeskName thirdName = *DeskName::fromText(m_thirdCredential.name);
    QSignalSpy arrived(left.board->messenger(), &DeskMessenger::takeoverNoticeArrived);
    auto *bar = left.the<HandoverQuestionBar>();
    const auto says = [&](BrokerClient &client, const DeskName &from, const QStringList &profiles, quint64 sequence) {
        const qsizetype before = arrived.size();
        return publish(client, {u"Ann"_s}, profiles, sequence, from)
            && QTest::qWaitFor(
                   [&] {
                       return arrived.size() > before;
                   },
                   30000);
    };
    QVERIFY(says(right, m_right, {u"lris"_s, u"hires"_s}, 1));
    QVERIFY2(bar->text().startsWith(u"Ann continued at waimea/right with LRIS and HIRES"_s), qPrintable(bar->text()));
    QVERIFY(says(third, thirdName, {u"hires"_s}, 1));
    QVERIFY2(bar->text().startsWith(u"Ann continued at hilo/a with HIRES"_s), qPrintable(bar->text()));
    // Neither brings up anything a second time.
    QVERIFY(says(right, m_right, {u"lris"_s, u"hires"_s}, 2));
    QVERIFY2(bar->text().startsWith(u"Ann continued at hilo/a with HIRES"_s), qPrintable(bar->text()));
    left.button(u"disconnect-here"_s)->click();
    QVERIFY(!left.desk.isConnected(u"hires"_s));
    // What the first one said of the other instrument was not lost.
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->text().startsWith(u"Ann continued at waimea/right with LRIS,"_s), qPrintable(bar->text()));
    left.button(u"keep"_s)->click();
    QVERIFY(bar->isHidden());
    QVERIFY(says(third, thirdName, {u"lris"_s}, 2));
    QVERIFY(bar->isVisible());
    left.button(u"keep"_s)->click();
    QVERIFY(says(right, m_right, {u"lris"_s}, 3));
    QVERIFY(says(third, thirdName, {u"lris"_s}, 3));
    QVERIFY(bar->isHidden());
    QVERIFY(left.desk.isConnected(u"lris"_s));
}

/// What was said before an instrument was disconnected is not about its next connection, although another one stayed.
void HandoverTest::oneIsConnectedAgainLater()
{
    write(u"facility/profiles/hires.toml"_s,
          u"format = 1\nid = \"hires\"\nname = \"HIRES\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\n"
          "[[desktop]]\nid = \"control0\"\nlink = \"summit\"\ndisplay = \":1\"\n"_s);
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.flow->requestById(u"hires"_s);
    QVERIFY(left.isConnectedAfterAgreeing(u"hires"_s));
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right;
    QVERIFY(open(right, m_rightCredential));
    auto *bar = left.the<HandoverQuestionBar>();
    QVERIFY(publish(right, {u"Ann"_s}, {u"hires"_s}, 1, m_right));
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 30000);
    const InstrumentProfile hires = left.desk.profile(u"hires"_s);
    left.button(u"disconnect-here"_s)->click();
    QVERIFY(!left.desk.isConnected(u"hires"_s) && left.desk.isConnected(u"lris"_s));
    QVERIFY(bar->isHidden());
    left.desk.connectProfile(hires);
    QVERIFY(publish(right, {u"Ann"_s}, {u"hires"_s}, 2, m_right));
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 30000);
}

void HandoverTest::offTheBrokerWhenItIsShown()
{
    QVERIFY(startSummit());
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s});
    PlayedConsole right(facility(), credentials(m_rightCredential));
    QTRY_VERIFY_WITH_TIMEOUT(right.the<HandoverOfferBar>()->isVisible(), 30000);
    left.die(); // its layout is retained; nobody gets what is sent to it now
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    const QString move = topics().takeoverNoticeTopic(m_right, m_left);
    QTRY_VERIFY_WITH_TIMEOUT(right.board->messenger()->publishedMessages().contains(move), 60000);

    BrokerClient back; // the same desk, without its console
    const QString layout = topics().layoutTopic(m_left, topics().observersKey({u"Ann"_s}));
    back.subscribe({layout, move});
    QHash<QString, QByteArray> told;
    int moves = 0;
    connect(&back, &BrokerClient::messagesArrived, this, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            told.insert(message.topic, message.payload);
            moves += message.topic == move ? 1 : 0;
        }
    });
    QVERIFY(open(back, m_leftCredential));
    QTRY_VERIFY_WITH_TIMEOUT(told.contains(layout), 30000);
    QCOMPARE(moves, 0);
    const QByteArray payload = told.value(layout);
    const auto arrange = [&](const QByteArray &how) {
        return back.publish(layout, how, {.qos = 1, .shouldRetain = true, .expiry = {}});
    };
    QVERIFY(arrange(payload)); // as each console does when it is connected
    QTRY_COMPARE_WITH_TIMEOUT(moves, 1, 30000);
    const auto read = BoardWire::read(move, told.value(move));
    QVERIFY(read);
    QCOMPARE(std::get<BoardWire::TakeoverNotice>(*read).profiles, QStringList{u"lris"_s});
    // Disconnected there, and connected once more later: nobody left that for the other desk.
    QSignalSpy withdrawn(right.board->messenger(), &DeskMessenger::layoutWithdrawn);
    QSignalSpy arrived(right.board->messenger(), &DeskMessenger::layoutPublished);
    QVERIFY(arrange({}));
    QTRY_COMPARE_WITH_TIMEOUT(withdrawn.size(), 1, 30000);
    QVERIFY(arrange(payload));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, 30000);
    QVERIFY(right.desk.isConnected());
    const DeskName third = *DeskName::fromText(m_thirdCredential.name);
    BrokerClient other; // what is sent behind it arrives behind it
    QVERIFY(open(other, m_thirdCredential));
    const QString last = topics().takeoverNoticeTopic(third, m_left);
    back.subscribe({last});
    QTRY_VERIFY_WITH_TIMEOUT(publish(other, {u"Ann"_s}, {u"lris"_s}, 1, third) && told.contains(last), 30000);
    QCOMPARE(moves, 1);
}

/// A connection that only looks for desktops: nothing of the instrument is a display yet.
void HandoverTest::withoutDisplays()
{
    QVERIFY(startSummit());
    write(u"facility/profiles/lris.toml"_s,
          u"format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\n%1"
          "discover = { command = [\"true\"], pattern = \"(?<display>:[0-9]+)\" }\n"_s.arg(loginAt(*m_sshd)));
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s});
    PlayedConsole right(facility(), credentials(m_rightCredential));
    QTRY_VERIFY_WITH_TIMEOUT(right.the<HandoverOfferBar>()->isVisible(), 30000);
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    QTRY_VERIFY_WITH_TIMEOUT(left.the<HandoverQuestionBar>()->isVisible(), 60000);
}

void HandoverTest::theSamePeopleInAnotherOrder()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s, u"Bob"_s});
    PlayedConsole right(facility(), credentials(m_rightCredential));
    const HandoverOffers &offers = right.board->findChild<HandoverReceiver *>()->offers();
    QTRY_VERIFY_WITH_TIMEOUT(offers.currentOffer(), 30000);
    right.board->people()->setPeople({u"bob"_s, u"ANN"_s});
    QVERIFY(offers.currentOffer());
    QVERIFY(right.the<HandoverOfferBar>()->isVisible());
    right.board->people()->setPeople({u"Bob"_s});
    QVERIFY(!offers.currentOffer());
    right.board->people()->setPeople({u"Ann"_s, u"Bob"_s}); // that comes again
    QTRY_VERIFY_WITH_TIMEOUT(offers.currentOffer(), 30000);
}

void HandoverTest::whatIsDisconnectedIsNotOffered()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    const HandoverOffers &offers = right.board->findChild<HandoverReceiver *>()->offers();
    QTRY_VERIFY_WITH_TIMEOUT(offers.currentOffer(), 30000);
    QVERIFY(m_broker->restart()); // it is sent again
    QTRY_VERIFY_WITH_TIMEOUT(!offers.currentOffer(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(offers.currentOffer(), 30000);
    left.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!offers.currentOffer(), 30000);
    QVERIFY(left.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(offers.currentOffer(), 30000);
    // An older program left behind what was connected.
    left.die();
    BrokerClient older;
    QVERIFY(open(older, m_leftCredential));
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QByteArray payload = BoardWire::write(
        BoardWire::Layout{.stamp = {u"00000000000000aa"_s, now, 1, now}, .people = {u"Ann"_s}, .encodedNightState = offers.currentOffer()->unparsedNightState});
    payload.chop(1);
    payload += ",\"until\":" + QByteArray::number(now.toMSecsSinceEpoch()) + '}';
    QVERIFY(older.publish(topics().layoutTopic(m_left, topics().observersKey({u"Ann"_s})), payload, {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QTRY_VERIFY_WITH_TIMEOUT(!offers.currentOffer(), 30000);
}

void HandoverTest::theEndOfTheNight()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient other; // another desk of the same people, without its console
    other.setTransport(std::make_unique<DirectTransport>(m_broker->spec().address));
    other.subscribe({topics().layoutFilter(topics().observersKey({u"Ann"_s}))});
    QHash<QString, QByteArray> told;
    connect(&other, &BrokerClient::messagesArrived, this, [&told](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            told.insert(message.topic, message.payload);
        }
    });
    other.open(m_rightCredential, {});
    QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty() && !told.values().constFirst().isEmpty(), 30000);
    Q_EMIT left.night->nightEnding();
    left.desk.disconnectAll();
    Q_EMIT left.night->nightEnded();
    QTRY_VERIFY_WITH_TIMEOUT(told.values().constFirst().isEmpty(), 30000);
    PlayedSa ann(*m_broker, m_annCredential);
    const QString state = topics().deskTopic(m_left, MessageKind::State);
    // It is retained; what was before may be, too, for a moment.
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state) && ann.heard<BoardWire::DeskState>(state)->people.isEmpty(), 30000);
    QVERIFY(left.board->people()->tonightsPeople().isEmpty());
    QCOMPARE(left.board->people()->proposedPeople(), QStringList{u"Ann"_s});
    QCOMPARE(left.reach(), Reach::NothingToShow);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<HandoverTest>(argc, argv);
}

#include "handovertest.moc"
