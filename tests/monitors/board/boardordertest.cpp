// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/monitors/board/boardscene.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;

/// Which of the messages count: late ones, repeated ones, those of other runs and of a broker that was away.
class BoardOrderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aWillIsToldAtOnce();
    void silenceIsNoticed();
    void staleAndRepeatedMessagesLose();
    void aNewRunWins_data();
    void aNewRunWins();
    void consolesTakeTurns();
    void theWillOfAnOldRunIsStale();
    void whatIsRetainedOfAnOldRunIsStale();
    void whoLeftLongAgoIsGone();
    void theBrokerGoesAndComesBack();
    void aBrokerWithoutMemory();
    void aDeskThatRestartedWhileTheBrokerWasAway();
    void oldNumbersAreNone();
    void aCallOutlivesItsConsole();
    void aCallIsNoSignOfLife();
    void aCallIsForgottenInTheEnd();
    void anEndIsOfItsOwnCall();
    void callsOfDesksThatRestarted_data();
    void callsOfDesksThatRestarted();
};

void BoardOrderTest::aWillIsToldAtOnce()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state());
    console.say(MessageKind::Presence, console.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    QVERIFY(!scene.at(left).healthReason.isEmpty());
    // It comes back in the same run; a will that was on its way does not matter then.
    const QByteArray old = console.will();
    console.say(MessageKind::Presence, console.online());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(MessageKind::Presence, old);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().staleMessages, 1U);
}

void BoardOrderTest::silenceIsNoticed()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state());
    scene.pass(89s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(2s);
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    console.say(MessageKind::Numbers, console.numbers());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(91s);
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    scene.pass(13h); // the night is over
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
}

void BoardOrderTest::staleAndRepeatedMessagesLose()
{
    Scene scene;
    Console console(scene, left, 1);
    const QByteArray older = console.state(u"failed"_s);
    const QByteArray newer = console.state();
    console.say(MessageKind::State, newer);
    console.say(MessageKind::State, older);
    console.say(MessageKind::State, newer);
    console.say(MessageKind::State, newer, true);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().acceptedMessages, 1U);
    QCOMPARE(scene.board.counters().staleMessages, 3U);
    const quint64 revision = scene.at(left).revision;
    console.say(MessageKind::State, older);
    QCOMPARE(scene.at(left).revision, revision);
}

void BoardOrderTest::aNewRunWins_data()
{
    QTest::addColumn<std::chrono::milliseconds>("offset"); ///< of the new run's clock to the old one's
    QTest::newRow("with the same clock") << std::chrono::milliseconds(0);
    QTest::newRow("with a clock that was set back by an hour") << std::chrono::milliseconds(-1h);
    QTest::newRow("with a clock that was set ahead by an hour") << std::chrono::milliseconds(1h);
}

