// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consolemove.h"
#include "app/consolenight.h"
#include "app/deskpeople.h"
#include "monitors/board/deskpost.h"
#include "sessions/broker/tlsbrokerway.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/link.h"
#include "tests/app/consoleboardkit.h"
#include "widgets/letgobar.h"
#include "widgets/moveoffer.h"

#include <QSet>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardSight::Reach;
using Sort = BoardTopics::Sort;

/// Going on at another desk by a real broker, and the end of the night.
class ConsoleMoveTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void goingOnAtAnotherDesk_data();
    void goingOnAtAnotherDesk();
    void nothingIsAskedForBeforeItIsShown();
    void whoIsThereIsNotCutOff_data();
    void whoIsThereIsNotCutOff();
    void whatGoesWhileItIsAskedFor_data();
    void whatGoesWhileItIsAskedFor();
    void whatWasLeftKeepsItsTime();
    void theEndOfTheNight();
};

void ConsoleMoveTest::goingOnAtAnotherDesk_data()
{
    QTest::addColumn<bool>("isPerson");
    QTest::newRow("nobody is there") << false;
    QTest::newRow("somebody there says yes") << true;
}

void ConsoleMoveTest::goingOnAtAnotherDesk()
{
    QFETCH(bool, isPerson);
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
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible() && offer->text().contains(u"ds9 cannot move"_s), 30000);
    QVERIFY2(offer->text().startsWith(u"Ann had LRIS at waimea/left, 2 displays"_s), qPrintable(offer->text()));
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    QVERIFY(qobject_cast<DesktopSession *>(right.desk.session(u"control0"_s))->isViewOnly());
    QCOMPARE(right.desk.session(u"ds9"_s)->state(), SessionState::Idle); // it stays where it is
    // The first is asked once there is something to see here.
    auto *letGo = left.the<LetGoBar>();
    QTRY_VERIFY_WITH_TIMEOUT(letGo->isVisible(), 60000);
    QCOMPARE(right.desk.session(u"control0"_s)->state(), SessionState::Live);
    QVERIFY2(letGo->text().startsWith(u"Ann went on at waimea/right"_s), qPrintable(letGo->text()));
    QVERIFY(left.desk.isConnected());
    if (isPerson) {
        left.button(u"let-go"_s)->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(!left.desk.isConnected(), 60000);
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Granted, 30000);
    QCOMPARE(offer->text(), u"waimea/left has let go."_s);
    QVERIFY(right.desk.isConnected());
    // What it has no more it offers to nobody.
    BrokerClient third;
    third.setWay(std::make_unique<TlsBrokerWay>(m_broker->spec()));
    third.subscribe({topics().forPerson(topics().personKey({u"Ann"_s}))});
    QSet<QString> layouts;
    connect(&third, &BrokerClient::arrived, this, [&layouts](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            layouts.insert(message.topic);
        }
    });
    third.open(m_thirdCredential, {});
    const QString key = topics().personKey({u"Ann"_s});
    QTRY_VERIFY_WITH_TIMEOUT(layouts.contains(topics().layout(m_right, key)), 30000);
    QVERIFY(!layouts.contains(topics().layout(m_left, key)));
}

void ConsoleMoveTest::nothingIsAskedForBeforeItIsShown()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    // Nobody answers at that port: the summit is not reached.
    QTRY_VERIFY_WITH_TIMEOUT(!right.desk.links().constFirst()->isLive() && right.desk.links().constFirst()->lastFailure(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QCOMPARE(right.board->move()->move().state(), DeskMove::State::Connecting);
    QVERIFY(left.the<LetGoBar>()->isHidden());
    right.desk.disconnectAll();
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Offered, 30000); // once more
    QVERIFY(left.desk.isConnected());
}

void ConsoleMoveTest::whoIsThereIsNotCutOff_data()
{
    QTest::addColumn<bool>("isHere"); // types into the console, and says no
    QTest::newRow("somebody types") << true;
    QTest::newRow("the display was touched a moment ago") << false;
}

