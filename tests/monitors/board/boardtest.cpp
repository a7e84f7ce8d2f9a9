// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/board.h"
#include "sessions/broker/brokerclient.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Sort = BoardTopics::Sort;

namespace
{
const BoardTopics topics(u"keck"_s);
const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
const DeskName right{.site = u"santa-cruz"_s, .desk = u"right"_s};
const QString callId = u"00000000000000ca"_s;

/// The clocks of the board, and what arrives at it.
struct Scene {
    std::chrono::steady_clock::time_point now{1000h};
    QDateTime utc = QDateTime::fromMSecsSinceEpoch(1'795'347'135'000, QTimeZone::UTC);
    Board board{u"keck"_s,
                nullptr,
                {.steady =
                     [this] {
                         return now;
                     },
                 .utc =
                     [this] {
                         return utc;
                     }}};

    Scene()
    {
        board.setConnected(true);
    }
    void pass(std::chrono::milliseconds time)
    {
        now += time;
        utc = utc.addMSecs(time.count());
        board.look();
    }
    void arrive(const QString &topic, const QByteArray &payload, bool isRetained = false)
    {
        board.take({{.topic = topic, .payload = payload, .isRetained = isRetained, .arrivedAt = now}});
    }
    const BoardDesk &at(const DeskName &name) const
    {
        static const BoardDesk none;
        const BoardDesk *desk = board.desk(name);
        return desk ? *desk : none;
    }
};

/// A console that runs at a desk.
struct Console {
    Scene &scene;
    DeskName name;
    QString run;
    QDateTime began;
    std::chrono::milliseconds offset{}; ///< its clock is ahead
    quint64 sequence = 0;
    quint64 willSequence = 0;

    Console(Scene &scene, const DeskName &name, int number, std::chrono::milliseconds offset = {})
        : scene(scene)
        , name(name)
        , run(u"%1"_s.arg(number, 16, 16, QChar(u'0')))
        , began(scene.utc.addMSecs(offset.count()))
        , offset(offset)
    {
    }
    BoardWire::Stamp stamp()
    {
        return {.run = run, .began = began, .sequence = ++sequence, .at = scene.utc.addMSecs(offset.count())};
    }
    QByteArray online()
    {
        const QByteArray payload =
            BoardWire::write(BoardWire::Presence{.stamp = stamp(), .isOnline = true, .isFarewell = false, .people = {u"Ann"_s}, .program = u"0.1.0"_s});
        willSequence = ++sequence;
        return payload;
    }
    QByteArray will() const
    {
        const BoardWire::Stamp stamp{.run = run, .began = began, .sequence = willSequence, .at = began};
        return BoardWire::write(BoardWire::Presence{.stamp = stamp, .isOnline = false, .isFarewell = false, .people = {}, .program = {}});
    }
    QByteArray farewell()
    {
        return BoardWire::write(BoardWire::Presence{.stamp = stamp(), .isOnline = false, .isFarewell = true, .people = {}, .program = {}});
    }
    QByteArray
    state(const QString &displayState = u"live"_s, const QString &version = u"aaaaaaaaaaaa"_s, int changedAt = 0, const QString &program = u"0.1.0"_s)
    {
        BoardWire::DeskState state;
        state.stamp = stamp();
        state.people = {u"Ann"_s};
        state.program = program;
        state.instruments = {{.id = u"lris"_s,
                              .name = u"LRIS"_s,
                              .since = began,
                              .version = version,
                              .changed = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + changedAt, QTimeZone::UTC)}};
        state.links = {{.id = u"lris/summit"_s, .state = u"live"_s, .isCompressed = true}};
        BoardWire::DisplayReport display;
        display.key = u"lris/control0"_s;
        display.state = displayState;
        state.displays = {display};
        return BoardWire::write(state);
    }
    QByteArray numbers(std::chrono::milliseconds roundTrip = 100ms)
    {
        BoardWire::DeskNumbers numbers;
        numbers.stamp = stamp();
        numbers.links = {{.id = u"lris/summit"_s, .roundTrip = roundTrip, .inPerSecond = 1000, .outPerSecond = 10, .ratio = 2.5}};
        numbers.displays = {{.key = u"lris/control0"_s, .age = 60ms, .framesPerSecond = 20}};
        return BoardWire::write(numbers);
    }
    QByteArray call(BoardWire::CallState state, const QString &id = callId)
    {
        return BoardWire::write(
            BoardWire::Call{.stamp = stamp(), .id = id, .since = scene.utc, .text = u"No guider"_s, .caller = u"Ann"_s, .state = state, .acknowledgedBy = {}});
    }
    void say(Sort sort, const QByteArray &payload, bool isRetained = false) const
    {
        scene.arrive(topics.ofDesk(name, sort), payload, isRetained);
    }
};

}

class BoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDeskComesAndGoes();
    void aWillIsToldAtOnce();
    void silenceIsNoticed();
    void staleAndRepeatedMessagesLose();
    void aNewRunWins_data();
    void aNewRunWins();
    void theWillOfAnOldRunIsStale();
    void whatIsRetainedOfAnOldRunIsStale();
    void whoLeftLongAgoIsGone();
    void theBrokerGoesAndComesBack();
    void aBrokerWithoutMemory();
    void aDeskThatRestartedWhileTheBrokerWasAway();
    void clocksAreMeasured_data();
    void clocksAreMeasured();
    void rubbishIsCounted();
    void displaysAreJudged();
    void callsRingOnce();
    void aCallOutlivesItsConsole();
    void notesComeOnce();
    void supportAstronomersHaveSeveralBoards();
    void oldProfilesAndProgramsAreMarked();
    void forgottenDesksComeBack();
    void curvesGrow();
    void changesAreToldTogether();
    void fiveHundredDesksCostLittle();
};

void BoardTest::aDeskComesAndGoes()
{
    Scene scene;
    QSignalSpy added(&scene.board, &Board::deskAdded);
    Console console(scene, left, 1);
    console.say(Sort::Presence, console.online());
    console.say(Sort::State, console.state());
    console.say(Sort::Numbers, console.numbers());
    QCOMPARE(added.size(), 1);
    QCOMPARE(scene.board.desks(), QList{left});
    const BoardDesk &desk = scene.at(left);
    QCOMPARE(desk.health, DeskHealth::Good);
    QVERIFY(desk.why.isEmpty());
    QVERIFY(desk.isKnownNow);
    QCOMPARE(desk.people(), QStringList{u"Ann"_s});
    QCOMPARE(desk.since(), console.began);
    QCOMPARE(desk.roundTrip().value_or(0us), 100ms);
    QCOMPARE(desk.inPerSecond().value_or(0), 1000);
    QCOMPARE(desk.ratio().value_or(0), 2.5);
    QCOMPARE(desk.age().value_or(0ms), 60ms);
    QCOMPARE(desk.heardAt, scene.utc);
    console.say(Sort::Presence, console.farewell());
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    QVERIFY(scene.at(left).why.isEmpty());
    QCOMPARE(scene.board.counters().taken, 4U);
    scene.pass(10min);
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
}

void BoardTest::aWillIsToldAtOnce()
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

void BoardTest::silenceIsNoticed()
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

void BoardTest::staleAndRepeatedMessagesLose()
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

void BoardTest::aNewRunWins_data()
{
    QTest::addColumn<std::chrono::milliseconds>("offset"); ///< of the new run's clock to the old one's
    QTest::newRow("with the same clock") << std::chrono::milliseconds(0);
    QTest::newRow("with a clock that was set back by an hour") << std::chrono::milliseconds(-1h);
    QTest::newRow("with a clock that was set ahead by an hour") << std::chrono::milliseconds(1h);
}

void BoardTest::aNewRunWins()
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
    before.say(Sort::Presence, before.online());
    QCOMPARE(scene.at(left).presence->stamp.run, after.run);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
}

