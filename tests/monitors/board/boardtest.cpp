// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/monitors/board/boardscene.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace Nightdesk;
using namespace Nightdesk::Test;

class BoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setApplicationVersion(u"0.10.0"_s);
    }
    void aDeskComesAndGoes();
    void clocksAreMeasured_data();
    void clocksAreMeasured();
    void rubbishIsCounted();
    void displaysAreJudged();
    void callsRingOnce();
    void whoLeavesWithACallIsSaid();
    void acknowledgementsCountAtOnce_data();
    void acknowledgementsCountAtOnce();
    void notesComeOnce();
    void supportAstronomersHaveSeveralBoards();
    void oldProfilesAndProgramsAreMarked();
    void oneDeskDoesNotMakeAllOld();
    void whoeverIsToldMayTakeItAway();
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
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state());
    console.say(MessageKind::Numbers, console.numbers());
    QCOMPARE(added.size(), 1);
    QCOMPARE(scene.board.desks(), QList{left});
    const BoardDesk &desk = scene.at(left);
    QCOMPARE(desk.health, DeskHealth::Good);
    QVERIFY(desk.healthReason.isEmpty());
    QVERIFY(desk.isStateCurrent);
    QCOMPARE(desk.people(), QStringList{u"Ann"_s});
    QCOMPARE(desk.firstInstrumentConnectedAt(), console.runBeganAt);
    QCOMPARE(desk.worstRoundTrip().value_or(0us), 100ms);
    QCOMPARE(desk.bytesInPerSecond().value_or(0), 1000);
    QCOMPARE(desk.compressionRatio().value_or(0), 2.5);
    QCOMPARE(desk.flowLimit(), u"bandwidth"_s);
    QCOMPARE(desk.highestFrameRate().value_or(0), 20);
    QCOMPARE(desk.oldestImageAge().value_or(0ms), 60ms);
    QCOMPARE(desk.lastMessageAt, scene.utc);
    console.say(MessageKind::Presence, console.farewell());
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
    QVERIFY(scene.at(left).healthReason.isEmpty());
    QCOMPARE(scene.board.counters().acceptedMessages, 4U);
    scene.pass(10min);
    QCOMPARE(scene.at(left).health, DeskHealth::Gone);
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
    scene.board.setBrokerRoundTrip(40ms);
    Console console(scene, left, 1, offset);
    console.say(MessageKind::Presence, console.online(), true); // retained: it says nothing of now
    QVERIFY(!scene.at(left).clockOffset);
    const auto send = [&](const QByteArray &payload, MessageKind sort) {
        scene.pass(70ms); // half of 100 ms, half of 40 ms
        console.say(sort, payload);
    };
    send(console.numbers(), MessageKind::Numbers);
    send(console.state(), MessageKind::State);
    QVERIFY(scene.at(left).clockOffset);
    QCOMPARE(*scene.at(left).clockOffset, offset);
    QCOMPARE(scene.at(left).lastMessageAt, scene.utc); // by our clock, whatever theirs says
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(MessageKind::Presence, console.will());
    QCOMPARE(*scene.at(left).clockOffset, offset); // it was written long ago
}

void BoardTest::rubbishIsCounted()
{
    Scene scene;
    Console console(scene, left, 1);
    const QString topic = topics.deskTopic(left, MessageKind::State);
    scene.arrive(topic, "{");
    scene.arrive(topic, QByteArray(BoardWire::maxPayload + 1, ' '));
    scene.arrive(topic, console.numbers());
    scene.arrive(u"nightdesk/1/other/desk/santa-cruz/left/state"_s, console.state());
    scene.arrive(u"nightdesk/1/keck/desk/santa-cruz/left/mood"_s, console.state());
    scene.arrive(u"weather"_s, "{}");
    QCOMPARE(scene.board.counters().droppedMessages, 6U);
    QCOMPARE(scene.board.counters().droppedMessagesByDesk.value(left), 3U);
    QCOMPARE(scene.board.counters().acceptedMessages, 0U);
    QVERIFY(scene.board.desks().isEmpty());
    scene.arrive(topics.deskTopic(left, MessageKind::History), QByteArray()); // taken back: no mistake
    QCOMPARE(scene.board.counters().droppedMessages, 6U);
}