void ConsoleMoveTest::whoIsThereIsNotCutOff()
{
    QFETCH(bool, isHere);
    QVERIFY(startSummit());
    PlayedConsole left(facility(), credentials(m_leftCredential));
    *left.idle = isHere ? 3'600'000 : 1'000;
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    auto *letGo = left.the<LetGoBar>();
    QTRY_VERIFY_WITH_TIMEOUT(letGo->isVisible(), 60000);
    if (isHere) {
        QTest::keyClick(left.window.windowHandle(), Qt::Key_A);
        QTRY_VERIFY_WITH_TIMEOUT(letGo->text().contains(u"It stays connected unless"_s), 30000);
        left.button(u"keep"_s)->click();
    }
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Refused, 60000);
    QVERIFY2(offer->text().contains(isHere ? u"somebody there said no"_s : u"nobody answered there"_s), qPrintable(offer->text()));
    QVERIFY(left.desk.isConnected());
    // Asked again at once: nobody there is bothered.
    right.button(u"ask-again"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(offer->text().contains(u"it was asked a moment ago"_s), 30000);
    QVERIFY(letGo->isHidden());
    QVERIFY(left.desk.isConnected());
}

void ConsoleMoveTest::whatGoesWhileItIsAskedFor_data()
{
    QTest::addColumn<bool>("comesBack");
    QTest::newRow("a person disconnects it") << false;
    QTest::newRow("it is connected anew, and then let go") << true;
}

void ConsoleMoveTest::whatGoesWhileItIsAskedFor()
{
    QFETCH(bool, comesBack);
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient right; // another desk of the same people, without its console
    right.setWay(std::make_unique<TlsBrokerWay>(m_broker->spec()));
    right.subscribe(topics().forDesk(m_right));
    QList<BoardWire::Move> answers;
    connect(&right, &BrokerClient::arrived, this, [&answers](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            if (const auto *move = read ? std::get_if<BoardWire::Move>(&*read) : nullptr) {
                answers.append(*move);
            }
        }
    });
    right.open(m_rightCredential, {});
    QTRY_COMPARE_WITH_TIMEOUT(right.state(), BrokerState::Connected, 30000);
    PlayedSa ann(*m_broker, m_annCredential);
    BoardWire::Move ask;
    ask.stamp = ann.stamp();
    ask.kind = BoardWire::Move::Kind::Ask;
    ask.id = u"00000000000000d1"_s;
    ask.people = {u"Ann"_s};
    ask.profiles = {u"lris"_s};
    QVERIFY(right.publish(topics().move(m_right, m_left), BoardWire::write(ask), {.qos = 1, .isRetained = false, .expiry = 60s}));
    auto *letGo = left.the<LetGoBar>();
    QTRY_VERIFY_WITH_TIMEOUT(letGo->isVisible(), 30000);
    if (comesBack) {
        left.desk.connectProfile(left.desk.profiles().constFirst());
        QVERIFY(letGo->isVisible()); // it is still asked for
        QTRY_VERIFY_WITH_TIMEOUT(left.board->post()->isConnected(), 30000);
        QVERIFY(answers.isEmpty());
        left.button(u"let-go"_s)->click();
    } else {
        left.desk.disconnectAll();
    }
    QVERIFY(letGo->isHidden());
    QVERIFY(!left.desk.isConnected());
    QTRY_COMPARE_WITH_TIMEOUT(answers.size(), 1, 30000);
    QCOMPARE(answers.constFirst().kind, BoardWire::Move::Kind::Granted);
    QCOMPARE(answers.constFirst().id, ask.id);
}

void ConsoleMoveTest::whatWasLeftKeepsItsTime()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    PlayedConsole right(facility(), credentials(m_rightCredential));
    const DeskMove &move = right.board->move()->move();
    QTRY_VERIFY_WITH_TIMEOUT(move.offer() && move.offer()->isThere, 30000);
    left.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(move.offer() && !move.offer()->isThere, 30000);
    const QDateTime at = move.offer()->at;
    QVERIFY(at <= QDateTime::currentDateTimeUtc());
    QTRY_COMPARE_WITH_TIMEOUT(left.board->post()->mode(), DeskPost::Mode::Listening, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    QVERIFY(m_broker->restart()); // it is told again
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 60000);
    QCOMPARE(move.offer()->at, at);
}

void ConsoleMoveTest::theEndOfTheNight()
{
    PlayedConsole left(facility(), credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient other; // another desk of the same people, without its console
    other.setWay(std::make_unique<TlsBrokerWay>(m_broker->spec()));
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

int main(int argc, char **argv)
{
    return runAtHome<ConsoleMoveTest>(argc, argv);
}

#include "consolemovetest.moc"
