// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "boardworld.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tools/bench/boardkit/simulateddesk.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Desks, a board and a real mosquitto between them: what an SA has to be able to rely on.
class BoardWorldTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDeskIsThereWithinASecond();
    void aKilledDeskIsToldByItsWill();
    void aDeskThatIsCutOffIsToldByItsWillAndComesBack();
    void aDeskThatEndsInOrderIsGoneAndNotLost();
    void aBrokerThatIsRestartedKnowsAllAgain();
    void whatABrokerKeptFromBeforeDoesNotWin();
    void aClockThatIsWrongIsMeasured_data();
    void aClockThatIsWrongIsMeasured();
    void nobodyWritesAsAnother();
    void aWrongCredentialIsRefused();
    void badPayloadsAreDroppedAndCounted();
    void whatIsTooLongForAnybodyHurtsNobody();
    void twoHundredDesksJoinAtOnce();
};

void BoardWorldTest::aDeskIsThereWithinASecond()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    PlayedDesk desk(world.broker, world.credentials[0]);
    std::optional<Clock::time_point> connectedAt;
    std::optional<Clock::time_point> seenAt;
    QObject::connect(&desk.client, &BrokerClient::connected, &desk.client, [&] {
        connectedAt = Clock::now();
    });
    QObject::connect(&world.board, &Board::deskAdded, &desk.client, [&](const DeskName &name) {
        if (name == desk.name) {
            seenAt = Clock::now();
        }
    });
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.isOnline(desk.name) && world.board.desk(desk.name)->state));
    QVERIFY(connectedAt && seenAt);
    QVERIFY2(*seenAt - *connectedAt < underLoad(1s), qPrintable(QString::number(std::chrono::duration<double>(*seenAt - *connectedAt).count())));
    QCOMPARE(world.board.desk(desk.name)->health, DeskHealth::Good);
    QCOMPARE(world.board.desk(desk.name)->people(), desk.figures.state.people);
}

void BoardWorldTest::aKilledDeskIsToldByItsWill()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    const DeskName name = *DeskName::fromText(u"santa-cruz/left"_s);
    QTemporaryDir directory;
    QVERIFY(BrokerCredentialFile::write(directory.filePath(u"left.json"_s), world.credentials[0]));
    QProcess desks;
    desks.setStandardOutputFile(QProcess::nullDevice());
    desks.start(
        qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/boarddesks"_s,
        {u"--desks"_s, u"1"_s, u"--broker"_s, u"127.0.0.1:%1"_s.arg(world.broker.port()), u"--credentials"_s, directory.path(), u"--seconds"_s, u"100"_s});
    QVERIFY(desks.waitForStarted());
    QVERIFY(WAIT_FOR(world.isOnline(name)));
    desks.kill();
    const auto killedAt = Clock::now();
    QVERIFY(WAIT_FOR(world.health(name) == DeskHealth::Lost));
    QVERIFY(Clock::now() - killedAt < 30s);
    QVERIFY(!world.isOnline(name));
    QVERIFY(!world.board.desk(name)->healthReason.isEmpty());
    QVERIFY(world.board.desk(name)->state); // what it did last is still there to read
    QVERIFY(WAIT_FOR(desks.state() == QProcess::NotRunning));
}

void BoardWorldTest::aDeskThatIsCutOffIsToldByItsWillAndComesBack()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    PlayedDesk desk(world.broker, world.credentials[0]);
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.isOnline(desk.name)));
    desk.way->cut(); // nobody says a word; the broker has to notice
    const auto cutAt = Clock::now();
    QVERIFY(WAIT_FOR(world.health(desk.name) == DeskHealth::Lost, 60s));
    QVERIFY2(Clock::now() - cutAt < underLoad(30s), qPrintable(QString::number(std::chrono::duration<double>(Clock::now() - cutAt).count())));
    desk.figures.state.people = {u"C. Student"_s}; // while nobody hears it
    desk.publisher.publishStateSoon();
    desk.way->mend();
    desk.client.retry();
    QVERIFY(WAIT_FOR(world.isOnline(desk.name) && world.board.desk(desk.name)->people() == QStringList{u"C. Student"_s}, 90s));
    QCOMPARE(world.health(desk.name), DeskHealth::Good);
}

void BoardWorldTest::aDeskThatEndsInOrderIsGoneAndNotLost()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    PlayedDesk desk(world.broker, world.credentials[0]);
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.isOnline(desk.name)));
    desk.publisher.close();
    QVERIFY(WAIT_FOR(!world.isOnline(desk.name)));
    QCOMPARE(world.health(desk.name), DeskHealth::Gone);
}

