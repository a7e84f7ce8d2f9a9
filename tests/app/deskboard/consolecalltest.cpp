// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolecall.h"
#include "app/deskboard/deskpeople.h"
#include "app/facility/facilitychoice.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/straightway.h"
#include "tests/support/testprogram.h"
#include "widgets/board/boardstatusline.h"
#include "widgets/board/handoverquestionbar.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/questions/messagebar.h"

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;
using MessageKind = BoardTopics::MessageKind;

/// A desk that calls the SA by a real broker, until somebody has heard it or nobody stands behind it any more.
class ConsoleCallTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void aCallIsHeard();
    void aCallOutlivesTheBroker();
    void aCallIsHeardWhileTheDeskIsAway();
    void aCallEndsWithItsFacility();
    void aCallEndsWithItsDesk_data();
    void aCallEndsWithItsDesk();
    void aCallThatCannotBeTakenBack();
};

void ConsoleCallTest::aCallIsHeard()
{
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    desk.board->findChild<ConsoleCall *>()->startCall(u"the dome sticks"_s);
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    const BoardWire::Call call = *ann.heard<BoardWire::Call>(topic);
    QCOMPARE(call.state, BoardWire::CallState::Ringing);
    QCOMPARE(call.text, u"the dome sticks"_s);
    BoardWire::Acknowledgement heard;
    heard.callId = call.id;
    heard.astronomerName = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, MessageKind::Acknowledgement), heard, false));
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Acknowledged, 30000);
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->acknowledgerName, u"Ann"_s);
    QVERIFY(desk.the<BoardStatusLine>()->text().endsWith(u"Ann has acknowledged the call"_s));
    desk.board->findChild<ConsoleCall *>()->endCall();
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Over, 30000);
    QVERIFY(!desk.board->lineState().call);
}

void ConsoleCallTest::aCallOutlivesTheBroker()
{
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    const QString store = credentials(m_leftCredential);
    {
        PlayedConsole desk(facility(), store);
        QVERIFY(desk.connectLris());
        QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
        desk.board->findChild<ConsoleCall *>()->startCall(u"help"_s);
        QVERIFY(m_broker->restart()); // it forgets what was retained
        PlayedSa ann(*m_broker, m_annCredential);
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 60000);
        QCOMPARE(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Ringing);
        desk.die();
        QCOMPARE(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Ringing);
    }
    // The console has gone: the next one at this desk can take it back.
    PlayedConsole desk(facility(), store);
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->lineState().call, 60000);
    QCOMPARE(desk.board->lineState().call->text, u"help"_s);
    desk.board->findChild<ConsoleCall *>()->endCall();
    PlayedSa ann(*m_broker, m_annCredential);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic) && ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Over, 60000);
}

void ConsoleCallTest::aCallIsHeardWhileTheDeskIsAway()
{
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    const QString store = credentials(m_leftCredential);
    PlayedSa ann(*m_broker, m_annCredential);
    {
        PlayedConsole desk(facility(), store);
        QVERIFY(desk.connectLris());
        QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
        desk.board->findChild<ConsoleCall *>()->startCall(u"help"_s);
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
        desk.die();
    }
    BoardWire::Acknowledgement heard;
    heard.callId = ann.heard<BoardWire::Call>(topic)->id;
    heard.astronomerName = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, MessageKind::Acknowledgement), heard));
    PlayedConsole desk(facility(), store);
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->lineState().call && desk.board->lineState().call->state == BoardWire::CallState::Acknowledged, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Acknowledged, 30000); // so that all know that it knows
}

void ConsoleCallTest::aCallEndsWithItsFacility()
{
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    desk.board->findChild<ConsoleCall *>()->startCall(u"help"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    writeFacility(true, u"another"_s);
    QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Over, 60000);
    QVERIFY(!desk.board->lineState().call);
}

void ConsoleCallTest::aCallEndsWithItsDesk_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("isOver");
    QTest::newRow("the last instrument is disconnected") << u"disconnect"_s << true;
    QTest::newRow("somebody had heard it") << u"heard"_s << true;
    QTest::newRow("the console is quit") << u"quit"_s << true;
    QTest::newRow("the instrument is connected anew") << u"anew"_s << false;
    QTest::newRow("another instrument instead") << u"instead"_s << false;
    QTest::newRow("its people continue at another desk, and disconnect here") << u"elsewhere"_s << false;
    QTest::newRow("the session ends, and the console comes back") << u"session"_s << false;
}