void BoardTest::displaysAreJudged()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::State, console.state(u"retrying"_s));
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(4s);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    scene.pass(2s);
    QCOMPARE(scene.at(left).health, DeskHealth::Bad); // though it said nothing more
    console.say(MessageKind::State, console.state());
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    console.say(MessageKind::Numbers, console.numbers(600ms));
    QCOMPARE(scene.at(left).health, DeskHealth::Poor);
    QVERIFY(scene.at(left).healthReason.contains(u"600"_s));
}

void BoardTest::callsRingOnce()
{
    Scene scene;
    Console console(scene, left, 1);
    QSignalSpy rings(&scene.board, &Board::callStarted);
    QSignalSpy changes(&scene.board, &Board::callChanged);
    console.say(MessageKind::Presence, console.online());
    const QByteArray ringing = console.call(BoardWire::CallState::Ringing);
    console.say(MessageKind::Call, ringing);
    QCOMPARE(rings.size(), 1);
    QCOMPARE(rings.first().at(0).value<DeskName>(), left);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QVERIFY(scene.at(left).healthReason.contains(u"No guider"_s));
    // A broker that restarts, and its desk tells again; also what is retained comes again.
    scene.board.setConnected(false);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    scene.board.setConnected(true);
    console.say(MessageKind::Call, ringing, true);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing));
    QCOMPARE(rings.size(), 1);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Acknowledged));
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QVERIFY(scene.at(left).call);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Over));
    QVERIFY(!scene.at(left).call);
    console.say(MessageKind::Call, QByteArray());
    QCOMPARE(changes.size(), 4);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing, u"00000000000000cb"_s));
    QCOMPARE(rings.size(), 2);
    console.say(MessageKind::Call, QByteArray()); // taken back without a word
    QVERIFY(!scene.at(left).call);
    QCOMPARE(scene.at(left).health, DeskHealth::Good);
    QCOMPARE(rings.size(), 2);
}

void BoardTest::whoLeavesWithACallIsSaid()
{
    Scene scene;
    QSignalSpy leaving(&scene.board, &Board::callerSignedOff);
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    const auto over = [&console](bool hasDeskSignedOff, const QString &id) {
        const auto read = BoardWire::read(topics.deskTopic(left, MessageKind::Call), console.call(BoardWire::CallState::Over, id));
        BoardWire::Call call = std::get<BoardWire::Call>(*read);
        call.hasDeskSignedOff = hasDeskSignedOff;
        return BoardWire::write(call);
    };
    console.say(MessageKind::Call, over(true, u"00000000000000c0"_s)); // of one that this board never heard of
    QCOMPARE(leaving.size(), 0);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing, u"00000000000000c1"_s));
    console.say(MessageKind::Call, over(false, u"00000000000000c1"_s)); // a person took it back
    QCOMPARE(leaving.size(), 0);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing, u"00000000000000c2"_s));
    console.say(MessageKind::Presence, console.will()); // it fell out: nobody takes back anything
    QVERIFY(scene.at(left).call);
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    console.say(MessageKind::Call, over(true, u"00000000000000c2"_s));
    QVERIFY(!scene.at(left).call);
    QCOMPARE(leaving.size(), 1);
    QCOMPARE(leaving.first().at(0).value<DeskName>(), left);
    QCOMPARE(leaving.first().at(1).value<BoardWire::Call>().id, u"00000000000000c2"_s);
    console.say(MessageKind::Call, over(true, u"00000000000000c2"_s)); // told with the next connection again
    QCOMPARE(leaving.size(), 1);
}

void BoardTest::acknowledgementsCountAtOnce_data()
{
    QTest::addColumn<bool>("isFirst"); // the acknowledgement is heard of before the call is
    QTest::newRow("after the call") << false;
    QTest::newRow("before the call, as a broker may tell what it keeps") << true;
}