void BoardWorldTest::aBrokerThatIsRestartedKnowsAllAgain()
{
    BoardWorld world;
    QStringList names;
    for (int i = 0; i < 5; ++i) {
        names << u"waimea/desk-%1"_s.arg(i);
    }
    QVERIFY(world.begin(names));
    std::vector<std::unique_ptr<PlayedDesk>> desks;
    for (const BrokerCredential &credential : world.credentials) {
        desks.push_back(std::make_unique<PlayedDesk>(world.broker, credential));
        desks.back()->publisher.open(credential);
    }
    QVERIFY(waitFor([&] {
        return std::ranges::all_of(desks, [&](const auto &desk) {
            return world.isOnline(desk->name) && world.board.desk(desk->name)->state;
        });
    }));
    const QDateTime killedAt = QDateTime::currentDateTimeUtc();
    world.broker.kill();
    QVERIFY(WAIT_FOR(!world.board.isConnected()));
    for (const auto &desk : desks) { // the night goes on; desks are not shown as if they had gone
        desk->fail();
        QVERIFY(world.board.desk(desk->name)->state);
        QCOMPARE(world.board.desk(desk->name)->state->displays.constFirst().state, u"live"_s);
    }
    QVERIFY(world.broker.start());
    QVERIFY(waitFor(
        [&] {
            return world.board.isConnected() && std::ranges::all_of(desks, [&](const auto &desk) {
                       const BoardDesk *known = world.board.desk(desk->name);
                       return known->presence->isOnline && known->presence->stamp.sentAt > killedAt && known->health == DeskHealth::Bad;
                   });
        },
        90s));
    for (const auto &desk : desks) {
        QCOMPARE(world.board.desk(desk->name)->state->displays, desk->figures.state.displays);
    }
}

void BoardWorldTest::whatABrokerKeptFromBeforeDoesNotWin()
{
    BoardWorld world;
    world.broker.addConfig(u"persistence true"_s);
    world.broker.addConfig(u"persistence_location %1/"_s.arg(world.broker.directory()));
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    PlayedDesk desk(world.broker, world.credentials[0]);
    desk.publisher.open(desk.credential);
    const auto shows = [&](const QString &who) {
        const BoardDesk *known = world.board.desk(desk.name);
        return known && known->state && known->state->people == QStringList{who};
    };
    desk.observe(u"A. Evening"_s);
    QVERIFY(WAIT_FOR(shows(u"A. Evening"_s)));
    world.broker.stop(); // in order: it writes down what was retained
    QVERIFY(world.broker.start());
    desk.client.retry();
    world.client.retry();
    QVERIFY(WAIT_FOR(world.board.isConnected() && world.isOnline(desk.name)));
    desk.observe(u"B. Midnight"_s);
    QVERIFY(WAIT_FOR(shows(u"B. Midnight"_s)));

    // Killed, it comes back with the evening's state; and the desk is not there to say it anew.
    desk.way->cut();
    const quint64 staleMessages = world.board.counters().staleMessages;
    bool sawEvening = false;
    QObject::connect(&world.board, &Board::desksChanged, &desk.client, [&] {
        sawEvening |= shows(u"A. Evening"_s);
    });
    QVERIFY(world.broker.restart());
    world.client.retry();
    QVERIFY(WAIT_FOR(world.board.isConnected() && world.board.counters().staleMessages > staleMessages));
    QVERIFY(shows(u"B. Midnight"_s));
    desk.observe(u"C. Dawn"_s);
    desk.way->mend();
    desk.client.retry();
    QVERIFY(WAIT_FOR(shows(u"C. Dawn"_s) && world.isOnline(desk.name), 90s));
    QVERIFY(!sawEvening);
}

void BoardWorldTest::aClockThatIsWrongIsMeasured_data()
{
    QTest::addColumn<std::chrono::seconds>("skew");
    QTest::newRow("a desk three hours ahead") << std::chrono::seconds(3h);
    QTest::newRow("a desk five hours behind") << std::chrono::seconds(-5h);
    QTest::newRow("a desk that is right") << 0s;
}