void BoardOrderTest::aNewRunWins()
{
    QFETCH(std::chrono::milliseconds, offset);
    Scene scene;
    Console before(scene, left, 1);
    before.sequence = 1000;
    const QByteArray first = before.online();
    before.say(MessageKind::Presence, first);
    before.say(MessageKind::State, before.state(u"failed"_s));
    before.say(MessageKind::Numbers, before.numbers(900ms));
    QCOMPARE(scene.at(left).health, DeskHealth::Bad);
    scene.pass(1s);
    Console after(scene, left, 2, offset);
    after.say(MessageKind::Presence, after.online());
    QVERIFY(!scene.at(left).state); // what another run said is over
    QVERIFY(!scene.at(left).numbers);
    after.say(MessageKind::State, after.state());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    before.say(MessageKind::State, before.state(u"failed"_s));
    before.say(MessageKind::Presence, first);
    QCOMPARE(scene.at(left).presence->stamp.runId, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardOrderTest::consolesTakeTurns()
{
    // Two with one credential: the one that was sent away signs in again, and again.
    Scene scene;
    Console here(scene, left, 1);
    Console there(scene, left, 2);
    here.say(MessageKind::Presence, here.online());
    const QByteArray late = here.state(u"failed"_s);
    here.say(MessageKind::State, here.state());
    for (int i = 0; i < 12; ++i) {
        Console &comes = i % 2 ? here : there;
        Console &goes = i % 2 ? there : here;
        const QByteArray will = goes.will();
        goes.say(MessageKind::Presence, will);
        QCOMPARE(scene.at(left).health, DeskHealth::Lost);
        comes.say(MessageKind::Presence, comes.online());
        comes.say(MessageKind::State, comes.state());
        QCOMPARE(scene.at(left).presence->stamp.runId, comes.run);
        QCOMPARE(scene.at(left).health, DeskHealth::Good);
        goes.say(MessageKind::Presence, will);
        here.say(MessageKind::State, late);
        QCOMPARE(scene.at(left).health, DeskHealth::Good);
    }
    // Also while the board was away.
    scene.board.setConnected(false);
    there.online();
    scene.board.setConnected(true);
    there.say(MessageKind::Presence, there.online(), true);
    there.say(MessageKind::State, there.state(), true);
    QCOMPARE(scene.at(left).presence->stamp.runId, there.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardOrderTest::theWillOfAnOldRunIsStale()
{
    Scene scene;
    Console before(scene, left, 1);
    before.say(MessageKind::Presence, before.online());
    Console after(scene, left, 2);
    after.say(MessageKind::Presence, after.online());
    before.say(MessageKind::Presence, before.will()); // 15 s late, as brokers are
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    Console never(scene, left, 3); // one that this board never heard of
    never.online();
    never.say(MessageKind::Presence, never.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().staleMessages, 2U);
    after.say(MessageKind::Presence, after.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
}

void BoardOrderTest::whatIsRetainedOfAnOldRunIsStale()
{
    Scene scene;
    Console before(scene, left, 1, 1h); // its clock was ahead
    Console after(scene, left, 2);
    const QByteArray oldState = before.state(u"failed"_s);
    // As the board starts; in any order.
    before.say(MessageKind::State, oldState, true);
    after.say(MessageKind::Presence, after.online(), true);
    QVERIFY(!scene.at(left).state);
    before.say(MessageKind::State, before.state(u"failed"_s), true);
    QVERIFY(!scene.at(left).state);
    after.say(MessageKind::State, after.state());
    before.say(MessageKind::State, before.state(u"failed"_s), true);
    QCOMPARE(scene.at(left).state->stamp.runId, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardOrderTest::whoLeftLongAgoIsGone()
{
    Scene scene;
    Console yesterday(scene, left, 1, -20h);
    yesterday.say(MessageKind::Presence, (yesterday.online(), yesterday.will()), true);
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    Console tonight(scene, right, 2, -2h); // connected two hours ago, and said something a minute ago
    tonight.say(MessageKind::Presence, (tonight.online(), tonight.will()), true);
    tonight.offset = -1min;
    tonight.say(MessageKind::State, tonight.state(), true);
    QCOMPARE(scene.at(right).health, DeskHealth::Lost);
    QCOMPARE(scene.at(right).lastMessageAt, scene.utc.addSecs(-60));
    QVERIFY(!scene.at(right).isStateCurrent);
}

void BoardOrderTest::theBrokerGoesAndComesBack()
{
    Scene scene;
    Console console(scene, left, 1);
    const QByteArray presence = console.online();
    const QByteArray state = console.state();
    console.say(MessageKind::Presence, presence);
    console.say(MessageKind::State, state);
    QSignalSpy connected(&scene.board, &Board::connectedChanged);
    scene.board.setConnected(false);
    QVERIFY(!scene.board.isConnected());
    QVERIFY(!scene.at(left).isStateCurrent);
    scene.pass(30min);
    QCOMPARE(scene.at(left).health, DeskHealth::Good); // nothing turns red because we know nothing
    scene.board.setConnected(true);
    QCOMPARE(connected.size(), 2);
    QVERIFY(!scene.at(left).isStateCurrent);
    console.say(MessageKind::Presence, presence, true); // the broker still thinks so
    console.say(MessageKind::State, state, true);
    QVERIFY(scene.at(left).isStateCurrent);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(91s);
    QCOMPARE(scene.at(left).health, DeskHealth::Lost); // it was wrong
}

void BoardOrderTest::aBrokerWithoutMemory()
{
    Scene scene;
    Console console(scene, left, 1);
    Console lost(scene, right, 2);
    for (Console *one : {&console, &lost}) {
        one->say(MessageKind::Presence, one->online());
        one->say(MessageKind::State, one->state());
    }
    scene.board.setConnected(false);
    scene.pass(20s);
    scene.board.setConnected(true);
    scene.pass(5s);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state());
    scene.pass(86s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.at(right).health, DeskHealth::Lost); // it did not come back
}

void BoardOrderTest::aDeskThatRestartedWhileTheBrokerWasAway()
{
    Scene scene;
    Console before(scene, left, 1);
    before.say(MessageKind::Presence, before.online());
    before.say(MessageKind::State, before.state(u"failed"_s));
    scene.board.setConnected(false);
    scene.pass(5min);
    Console after(scene, left, 2, -1h); // its clock went wrong
    scene.board.setConnected(true);
    after.say(MessageKind::Presence, after.online(), true);
    after.say(MessageKind::State, after.state(), true);
    QCOMPARE(scene.at(left).presence->stamp.runId, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    after.say(MessageKind::Numbers, after.numbers());
    QVERIFY(scene.at(left).numbers);
}

void BoardOrderTest::aCallOutlivesItsConsole()
{
    Scene scene;
    QSignalSpy rings(&scene.board, &Board::callStarted);
    Console crashed(scene, left, 1);
    const QByteArray ringing = crashed.call(BoardWire::CallState::Ringing);
    Console after(scene, left, 2);
    after.say(MessageKind::Presence, after.online(), true);
    crashed.say(MessageKind::Call, ringing, true);
    QCOMPARE(rings.size(), 1);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QCOMPARE(scene.at(left).presence->stamp.runId, after.run);
    after.say(MessageKind::Call, after.call(BoardWire::CallState::Over));
    QVERIFY(!scene.at(left).call);
    crashed.say(MessageKind::Call, ringing, true);
    QVERIFY(!scene.at(left).call);
}

void BoardOrderTest::oldNumbersAreNone()
{
    Scene scene;
    Console console(scene, left, 1);
    const QByteArray presence = console.online();
    const QByteArray state = console.state();
    console.say(MessageKind::Presence, presence);
    console.say(MessageKind::State, state);
    console.say(MessageKind::Numbers, console.numbers(900ms));
    QCOMPARE(scene.at(left).health, DeskHealth::Poor);
    scene.board.setConnected(false);
    scene.pass(10s);
    scene.board.setConnected(true);
    QVERIFY(scene.at(left).numbers); // of just now
    scene.board.setConnected(false);
    scene.pass(3h);
    scene.board.setConnected(true);
    QVERIFY(!scene.at(left).numbers);
    console.say(MessageKind::Presence, presence, true);
    console.say(MessageKind::State, console.state());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    const auto plotPoints = scene.at(left).plotPoints.size();
    scene.pass(20s);
    QVERIFY(plotPoints == 0 || scene.at(left).plotPoints.size() > 0);
    QVERIFY(!scene.at(left).plotPoints.back().roundTripMs);
}

void BoardOrderTest::aCallIsNoSignOfLife()
{
    // Nothing is connected at the desk any more; it still listens, and says that its call is over.
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state());
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing));
    console.say(MessageKind::Presence, console.farewell());
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    Console listening(scene, left, 2); // which is another run
    listening.say(MessageKind::Call, listening.call(BoardWire::CallState::Over));
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    QCOMPARE(scene.at(left).presence->stamp.runId, console.run);
    scene.pass(2min);
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    // Nor where it never said anything else.
    Console silent(scene, right, 3);
    silent.say(MessageKind::Call, silent.call(BoardWire::CallState::Ringing, u"00000000000000cb"_s));
    QCOMPARE(scene.at(right).health, DeskHealth::Calling);
    silent.say(MessageKind::Call, silent.call(BoardWire::CallState::Over, u"00000000000000cb"_s));
    scene.pass(2min);
    QCOMPARE(scene.at(right).health, DeskHealth::Gone);
}

void BoardOrderTest::aCallIsForgottenInTheEnd()
{
    Scene scene;
    QSignalSpy changes(&scene.board, &Board::callChanged);
    Console console(scene, left, 1, -20h); // a clock that is wrong forgets nothing
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing), true);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing)); // told anew with a connection
    changes.clear();
    scene.pass(11h + 59min);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QVERIFY(changes.isEmpty());
    scene.pass(2min);
    QVERIFY(!scene.at(left).call);
    QVERIFY(scene.at(left).health != DeskHealth::Calling);
    QCOMPARE(changes.size(), 1);
}

