// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/tlsbrokerway.h"
#include "sessions/links/namelookup.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <netdb.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
/// With a real mosquitto that speaks TLS.
class TlsBrokerWayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void goesThrough();
    void carriesMuchAtOnce();
    void comesBack();
    void isNotReached_data();
    void isNotReached();
    void passesOverAnAddressThatIsSilent();
    void tellsOfTheAddressThatTellsMost();
    void doesNotWaitForAFileThatHangs();
    void canBeDestroyedInAnyState();

private:
    static std::unique_ptr<BrokerProbe> probeBy(const BrokerSpec &broker, const BrokerCredential &who);
};

std::unique_ptr<BrokerProbe> TlsBrokerWayTest::probeBy(const BrokerSpec &broker, const BrokerCredential &who)
{
    auto probe = std::make_unique<BrokerProbe>(broker, who);
    probe->client().setWay(std::make_unique<TlsBrokerWay>(broker));
    return probe;
}

void TlsBrokerWayTest::cleanup()
{
    NameLookup::setResolver({});
}

void TlsBrokerWayTest::goesThrough()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    const BrokerCredential left = broker.addDesk(u"santa-cruz/left"_s);
    QVERIFY(broker.start());
    const auto board = probeBy(broker.spec(), ann);
    board->client().subscribe({u"nightdesk/1/keck/#"_s});
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(board->connectNow(), qPrintable(board->why()));
    qInfo("connected after %lld ms", clock.elapsed());
    const auto desk = probeBy(broker.spec(), left);
    QVERIFY2(desk->connectNow(), qPrintable(desk->why()));
    QVERIFY(desk->client().publish(desk->willTopic(), "here", {.qos = 1, .isRetained = true, .expiry = {}}));
    QVERIFY(waitFor([&] {
        return board->newest(desk->willTopic()) == "here";
    }));
    desk->client().close(BrokerWill{desk->willTopic(), "goodbye"});
    QVERIFY(waitFor([&] {
        return desk->ends == 1 && board->newest(desk->willTopic()) == "goodbye";
    }));
}

void TlsBrokerWayTest::carriesMuchAtOnce()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    const BrokerCredential left = broker.addDesk(u"santa-cruz/left"_s);
    QVERIFY(broker.start());
    const auto board = probeBy(broker.spec(), ann);
    board->client().subscribe({u"nightdesk/1/keck/#"_s});
    QVERIFY(board->connectNow());
    const auto desk = probeBy(broker.spec(), left);
    QVERIFY(desk->connectNow());
    const QByteArray large(30000, 'x');
    for (int at = 0; at < 100; ++at) {
        QVERIFY(waitFor([&] {
            return desk->client().publish(u"nightdesk/1/keck/desk/santa-cruz/left/state"_s,
                                          QByteArray::number(at) + large,
                                          {.qos = 1, .isRetained = false, .expiry = {}});
        }));
    }
    QVERIFY(waitFor([&board] {
        return board->messages.size() == 100;
    }));
    QVERIFY(board->messages.last().payload.startsWith("99x"));
}

void TlsBrokerWayTest::comesBack()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const auto board = probeBy(broker.spec(), ann);
    QVERIFY(board->connectNow());
    broker.kill();
    QVERIFY(board->waitFor(BrokerState::Retrying));
    QVERIFY(waitFor([&board] {
        return board->why() == u"Nobody answers at the broker's port."_s;
    }));
    QVERIFY(broker.start());
    QVERIFY(board->waitFor(BrokerState::Connected, 90s)); // the pauses between its attempts grow to 30 s
}

void TlsBrokerWayTest::isNotReached_data()
{
    using Change = std::function<void(TestBroker &, BrokerSpec &)>;
    QTest::addColumn<Change>("before"); // it starts
    QTest::addColumn<Change>("after");
    QTest::addColumn<TestBroker::Entrance>("entrance");
    QTest::addColumn<BrokerState>("expected");
    QTest::addColumn<QString>("what");
    const Change nothing = [](TestBroker &, BrokerSpec &) { };
    const auto tls = TestBroker::Entrance::Tls;
    static TestCertificates strangers;
    QTest::newRow("signed by a stranger") << nothing << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = strangers.authority();
    }) << tls << BrokerState::Refused << u"signed by nobody who is trusted"_s;
    QTest::newRow("signed by nobody the system trusts") << nothing << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca.clear();
    }) << tls << BrokerState::Refused << u"signed by nobody who is trusted"_s;
    QTest::newRow("for another host") << Change([](TestBroker &broker, BrokerSpec &) {
        broker.setCertificate(strangers.server(u"broker.summit.example"_s));
    }) << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = strangers.authority();
    }) << tls << BrokerState::Refused << u"for another host than localhost"_s;
    QTest::newRow("expired") << Change([](TestBroker &broker, BrokerSpec &) {
        broker.setCertificate(strangers.server(u"localhost"_s, TestCertificates::Age::Expired));
    }) << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = strangers.authority();
    }) << tls << BrokerState::Refused
                             << u"has expired"_s;
    QTest::newRow("no TLS") << nothing << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = strangers.authority();
    }) << TestBroker::Entrance::Tcp
                            << BrokerState::Retrying << u"does not speak TLS"_s;
    // What the machine's own name server says of such a name, and after how many seconds, is not ours to know.
    const auto resolver = [](int code) {
        return Change([code](TestBroker &, BrokerSpec &spec) {
            spec.address = TcpPort{u"broker.invalid"_s, 8883};
            NameLookup::setResolver([code](const QByteArray &host, const QByteArray &, AddressFamily, std::vector<SocketAddress> &) {
                return host == "broker.invalid" ? code : EAI_FAIL;
            });
        });
    };
    QTest::newRow("a host that cannot be found") << nothing << resolver(EAI_NONAME) << tls << BrokerState::Retrying << u"broker.invalid cannot be found"_s;
    QTest::newRow("no name server") << nothing << resolver(EAI_AGAIN) << tls << BrokerState::Retrying
                                    << u"No name server says where the broker's host broker.invalid is"_s;
    QTest::newRow("nobody there") << nothing << Change([](TestBroker &broker, BrokerSpec &) {
        broker.kill();
    }) << tls << BrokerState::Retrying
                                  << u"Nobody answers"_s;
    QTest::newRow("no such file") << nothing << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = u"/nowhere/ca.pem"_s;
    }) << tls << BrokerState::Refused
                                  << u"No such file"_s;
    QTest::newRow("a file without certificates") << nothing << Change([](TestBroker &, BrokerSpec &spec) {
        spec.ca = u"/etc/passwd"_s;
    }) << tls << BrokerState::Refused << u"no certificate in it"_s;
}