/// The desk may not be there to say that it knows.
void BoardTest::acknowledgementsCountAtOnce()
{
    QFETCH(bool, isFirst);
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    console.say(MessageKind::Presence, console.will());
    const auto acknowledge = [&scene](const QString &call) {
        const BoardWire::MessageStamp stamp{.runId = u"00000000000000aa"_s, .runBeganAt = scene.utc, .sequence = 1, .sentAt = scene.utc};
        scene.arrive(topics.saToDeskTopic(u"ann"_s, left, MessageKind::Acknowledgement),
                     BoardWire::write(BoardWire::Acknowledgement{stamp, call, u"Ann"_s}),
                     true);
    };
    acknowledge(u"00000000000000cc"_s); // of an earlier one
    if (isFirst) {
        acknowledge(callId);
    }
    QSignalSpy changes(&scene.board, &Board::callChanged);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing), true);
    QCOMPARE(scene.at(left).health == DeskHealth::Calling, !isFirst);
    if (!isFirst) {
        acknowledge(callId);
    }
    QCOMPARE(changes.size(), isFirst ? 1 : 2);
    QCOMPARE(scene.at(left).call->state, BoardWire::CallState::Acknowledged);
    QCOMPARE(scene.at(left).call->acknowledgerName, u"Ann"_s);
    QVERIFY(scene.at(left).isAcknowledgementPending);
    QCOMPARE(scene.at(left).health, DeskHealth::Lost);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing)); // it comes back, and has not heard it yet
    QCOMPARE(scene.at(left).call->state, BoardWire::CallState::Acknowledged);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Acknowledged));
    QVERIFY(!scene.at(left).isAcknowledgementPending);
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing, u"00000000000000cb"_s)); // another one
    QCOMPARE(scene.at(left).health, DeskHealth::Calling);
    QCOMPARE(scene.board.counters().droppedMessages, quint64(0));
}

void BoardTest::notesComeOnce()
{
    Scene scene;
    QSignalSpy notes(&scene.board, &Board::deskNoteArrived);
    QSignalSpy saNotes(&scene.board, &Board::saNoteArrived);
    Console console(scene, left, 1);
    const BoardWire::Note note{.stamp = console.stamp(), .id = u"0000000000000001"_s, .text = u"Fog"_s, .signature = u"Ann"_s};
    for (int i = 0; i < 3; ++i) {
        console.say(MessageKind::Note, BoardWire::write(note), i == 2);
    }
    QCOMPARE(notes.size(), 1);
    QCOMPARE(notes.first().at(1).value<BoardWire::Note>().text, u"Fog"_s);
    BoardWire::Note toAll = note;
    toAll.id = u"0000000000000002"_s;
    scene.arrive(topics.saTopic(u"ann"_s, MessageKind::Note), BoardWire::write(toAll));
    scene.arrive(topics.saTopic(u"ann"_s, MessageKind::Note), BoardWire::write(toAll));
    QCOMPARE(saNotes.size(), 1);
    QCOMPARE(saNotes.first().at(0).toString(), u"ann"_s);
}

void BoardTest::supportAstronomersHaveSeveralBoards()
{
    Scene scene;
    QSignalSpy changes(&scene.board, &Board::supportAstronomersChanged);
    Console home(scene, left, 1);
    Console office(scene, left, 2);
    const QString atHome = topics.saPresenceTopic(u"ann"_s, home.run);
    const QString atOffice = topics.saPresenceTopic(u"ann"_s, office.run);
    scene.arrive(atHome, home.online());
    QCOMPARE(scene.board.supportAstronomers().size(), 1);
    QVERIFY(scene.board.supportAstronomers().first().isOnline);
    const QByteArray late = home.will();
    scene.arrive(atHome, home.online()); // its connection broke off, and came back
    scene.arrive(atHome, late);
    scene.arrive(atOffice, office.online());
    QCOMPARE(scene.board.supportAstronomers().first().openBoardRunIds, (QStringList{home.run, office.run}));
    scene.arrive(atHome, home.will());
    QCOMPARE(scene.board.supportAstronomers().first().openBoardRunIds, QStringList{office.run});
    scene.arrive(atOffice, QByteArray());
    QVERIFY(!scene.board.supportAstronomers().first().isOnline);
    QCOMPARE(changes.size(), 4);
    // Who comes back to the broker hears of all boards, whoever was the last to speak.
    scene.board.setConnected(false);
    scene.board.setConnected(true);
    scene.arrive(atHome, home.will(), true);
    scene.arrive(atOffice, office.online(), true);
    QCOMPARE(scene.board.supportAstronomers().first().openBoardRunIds, QStringList{office.run});
    scene.arrive(atHome, office.online()); // in another's name
    QCOMPARE(scene.board.counters().droppedMessages, 1U);
}