void BoardWorldTest::aClockThatIsWrongIsMeasured()
{
    QFETCH(const std::chrono::seconds, skew);
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    Writer writer(world.broker, world.credentials[0]);
    QVERIFY(writer.begin());
    writer.skew = skew;
    const QDateTime before = QDateTime::currentDateTimeUtc();
    writer.sayPresence(true);
    writer.sayState(u"A. Observer"_s);
    QVERIFY(waitFor([&] {
        const BoardDesk *known = world.board.desk(writer.name);
        return known && known->state && known->clockOffset;
    }));
    const BoardDesk *known = world.board.desk(writer.name);
    const auto off = *known->clockOffset - skew;
    QVERIFY2(std::chrono::abs(off) < 30s, qPrintable(QString::number(off.count())));
    QVERIFY(known->lastMessageAt >= before.addSecs(-1) && known->lastMessageAt <= QDateTime::currentDateTimeUtc().addSecs(1)); // by the board's own clock
    QVERIFY(known->health < DeskHealth::Lost);
    writer.sayState(u"B. Astronomer"_s); // its own order holds whatever its clock says
    QVERIFY(WAIT_FOR(world.board.desk(writer.name)->people() == QStringList{u"B. Astronomer"_s}));
}

void BoardWorldTest::nobodyWritesAsAnother()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s, u"santa-cruz/right"_s}));
    PlayedDesk desk(world.broker, world.credentials[0]);
    desk.publisher.open(desk.credential);
    QVERIFY(WAIT_FOR(world.isOnline(desk.name)));
    Writer forger(world.broker, world.credentials[1]);
    QVERIFY(forger.begin());
    QStringList refused;
    QObject::connect(&forger.client, &BrokerClient::messageRefused, &forger.client, [&](const QString &topic) {
        refused << topic;
    });
    const BoardTopics topics(world.broker.facility());
    const QStringList forbidden{topics.deskTopic(desk.name, BoardTopics::MessageKind::Presence),
                                topics.deskTopic(desk.name, BoardTopics::MessageKind::State),
                                topics.deskTopic(desk.name, BoardTopics::MessageKind::Call),
                                topics.saTopic(u"ann"_s, BoardTopics::MessageKind::Note),
                                topics.saToDeskTopic(u"ann"_s, desk.name, BoardTopics::MessageKind::Note)};
    BoardWire::Presence gone{.stamp = forger.stamp(), .isOnline = false, .people = {u"Mallory"_s}, .programVersion = {}};
    for (const QString &topic : forbidden) {
        QVERIFY(forger.client.publish(topic, BoardWire::write(gone), {.qos = 1, .shouldRetain = true, .expiry = {}}));
    }
    QVERIFY(WAIT_FOR(refused.size() == forbidden.size()));
    // What it says as itself arrives after all that: nothing of the rest did.
    forger.sayPresence(true);
    QVERIFY(WAIT_FOR(world.isOnline(forger.name)));
    QVERIFY(world.isOnline(desk.name));
    QCOMPARE(world.board.desk(desk.name)->people(), desk.figures.state.people);
    QCOMPARE(world.board.counters().droppedMessages, 0U);
}

void BoardWorldTest::aWrongCredentialIsRefused()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    BrokerCredential wrong = world.credentials[0];
    wrong.password = Secret::fromText(u"a guess"_s);
    PlayedDesk desk(world.broker, wrong);
    desk.publisher.open(wrong);
    QVERIFY(WAIT_FOR(desk.client.state() == BrokerState::Refused));
    QVERIFY(desk.client.failure());
    QCOMPARE(desk.client.failure()->kind, FailureKind::Refused);
    QVERIFY(!desk.client.failure()->what.isEmpty());
    QVERIFY(!world.board.desk(desk.name));
}

void BoardWorldTest::badPayloadsAreDroppedAndCounted()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    Writer writer(world.broker, world.credentials[0]);
    QVERIFY(writer.begin());
    writer.sayPresence(true);
    writer.sayState(u"A. Observer"_s);
    QVERIFY(waitFor([&] {
        const BoardDesk *known = world.board.desk(writer.name);
        return known && known->state;
    }));
    const BoardTopics topics(world.broker.facility());
    const QString state = topics.deskTopic(writer.name, BoardTopics::MessageKind::State);
    const QByteArray good = BoardWire::write(writer.state(u"Nobody"_s));
    QByteArray newer = good;
    newer.replace("\"v\":1", "\"v\":2");
    const QList<QByteArray> bad{"{",
                                "[]",
                                "null",
                                "{}",
                                "\xff\xfe\x00",
                                good.left(good.size() / 2),
                                QByteArray(good).replace("\"at\":", "\"at\":true,\"then\":"),
                                newer,
                                QByteArray(5000, '['),
                                QByteArray(BoardWire::maxPayload + 1, ' '),
                                "{\"v\":1,\"x\":\"" + QByteArray(BoardWire::maxPayload, 'x') + "\"}"};
    for (const QByteArray &payload : bad) {
        QVERIFY(writer.client.publish(state, payload, {.qos = 1, .shouldRetain = false, .expiry = {}}));
    }
    // Of another sort than its topic says. (On a topic that is none of ours the access list lets nobody write.)
    QVERIFY(writer.client.publish(topics.deskTopic(writer.name, BoardTopics::MessageKind::History), good, {.qos = 1, .shouldRetain = false, .expiry = {}}));
    const quint64 wanted = static_cast<quint64>(bad.size()) + 1;
    QVERIFY2(WAIT_FOR(world.board.counters().droppedMessages >= wanted), qPrintable(QString::number(world.board.counters().droppedMessages)));
    QCOMPARE(world.board.counters().droppedMessages, wanted);
    QVERIFY(world.board.counters().droppedMessagesByDesk.value(writer.name) >= static_cast<quint64>(bad.size()));
    QCOMPARE(world.board.desk(writer.name)->people(), QStringList{u"A. Observer"_s});
    writer.sayState(u"B. Astronomer"_s);
    QVERIFY(WAIT_FOR(world.board.desk(writer.name)->people() == QStringList{u"B. Astronomer"_s}));
    QVERIFY(world.board.isConnected());
}

