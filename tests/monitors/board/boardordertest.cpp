// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/monitors/board/boardscene.h"

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
    void aCallOutlivesItsConsole();
};

void BoardOrderTest::aWillIsToldAtOnce()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(Sort::Presence, console.online());
    console.say(Sort::State, console.state());
    console.say(Sort::Presence, console.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    QVERIFY(!scene.at(left).why.isEmpty());
    // It comes back in the same run; a will that was on its way does not matter then.
    const QByteArray old = console.will();
    console.say(Sort::Presence, console.online());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(Sort::Presence, old);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().stale, 1U);
}

void BoardOrderTest::silenceIsNoticed()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(Sort::Presence, console.online());
    console.say(Sort::State, console.state());
    scene.pass(89s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(2s);
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    console.say(Sort::Numbers, console.numbers());
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
    console.say(Sort::State, newer);
    console.say(Sort::State, older);
    console.say(Sort::State, newer);
    console.say(Sort::State, newer, true);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().taken, 1U);
    QCOMPARE(scene.board.counters().stale, 3U);
    const quint64 revision = scene.at(left).revision;
    console.say(Sort::State, older);
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
    before.say(Sort::Presence, before.online());
    before.say(Sort::State, before.state(u"failed"_s));
    before.say(Sort::Numbers, before.numbers(900ms));
    QCOMPARE(scene.at(left).health, DeskHealth::Bad);
    scene.pass(1s);
    Console after(scene, left, 2, offset);
    after.say(Sort::Presence, after.online());
    QVERIFY(!scene.at(left).state); // what another run said is over
    QVERIFY(!scene.at(left).numbers);
    after.say(Sort::State, after.state());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    before.say(Sort::State, before.state(u"failed"_s));
    const QByteArray first = before.online();
    before.say(Sort::Presence, first);
    QCOMPARE(scene.at(left).presence->stamp.run, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardOrderTest::theWillOfAnOldRunIsStale()
{
    Scene scene;
    Console before(scene, left, 1);
    before.say(Sort::Presence, first);
    Console after(scene, left, 2);
void BoardOrderTest::consolesTakeTurns()
{
    // Two with one credential: the one that was sent away signs in again, and again.
    Scene scene;
    Console here(scene, left, 1);
    Console there(scene, left, 2);
    here.say(Sort::Presence, here.online());
    const QByteArray late = here.state(u"failed"_s);
    here.say(Sort::State, here.state());
    for (int i = 0; i < 12; ++i) {
        Console &comes = i % 2 ? here : there;
        Console &goes = i % 2 ? there : here;
        const QByteArray will = goes.will();
        goes.say(Sort::Presence, will);
        QCOMPARE(scene.at(left).health, DeskHealth::Lost);
        comes.say(Sort::Presence, comes.online());
        comes.say(Sort::State, comes.state());
        QCOMPARE(scene.at(left).presence->stamp.run, comes.run);
        QCOMPARE(scene.at(left).health, DeskHealth::Good);
        goes.say(Sort::Presence, will);
        here.say(Sort::State, late);
        QCOMPARE(scene.at(left).health, DeskHealth::Good);
    }
    // Also while the board was away.
    scene.board.setConnected(false);
    there.online();
    scene.board.setConnected(true);
    there.say(Sort::Presence, there.online(), true);
    there.say(Sort::State, there.state(), true);
    QCOMPARE(scene.at(left).presence->stamp.run, there.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

    after.say(Sort::Presence, after.online());
    before.say(Sort::Presence, before.will()); // 15 s late, as brokers are
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    Console never(scene, left, 3); // one that this board never heard of
    never.online();
    never.say(Sort::Presence, never.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.board.counters().stale, 2U);
    after.say(Sort::Presence, after.will());
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
}

void BoardOrderTest::whatIsRetainedOfAnOldRunIsStale()
{
    Scene scene;
    Console before(scene, left, 1, 1h); // its clock was ahead
    Console after(scene, left, 2);
    const QByteArray oldState = before.state(u"failed"_s);
    // As the board starts; in any order.
    before.say(Sort::State, oldState, true);
    after.say(Sort::Presence, after.online(), true);
    QVERIFY(!scene.at(left).state);
    before.say(Sort::State, before.state(u"failed"_s), true);
    QVERIFY(!scene.at(left).state);
    after.say(Sort::State, after.state());
    before.say(Sort::State, before.state(u"failed"_s), true);
    QCOMPARE(scene.at(left).state->stamp.run, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardOrderTest::whoLeftLongAgoIsGone()
{
    Scene scene;
    Console yesterday(scene, left, 1, -20h);
    yesterday.say(Sort::Presence, (yesterday.online(), yesterday.will()), true);
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    Console tonight(scene, right, 2, -2h); // connected two hours ago, and said something a minute ago
    tonight.say(Sort::Presence, (tonight.online(), tonight.will()), true);
    tonight.offset = -1min;
    tonight.say(Sort::State, tonight.state(), true);
    QCOMPARE(scene.at(right).health, DeskHealth::Lost);
    QCOMPARE(scene.at(right).heardAt, scene.utc.addSecs(-60));
    QVERIFY(!scene.at(right).isKnownNow);
}

void BoardOrderTest::theBrokerGoesAndComesBack()
{
    Scene scene;
    Console console(scene, left, 1);
    const QByteArray presence = console.online();
    const QByteArray state = console.state();
    console.say(Sort::Presence, presence);
    console.say(Sort::State, state);
    QSignalSpy connected(&scene.board, &Board::connectedChanged);
    scene.board.setConnected(false);
    QVERIFY(!scene.board.isConnected());
    QVERIFY(!scene.at(left).isKnownNow);
    scene.pass(30min);
    QCOMPARE(scene.at(left).health, DeskHealth::Good); // nothing turns red because we know nothing
    scene.board.setConnected(true);
    QCOMPARE(connected.size(), 2);
    QVERIFY(!scene.at(left).isKnownNow);
    console.say(Sort::Presence, presence, true); // the broker still thinks so
    console.say(Sort::State, state, true);
    QVERIFY(scene.at(left).isKnownNow);
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
        one->say(Sort::Presence, one->online());
        one->say(Sort::State, one->state());
    }
    scene.board.setConnected(false);
    scene.pass(20s);
    scene.board.setConnected(true);
    scene.pass(5s);
    console.say(Sort::Presence, console.online());
    console.say(Sort::State, console.state());
    scene.pass(86s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(scene.at(right).health, DeskHealth::Lost); // it did not come back
}

void BoardOrderTest::aDeskThatRestartedWhileTheBrokerWasAway()
{
    Scene scene;
    Console before(scene, left, 1);
    before.say(Sort::Presence, before.online());
    before.say(Sort::State, before.state(u"failed"_s));
    scene.board.setConnected(false);
    scene.pass(5min);
    Console after(scene, left, 2, -1h); // its clock went wrong
    scene.board.setConnected(true);
    after.say(Sort::Presence, after.online(), true);
    after.say(Sort::State, after.state(), true);
    QCOMPARE(scene.at(left).presence->stamp.run, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    after.say(Sort::Numbers, after.numbers());
    QVERIFY(scene.at(left).numbers);
}

void BoardOrderTest::aCallOutlivesItsConsole()
{
    Scene scene;
    QSignalSpy rings(&scene.board, &Board::called);
    Console crashed(scene, left, 1);
    const QByteArray ringing = crashed.call(BoardWire::CallState::Ringing);
    Console after(scene, left, 2);
    after.say(Sort::Presence, after.online(), true);
    crashed.say(Sort::Call, ringing, true);
    QCOMPARE(rings.size(), 1);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QCOMPARE(scene.at(left).presence->stamp.run, after.run);
    after.say(Sort::Call, after.call(BoardWire::CallState::Over));
    QVERIFY(!scene.at(left).call);
    crashed.say(Sort::Call, ringing, true);
    QVERIFY(!scene.at(left).call);
}

QTEST_GUILESS_MAIN(BoardOrderTest)
#include "boardordertest.moc"