void BoardTest::oldProfilesAndProgramsAreMarked()
{
    Scene scene;
    Console one(scene, left, 1);
    Console other(scene, right, 2);
    one.say(MessageKind::State, one.state(u"live"_s, u"aaaaaaaaaaaa"_s, 0, u"0.9.0"_s));
    other.say(MessageKind::State, other.state(u"live"_s, u"aaaaaaaaaaaa"_s, 5000, u"0.9.0"_s)); // the same, copied later
    QVERIFY(!scene.at(left).hasOutdatedProfile);
    QVERIFY(!scene.at(right).hasOutdatedProfile);
    other.say(MessageKind::State, other.state(u"live"_s, u"bbbbbbbbbbbb"_s, 9000, u"0.10.0"_s)); // as here
    QVERIFY(scene.at(left).hasOutdatedProfile);
    QVERIFY(scene.at(left).hasOutdatedProgram);
    QVERIFY(!scene.at(right).hasOutdatedProfile);
    QVERIFY(!scene.at(right).hasOutdatedProgram);
    one.say(MessageKind::State, one.state(u"live"_s, u"bbbbbbbbbbbb"_s, 9000, u"0.10.0"_s));
    QVERIFY(!scene.at(left).hasOutdatedProfile);
    QVERIFY(!scene.at(left).hasOutdatedProgram);
    one.say(MessageKind::State, one.state(u"live"_s, u"cccccccccccc"_s, 99'000, u"1.0"_s));
    QVERIFY(scene.at(right).hasOutdatedProfile);
    scene.board.removeDesk(left);
    QVERIFY(!scene.at(right).hasOutdatedProfile);
    QVERIFY(!scene.at(right).hasOutdatedProgram);
}

void BoardTest::oneDeskDoesNotMakeAllOld()
{
    Scene scene;
    Console good(scene, left, 1);
    Console odd(scene, right, 2);
    good.say(MessageKind::State, good.state(u"live"_s, u"aaaaaaaaaaaa"_s, 0, u"0.10.0"_s));
    // In a checkout that was made while the clock was wrong, with a program that nobody has.
    const auto ahead = std::chrono::years(100) / 1ms;
    BoardWire::DeskState state =
        BoardWire::DeskState(std::get<BoardWire::DeskState>(*BoardWire::read(topics.deskTopic(right, MessageKind::State), odd.state())));
    state.stamp = odd.stamp();
    state.programVersion = u"999"_s;
    state.instruments[0].version = u"bbbbbbbbbbbb"_s;
    state.instruments[0].profileFilesChangedAt = scene.utc.addMSecs(ahead);
    odd.say(MessageKind::State, BoardWire::write(state));
    QVERIFY(!scene.at(left).hasOutdatedProfile);
    QVERIFY(!scene.at(left).hasOutdatedProgram);
    // A second one has it: then it is there.
    Console third(scene, DeskName{.site = u"hilo"_s, .desk = u"one"_s}, 3);
    third.say(MessageKind::State, third.state(u"live"_s, u"cccccccccccc"_s, 9000, u"999"_s));
    QVERIFY(scene.at(left).hasOutdatedProfile);
    QVERIFY(scene.at(left).hasOutdatedProgram);
    // Who has gone is no measure.
    third.say(MessageKind::Presence, (third.online(), third.farewell()));
    QVERIFY(!scene.at(left).hasOutdatedProfile);
    QVERIFY(!scene.at(left).hasOutdatedProgram);
}

void BoardTest::whoeverIsToldMayTakeItAway()
{
    Scene scene;
    Console console(scene, left, 1);
    connect(&scene.board, &Board::callStarted, &scene.board, [&scene](const DeskName &desk, const BoardWire::Call &call) {
        scene.board.removeDesk(desk);
        QCOMPARE(call.text, u"No guider"_s);
    });
    console.say(MessageKind::Call, console.call(BoardWire::CallState::Ringing));
    QVERIFY(!scene.board.desk(left));
    connect(&scene.board, &Board::deskAdded, &scene.board, [&scene](const DeskName &desk) {
        scene.board.removeDesk(desk);
    });
    console.say(MessageKind::State, console.state());
    QVERIFY(!scene.board.desk(left));
}

void BoardTest::forgottenDesksComeBack()
{
    Scene scene;
    Console console(scene, left, 1);
    QSignalSpy removed(&scene.board, &Board::deskRemoved);
    console.say(MessageKind::State, console.state());
    scene.board.removeDesk(left);
    scene.board.removeDesk(left);
    QCOMPARE(removed.size(), 1);
    QVERIFY(!scene.board.desk(left));
    console.say(MessageKind::Numbers, console.numbers());
    QVERIFY(scene.board.desk(left));
    scene.arrive(topics.deskTopic(left, MessageKind::Presence), QByteArray()); // its people took it off the broker
    QVERIFY(!scene.board.desk(left));
    QCOMPARE(removed.size(), 2);
}

void BoardTest::curvesGrow()
{
    Scene scene;
    Console console(scene, left, 1);
    console.say(MessageKind::Presence, console.online());
    for (int i = 0; i < 40 * 30; ++i) { // 40 minutes
        if (i % 15 == 0) {
            console.say(MessageKind::Numbers, console.numbers());
        }
        scene.pass(2s);
    }
    const auto &plotPoints = scene.at(left).plotPoints;
    QVERIFY2(plotPoints.size() >= 90 && plotPoints.size() <= 91, qPrintable(QString::number(plotPoints.size())));
    for (std::size_t i = 1; i < plotPoints.size(); ++i) {
        QVERIFY(plotPoints[i].at - plotPoints[i - 1].at >= 8s && plotPoints[i].at - plotPoints[i - 1].at <= 12s);
        QCOMPARE(plotPoints[i].roundTripMs.value_or(0), 100.0);
    }
    console.say(MessageKind::Presence, console.will());
    scene.pass(12s);
    QVERIFY(!scene.at(left).plotPoints.back().roundTripMs); // a gap
}

void BoardTest::changesAreToldTogether()
{
    Scene scene;
    QSignalSpy changes(&scene.board, &Board::desksChanged);
    QElapsedTimer clock; // since it was told first: by the time that this is seen here, the next may be due at once
    connect(&scene.board, &Board::desksChanged, this, [&clock] {
        if (!clock.isValid()) {
            clock.start();
        }
    });
    Console one(scene, left, 1);
    Console other(scene, right, 2);
    for (int i = 0; i < 10; ++i) {
        one.say(MessageKind::Numbers, one.numbers());
        other.say(MessageKind::Numbers, other.numbers());
    }
    QCOMPARE(changes.size(), 0);
    QTRY_COMPARE(changes.size(), 1);
    QCOMPARE(changes.first().first().value<QList<DeskName>>(), (QList{left, right}));
    one.say(MessageKind::Numbers, one.numbers());
    QTRY_COMPARE(changes.size(), 2);
    QVERIFY2(clock.elapsed() >= 50, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(changes.last().first().value<QList<DeskName>>(), QList{left});
}

namespace
{
/// What a minute of so many desks takes this thread of a processor, for each message; how long it waits for one does not count.
std::chrono::nanoseconds costOfAMessage(int desks)
{
    Scene scene;
    std::vector<std::unique_ptr<Console>> consoles;
    for (int i = 0; i < desks; ++i) {
        consoles.push_back(std::make_unique<Console>(scene, DeskName{.site = u"site-%1"_s.arg(i % 12), .desk = u"desk-%1"_s.arg(i)}, i));
        consoles.back()->say(MessageKind::Presence, consoles.back()->online());
        consoles.back()->say(MessageKind::State, consoles.back()->state());
    }
    QList<BrokerMessage> messages;
    for (int round = 0; round < 12; ++round) { // all numbers of all desks change every 5 s
        for (const auto &console : consoles) {
            messages.append({.topic = topics.deskTopic(console->name, MessageKind::Numbers),
                             .payload = console->numbers(std::chrono::milliseconds(50 + round * 20)),
                             .isRetained = false,
                             .arrivedAt = scene.now});
        }
    }
    const auto used = [] {
        timespec time{};
        (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    };
    const auto before = used();
    scene.board.applyMessages(messages);
    for (int i = 0; i < 30; ++i) {
        scene.pass(2s);
    }
    const auto cost = (used() - before) / messages.size();
    if (scene.board.desks().size() != desks || scene.board.counters().acceptedMessages != quint64(desks) * 14) {
        qFatal("the board did not take what it was told");
    }
    return cost;
}
}

void BoardTest::fiveHundredDesksCostLittle()
{
    // The least of three: what else the machine does to the caches only ever adds.
    const auto least = [](int desks) {
        return std::min({costOfAMessage(desks), costOfAMessage(desks), costOfAMessage(desks)});
    };
    const std::chrono::nanoseconds few = least(50);
    const std::chrono::nanoseconds many = least(500);
    const std::chrono::nanoseconds minute = many * 6000;
    qInfo("%.1f us a message of 50 desks, %.1f of 500; a minute of 500 takes %.0f ms",
          double(few.count()) / 1e3,
          double(many.count()) / 1e3,
          double(minute.count()) / 1e6);
    // Work for each message that grows with the number of desks would take ten times as long.
    QVERIFY(many < 4 * few);
#if !defined(NIGHTDESK_SANITIZED)
    QVERIFY(many < 100us);
#endif
}

NIGHTDESK_GUILESS_TEST(BoardTest)
#include "boardtest.moc"