void BoardOrderTest::anEndIsOfItsOwnCall()
{
    Scene scene;
    Console here(scene, left, 1);
    Console there(scene, left, 2);
    there.say(MessageKind::Call, there.call(BoardWire::CallState::Ringing, u"00000000000000cb"_s));
    here.say(MessageKind::Call, here.call(BoardWire::CallState::Over)); // of an hour ago, told anew
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    there.say(MessageKind::Call, there.call(BoardWire::CallState::Over, u"00000000000000cb"_s));
    QVERIFY(!scene.at(left).call);
}

void BoardOrderTest::callsOfDesksThatRestarted_data()
{
    QTest::addColumn<std::chrono::milliseconds>("offset"); ///< of the new run's clock to the old one's
    QTest::newRow("with a clock that was set back") << std::chrono::milliseconds(-1h);
    QTest::newRow("with a clock that was set ahead") << std::chrono::milliseconds(1h);
}

void BoardOrderTest::callsOfDesksThatRestarted()
{
    QFETCH(std::chrono::milliseconds, offset);
    Scene scene;
    Console before(scene, left, 1);
    before.say(MessageKind::Call, before.call(BoardWire::CallState::Ringing));
    scene.board.setConnected(false);
    Console after(scene, left, 2, offset);
    scene.board.setConnected(true);
    after.say(MessageKind::Call, after.call(BoardWire::CallState::Over), true); // what the broker has now
    QVERIFY(!scene.at(left).call);
}

NIGHTDESK_GUILESS_TEST(BoardOrderTest)
#include "boardordertest.moc"