/// A bell that nobody stands behind does not ring all night; one of a desk that is only away for a moment does.
void ConsoleCallTest::aCallEndsWithItsDesk()
{
    QFETCH(QString, how);
    QFETCH(bool, isOver);
    using State = BoardWire::CallState;
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    const QString presence = topics().deskTopic(m_left, MessageKind::Presence);
    write(u"facility/profiles/nires.toml"_s,
          u"format = 1\nid = \"nires\"\nname = \"NIRES\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\n"
          u"[[desktop]]\nid = \"control0\"\ntitle = \"Control 0\"\nlink = \"summit\"\ndisplay = \":1\"\n"_s);
    PlayedSa ann(*m_broker, m_annCredential);
    auto desk = std::make_unique<PlayedConsole>(facility(), credentials(m_leftCredential));
    QVERIFY(desk->connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk->reach(), Reach::Connected, 30000);
    desk->board->findChild<ConsoleCall *>()->startCall(u"help"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence), 30000);
    if (how == u"heard"_s) {
        BoardWire::Acknowledgement heard;
        heard.callId = ann.heard<BoardWire::Call>(topic)->id;
        heard.astronomerName = u"Ann"_s;
        QVERIFY(ann.tell(ann.to(m_left, MessageKind::Acknowledgement), heard));
        QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state, State::Acknowledged, 30000);
    }
    BrokerClient right; // another desk of the same people, without its console
    if (how == u"elsewhere"_s) {
        desk->board->people()->setPeople({u"Ann"_s});
        right.setTransport(std::make_unique<DirectTransport>(m_broker->spec().address));
        right.open(m_rightCredential, {});
        QTRY_COMPARE_WITH_TIMEOUT(right.state(), BrokerState::Connected, 30000);
        BoardWire::TakeoverNotice move;
        move.stamp = ann.stamp();
        move.people = {u"Ann"_s};
        move.profiles = {u"lris"_s};
        QVERIFY(right.publish(topics().takeoverNoticeTopic(m_right, m_left), BoardWire::write(move), {.qos = 1, .shouldRetain = false, .expiry = 60s}));
        QTRY_VERIFY_WITH_TIMEOUT(desk->the<HandoverQuestionBar>()->isVisible(), 30000);
    }
    bool saidFarewell = false;
    connect(&ann.client, &BrokerClient::messagesArrived, this, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            const auto *one = read ? std::get_if<BoardWire::Presence>(&*read) : nullptr;
            saidFarewell = saidFarewell || (one && message.topic == presence && one->isFarewell);
        }
    });
    if (how == u"anew"_s) {
        desk->desk.connectProfile(desk->desk.profiles().constFirst());
    } else if (how == u"instead"_s) {
        desk->controlInstruments();
        const QList<InstrumentProfile> profiles = desk->choice->facility().profiles;
        const auto nires = std::ranges::find(profiles, u"nires"_s, &InstrumentProfile::id);
        QVERIFY(nires != profiles.end());
        Q_EMIT desk->the<InstrumentPicker>()->connectInsteadRequested(*nires);
        QVERIFY(desk->isConnectedAfterAgreeing(u"nires"_s));
        QVERIFY(!desk->desk.isConnected(u"lris"_s));
    } else if (how == u"elsewhere"_s) {
        desk->button(u"disconnect-here"_s)->click();
        QVERIFY(!desk->desk.isConnected());
    } else if (how == u"quit"_s) {
        desk.reset();
    } else {
        if (how == u"session"_s) {
            desk->desk.leaveProgramsRunning();
        }
        desk->desk.disconnectAll();
    }
    QTRY_VERIFY_WITH_TIMEOUT(saidFarewell, 30000); // what was said of the call came before it
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->state == State::Over, isOver);
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->hasDeskSignedOff, isOver);
    if (desk && isOver) {
        QVERIFY(!desk->board->lineState().call);
        QVERIFY2(desk->message->text().contains(u"was canceled"_s), qPrintable(desk->message->text()));
    }
}

/// What nobody was told is not said to be so.
void ConsoleCallTest::aCallThatCannotBeTakenBack()
{
    const QString topic = topics().deskTopic(m_left, MessageKind::Call);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    {
        PlayedSa ann(*m_broker, m_annCredential);
        QVERIFY(desk.connectLris());
        QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
        desk.board->findChild<ConsoleCall *>()->startCall(u"help"_s);
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    }
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    desk.desk.disconnectAll();
    QVERIFY2(desk.message->text().contains(u"Your call stays active"_s), qPrintable(desk.message->text()));
    QVERIFY2(!desk.message->text().contains(u"was canceled"_s), qPrintable(desk.message->text()));
    // On the board again it is taken back.
    QVERIFY(m_broker->start());
    PlayedSa ann(*m_broker, m_annCredential);
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic) && ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Over, 60000);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<ConsoleCallTest>(argc, argv);
}

#include "consolecalltest.moc"