void BoardWorldTest::whatIsTooLongForAnybodyHurtsNobody()
{
    BoardWorld world;
    QVERIFY(world.begin({u"santa-cruz/left"_s}));
    Writer writer(world.broker, world.credentials[0]);
    QVERIFY(writer.begin());
    const QString state = BoardTopics(world.broker.facility()).deskTopic(writer.name, BoardTopics::MessageKind::State);
    QVERIFY(!writer.client.publish(state, QByteArray(1024 * 1024, 'x'))); // more than anybody may say
    // Another program is not so well-behaved: more than a board takes, and not more than the broker does.
    QTemporaryDir home;
    QFile options(home.filePath(u"mosquitto_pub"_s));
    QVERIFY(options.open(QFile::WriteOnly, QFile::ReadOwner | QFile::WriteOwner));
    options.write("-u " + writer.credential.user().toUtf8() + "\n-P " + writer.credential.password.view().toByteArray() + '\n');
    options.close();
    QFile payload(home.filePath(u"payload"_s));
    QVERIFY(payload.open(QFile::WriteOnly));
    payload.write(QByteArray(100 * 1024, 'x'));
    payload.close();
    QProcess publish;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_CONFIG_HOME"_s, home.path());
    publish.setProcessEnvironment(environment);
    publish.start(u"mosquitto_pub"_s,
                  {u"-V"_s,
                   u"mqttv5"_s,
                   u"-q"_s,
                   u"1"_s,
                   u"-r"_s,
                   u"-h"_s,
                   u"127.0.0.1"_s,
                   u"-p"_s,
                   QString::number(world.broker.port()),
                   u"-t"_s,
                   state,
                   u"-f"_s,
                   payload.fileName()});
    QVERIFY(publish.waitForFinished());
    QCOMPARE(publish.exitCode(), 0);
    writer.sayPresence(true);
    QVERIFY(WAIT_FOR(world.isOnline(writer.name)));
    QVERIFY(world.board.isConnected());
    // Nor whoever comes later, and finds it retained.
    world.client.close();
    QVERIFY(WAIT_FOR(world.client.state() == BrokerState::Idle));
    QVERIFY(world.join());
    writer.sayState(u"B. Astronomer"_s);
    QVERIFY(WAIT_FOR(world.board.desk(writer.name)->people() == QStringList{u"B. Astronomer"_s}));
}

void BoardWorldTest::twoHundredDesksJoinAtOnce()
{
    BoardWorld world;
    QStringList names;
    for (int i = 0; i < 200; ++i) {
        names << u"site-%1/desk-%2"_s.arg(i % 10).arg(i);
    }
    QVERIFY(world.begin(names));
    std::vector<std::unique_ptr<SimulatedDesk>> desks;
    for (const BrokerCredential &credential : world.credentials) {
        desks.push_back(std::make_unique<SimulatedDesk>(credential, world.broker.spec().address, 1, DeskNight::Pace{}));
    }
    for (const auto &desk : desks) {
        desk->open();
    }
    QVERIFY2(waitFor(
                 [&] {
                     return std::ranges::all_of(desks, [&](const auto &desk) {
                         const BoardDesk *known = world.board.desk(desk->name());
                         return known && known->presence && known->presence->isOnline && known->state && known->state->displays.size() == 6;
                     });
                 },
                 90s),
             qPrintable(QString::number(world.board.desks().size())));
    QCOMPARE(world.board.desks().size(), 200);
    QCOMPARE(world.board.counters().droppedMessages, 0U);
}

NIGHTDESK_GUILESS_TEST(BoardWorldTest)
#include "boardworldtest.moc"