void BoardTest::theWillOfAnOldRunIsStale()
{
    Scene scene;
    Console before(scene, left, 1);
    before.say(Sort::Presence, before.online());
    Console after(scene, left, 2);
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

void BoardTest::whatIsRetainedOfAnOldRunIsStale()
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

void BoardTest::whoLeftLongAgoIsGone()
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

void BoardTest::theBrokerGoesAndComesBack()
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

void BoardTest::aBrokerWithoutMemory()
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

void BoardTest::aDeskThatRestartedWhileTheBrokerWasAway()
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

void BoardTest::clocksAreMeasured_data()
{
    QTest::addColumn<std::chrono::milliseconds>("offset");
    QTest::newRow("right") << std::chrono::milliseconds(0);
    QTest::newRow("an hour behind") << std::chrono::milliseconds(-1h);
    QTest::newRow("an hour ahead") << std::chrono::milliseconds(1h);
    QTest::newRow("a little ahead") << 340ms;
}

void BoardTest::clocksAreMeasured()
{
    QFETCH(std::chrono::milliseconds, offset);
    Scene scene;
    scene.board.setRoundTrip(40ms);
    Console console(scene, left, 1, offset);
    console.say(Sort::Presence, console.online(), true); // retained: it says nothing of now
    QVERIFY(!scene.at(left).clockOffset);
    const auto send = [&](const QByteArray &payload, Sort sort) {
        scene.pass(70ms); // half of 100 ms, half of 40 ms
        console.say(sort, payload);
    };
    send(console.numbers(), Sort::Numbers);
    send(console.state(), Sort::State);
    QVERIFY(scene.at(left).clockOffset);
    QCOMPARE(*scene.at(left).clockOffset, offset);
    QCOMPARE(scene.at(left).heardAt, scene.utc); // by our clock, whatever theirs says
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(Sort::Presence, console.will());
    QCOMPARE(*scene.at(left).clockOffset, offset); // it was written long ago
}

void BoardTest::rubbishIsCounted()
{
    Scene scene;
    Console console(scene, left, 1);
    const QString topic = topics.ofDesk(left, Sort::State);
    scene.arrive(topic, "{");
    scene.arrive(topic, QByteArray(BoardWire::maxPayload + 1, ' '));
    scene.arrive(topic, console.numbers());
    scene.arrive(u"nightdesk/1/other/desk/santa-cruz/left/state"_s, console.state());
    scene.arrive(u"nightdesk/1/keck/desk/santa-cruz/left/mood"_s, console.state());
    scene.arrive(u"weather"_s, "{}");
    QCOMPARE(scene.board.counters().dropped, 6U);
    QCOMPARE(scene.board.counters().droppedOf.value(left), 3U);
    QCOMPARE(scene.board.counters().taken, 0U);
    QVERIFY(scene.board.desks().isEmpty());
    scene.arrive(topics.ofDesk(left, Sort::History), QByteArray()); // taken back: no mistake
    QCOMPARE(scene.board.counters().dropped, 6U);
}

void BoardTest::displaysAreJudged()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(Sort::Presence, console.online());
    console.say(Sort::State, console.state(u"retrying"_s));
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(4s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(2s);
    QCOMPARE(scene.at(left).health, DeskHealth::Bad); // though it said nothing more
    console.say(Sort::State, console.state());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(Sort::Numbers, console.numbers(600ms));
    QCOMPARE(scene.at(left).health, DeskHealth::Poor);
    QVERIFY(scene.at(left).why.contains(u"600"_s));
}

void BoardTest::callsRingOnce()
{
    Scene scene;
    Console console(scene, left, 1);
    QSignalSpy rings(&scene.board, &Board::called);
    QSignalSpy changes(&scene.board, &Board::callChanged);
    console.say(Sort::Presence, console.online());
    const QByteArray ringing = console.call(BoardWire::CallState::Ringing);
    console.say(Sort::Call, ringing);
    QCOMPARE(rings.size(), 1);
    QCOMPARE(rings.first().at(0).value<DeskName>(), left);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QVERIFY(scene.at(left).why.contains(u"No guider"_s));
    // A broker that restarts, and its desk tells again; also what is retained comes again.
    scene.board.setConnected(false);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    scene.board.setConnected(true);
    console.say(Sort::Call, ringing, true);
    console.say(Sort::Call, console.call(BoardWire::CallState::Ringing));
    QCOMPARE(rings.size(), 1);
    console.say(Sort::Call, console.call(BoardWire::CallState::Acknowledged));
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QVERIFY(scene.at(left).call);
    console.say(Sort::Call, console.call(BoardWire::CallState::Over));
    QVERIFY(!scene.at(left).call);
    console.say(Sort::Call, QByteArray());
    QCOMPARE(changes.size(), 4);
    console.say(Sort::Call, console.call(BoardWire::CallState::Ringing, u"00000000000000cb"_s));
    QCOMPARE(rings.size(), 2);
    console.say(Sort::Call, QByteArray()); // taken back without a word
    QVERIFY(!scene.at(left).call);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(rings.size(), 2);
}

void BoardTest::aCallOutlivesItsConsole()
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

void BoardTest::notesComeOnce()
{
    Scene scene;
    QSignalSpy notes(&scene.board, &Board::noteArrived);
    QSignalSpy saNotes(&scene.board, &Board::saNoteArrived);
    Console console(scene, left, 1);
    const BoardWire::Note note{.stamp = console.stamp(), .id = u"0000000000000001"_s, .text = u"Fog"_s, .signature = u"Ann"_s};
    for (int i = 0; i < 3; ++i) {
        console.say(Sort::Note, BoardWire::write(note), i == 2);
    }
    QCOMPARE(notes.size(), 1);
    QCOMPARE(notes.first().at(1).value<BoardWire::Note>().text, u"Fog"_s);
    BoardWire::Note toAll = note;
    toAll.id = u"0000000000000002"_s;
    scene.arrive(topics.ofSa(u"ann"_s, Sort::Note), BoardWire::write(toAll));
    scene.arrive(topics.ofSa(u"ann"_s, Sort::Note), BoardWire::write(toAll));
    QCOMPARE(saNotes.size(), 1);
    QCOMPARE(saNotes.first().at(0).toString(), u"ann"_s);
}

void BoardTest::supportAstronomersHaveSeveralBoards()
{
    Scene scene;
    QSignalSpy changes(&scene.board, &Board::supportAstronomersChanged);
    Console home(scene, left, 1);
    Console office(scene, left, 2);
    const QString topic = topics.ofSa(u"ann"_s, Sort::Presence);
    scene.arrive(topic, home.online());
    QCOMPARE(scene.board.supportAstronomers().size(), 1);
    QVERIFY(scene.board.supportAstronomers().first().isOnline);
    scene.arrive(topic, office.online());
    scene.arrive(topic, home.will());
    QVERIFY(scene.board.supportAstronomers().first().isOnline);
    scene.arrive(topic, office.farewell());
    QVERIFY(!scene.board.supportAstronomers().first().isOnline);
    QCOMPARE(changes.size(), 2);
    scene.arrive(topic, QByteArray());
    QVERIFY(scene.board.supportAstronomers().isEmpty());
}

void BoardTest::oldProfilesAndProgramsAreMarked()
{
    Scene scene;
    Console one(scene, left, 1);
    Console other(scene, right, 2);
    one.say(Sort::State, one.state(u"live"_s, u"aaaaaaaaaaaa"_s, 0, u"0.9.0"_s));
    other.say(Sort::State, other.state(u"live"_s, u"aaaaaaaaaaaa"_s, 5000, u"0.9.0"_s)); // the same, copied later
    QVERIFY(!scene.at(left).hasOldProfile);
    QVERIFY(!scene.at(right).hasOldProfile);
    other.say(Sort::State, other.state(u"live"_s, u"bbbbbbbbbbbb"_s, 9000, u"0.10.0"_s));
    QVERIFY(scene.at(left).hasOldProfile);
    QVERIFY(scene.at(left).hasOldProgram);
    QVERIFY(!scene.at(right).hasOldProfile);
    QVERIFY(!scene.at(right).hasOldProgram);
    one.say(Sort::State, one.state(u"live"_s, u"bbbbbbbbbbbb"_s, 9000, u"0.10.0"_s));
    QVERIFY(!scene.at(left).hasOldProfile);
    QVERIFY(!scene.at(left).hasOldProgram);
    one.say(Sort::State, one.state(u"live"_s, u"cccccccccccc"_s, 99'000, u"1.0"_s));
    QVERIFY(scene.at(right).hasOldProfile);
    scene.board.forget(left);
    QVERIFY(!scene.at(right).hasOldProfile);
    QVERIFY(!scene.at(right).hasOldProgram);
}

void BoardTest::forgottenDesksComeBack()
{
    Scene scene;
    Console console(scene, left, 1);
    QSignalSpy removed(&scene.board, &Board::deskRemoved);
    console.say(Sort::State, console.state());
    scene.board.forget(left);
    scene.board.forget(left);
    QCOMPARE(removed.size(), 1);
    QVERIFY(!scene.board.desk(left));
    console.say(Sort::Numbers, console.numbers());
    QVERIFY(scene.board.desk(left));
    scene.arrive(topics.ofDesk(left, Sort::Presence), QByteArray()); // its people took it off the hub
    QVERIFY(!scene.board.desk(left));
    QCOMPARE(removed.size(), 2);
}

void BoardTest::curvesGrow()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(Sort::Presence, console.online());
    for (int i = 0; i < 40 * 30; ++i) { // 40 minutes
        if (i % 15 == 0) {
            console.say(Sort::Numbers, console.numbers());
        }
        scene.pass(2s);
    }
    const auto &points = scene.at(left).points;
    QVERIFY2(points.size() >= 90 && points.size() <= 91, qPrintable(QString::number(points.size())));
    for (std::size_t i = 1; i < points.size(); ++i) {
        QVERIFY(points[i].at - points[i - 1].at >= 8s && points[i].at - points[i - 1].at <= 12s);
        QCOMPARE(points[i].roundTripMs.value_or(0), 100.0);
    }
    console.say(Sort::Presence, console.will());
    scene.pass(12s);
    QVERIFY(!scene.at(left).points.back().roundTripMs); // a gap
}

void BoardTest::changesAreToldTogether()
{
    Scene scene;
    QSignalSpy changes(&scene.board, &Board::desksChanged);
    Console one(scene, left, 1);
    Console other(scene, right, 2);
    for (int i = 0; i < 10; ++i) {
        one.say(Sort::Numbers, one.numbers());
        other.say(Sort::Numbers, other.numbers());
    }
    QCOMPARE(changes.size(), 0);
    QTRY_COMPARE(changes.size(), 1);
    QCOMPARE(changes.first().first().value<QList<DeskName>>(), (QList{left, right}));
    QElapsedTimer clock;
    clock.start();
    one.say(Sort::Numbers, one.numbers());
    QTRY_COMPARE(changes.size(), 2);
    QVERIFY2(clock.elapsed() >= 50, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(changes.last().first().value<QList<DeskName>>(), QList{left});
}

void BoardTest::fiveHundredDesksCostLittle()
{
    Scene scene;
    std::vector<std::unique_ptr<Console>> consoles;
    for (int i = 0; i < 500; ++i) {
        consoles.push_back(std::make_unique<Console>(scene, DeskName{.site = u"site-%1"_s.arg(i % 12), .desk = u"desk-%1"_s.arg(i)}, i));
        consoles.back()->say(Sort::Presence, consoles.back()->online());
        consoles.back()->say(Sort::State, consoles.back()->state());
    }
    QList<BrokerMessage> messages;
    for (int round = 0; round < 12; ++round) { // a minute in which all numbers of all desks change every 5 s
        for (const auto &console : consoles) {
            messages.append({.topic = topics.ofDesk(console->name, Sort::Numbers),
                             .payload = console->numbers(std::chrono::milliseconds(50 + round * 20)),
                             .isRetained = false,
                             .arrivedAt = scene.now});
        }
    }
    QElapsedTimer clock;
    clock.start();
    scene.board.take(messages);
    for (int i = 0; i < 30; ++i) {
        scene.pass(2s);
    }
    const double perMessage = double(clock.nsecsElapsed()) / 1000 / double(messages.size());
    qInfo("%.1f us a message; a minute of 500 desks takes %.0f ms", perMessage, double(clock.nsecsElapsed()) / 1e6);
    QCOMPARE(scene.board.desks().size(), 500);
    QCOMPARE(scene.board.counters().taken, 7000U);
#if !defined(NIGHTDESK_SANITIZED)
    QVERIFY(perMessage < 1000);
#endif
}

QTEST_GUILESS_MAIN(BoardTest)
#include "boardtest.moc"