void TlsBrokerWayTest::isNotReached()
{
    using Change = std::function<void(TestBroker &, BrokerSpec &)>;
    QFETCH(const Change, before);
    QFETCH(const Change, after);
    QFETCH(const TestBroker::Entrance, entrance);
    QFETCH(const BrokerState, expected);
    QFETCH(const QString, what);
    TestBroker broker(entrance);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    BrokerSpec spec;
    before(broker, spec);
    QVERIFY(broker.start());
    spec = broker.spec();
    after(broker, spec);
    const auto board = probeBy(spec, ann);
    board->open();
    QVERIFY(waitFor([&board] {
        return board->states.contains(BrokerState::Retrying) || board->states.contains(BrokerState::Refused);
    }));
    QVERIFY2(board->why().contains(what), qPrintable(board->why()));
    QCOMPARE(board->states.value(1), expected); // by now it may try again
    QVERIFY(!board->client().failure()->where.isEmpty());
    QVERIFY(!board->client().failure()->advice.isEmpty());
    QCOMPARE(board->connections, 0);
    QVERIFY(!broker.log().contains(u"sa.ann"_s)); // nothing was said to whom we do not trust
}

void TlsBrokerWayTest::passesOverAnAddressThatIsSilent()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    // It lets TCP in, and then nothing comes: as a way on which large packets get lost.
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.2"_s), broker.port()));
    BrokerProbe board(broker.spec(), ann);
    auto way = std::make_unique<TlsBrokerWay>(broker.spec());
    way->setAddresses({u"127.0.0.2"_s, u"127.0.0.1"_s});
    board.client().setWay(std::move(way));
    QVERIFY2(board.connectNow(), qPrintable(board.why()));
    QCOMPARE(board.states, (QList{BrokerState::Connecting, BrokerState::Connected})); // in one attempt
    QVERIFY(silent.hasPendingConnections());
}

void TlsBrokerWayTest::tellsOfTheAddressThatTellsMost()
{
    // As where "localhost" is ::1 too, and the machine has no IPv6: there is no way to the second one, which no broker can mend.
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    broker.kill();
    for (const QStringList &addresses : {QStringList{u"127.0.0.1"_s, u"255.255.255.255"_s}, QStringList{u"255.255.255.255"_s, u"127.0.0.1"_s}}) {
        BrokerProbe board(broker.spec(), ann);
        auto way = std::make_unique<TlsBrokerWay>(broker.spec());
        way->setAddresses(addresses);
        board.client().setWay(std::move(way));
        board.open();
        QVERIFY(board.waitFor(BrokerState::Retrying));
        QCOMPARE(board.why(), u"Nobody answers at the broker's port."_s);
    }
}

void TlsBrokerWayTest::doesNotWaitForAFileThatHangs()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const QTemporaryDir directory;
    BrokerSpec spec = broker.spec();
    spec.ca = directory.filePath(u"ca.pem"_s);
    QCOMPARE(::mkfifo(spec.ca.toLocal8Bit().constData(), 0600), 0); // opens when somebody writes: as a share that hangs
    // If one of these waited, it would for good.
    auto board = probeBy(spec, ann);
    board->open();
    QCOMPARE(board->client().state(), BrokerState::Connecting);
    board.reset();
}

void TlsBrokerWayTest::canBeDestroyedInAnyState()
{
    TestBroker broker(TestBroker::Entrance::Tls);
    const BrokerCredential ann = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    // After each number of events: somewhere between the file, the name, TCP, TLS and the broker's answer. A turn waits for its
    // event: counted without, there are the more turns the slower the machine is.
    constexpr int further = 5; ///< events of one that is connected
    constexpr int most = 1000;
    int connectedAfter = most;
    for (int turns = 0; turns < std::min(connectedAfter + further, most); ++turns) {
        auto board = probeBy(broker.spec(), ann);
        board->open();
        QTimer ticks; // where nothing else happens any more
        ticks.start(1s);
        for (int turn = 0; turn < turns; ++turn) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        if (board->client().state() == BrokerState::Connected) {
            connectedAfter = std::min(connectedAfter, turns);
        }
    }
    qInfo("connected after %d events", connectedAfter);
    QVERIFY(connectedAfter < most);
}
}

QTEST_GUILESS_MAIN(Nightdesk::Test::TlsBrokerWayTest)
#include "tlsbrokerwaytest.moc"
