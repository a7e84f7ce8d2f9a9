// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerbackoff.h"
#include "sessions/broker/brokercredential.h"
#include "sessions/broker/brokerfailure.h"
#include "sessions/broker/brokersteps.h"
#include "sessions/broker/libmosquittosocket.h"
#include "sessions/broker/mqttframer.h"
#include "tests/support/otheraccount.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk
{
/// What BrokerClient is made of, without a network.
class BrokerPartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesPackets_data();
    void framesPackets();
    void framesWhateverTheCut();
    void pausesGrow();
    void whatHappens_data();
    void whatHappens();
    void doorLetsUsIn();
    void doorFindsAnotherPlace_data();
    void doorFindsAnotherPlace();
    void credentialHasAUser();
    void refusalsSayWhoWeAre_data();
    void refusalsSayWhoWeAre();
};

namespace
{
const QByteArray connack = QByteArray::fromHex("2003000000");

QByteArray publishOf(qsizetype payload)
{
    QByteArray rest("\0\1t\0", 4);
    rest.append(payload, 'x');
    QByteArray packet("\x30");
    for (qsizetype length = rest.size(); packet.size() == 1 || length > 0; length /= 128) {
        packet.append(static_cast<char>((length % 128) | (length >= 128 ? 0x80 : 0)));
    }
    return packet + rest;
}
}

void BrokerPartsTest::framesPackets_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<qsizetype>>("sizes");
    QTest::addColumn<bool>("isBroken");
    QTest::addColumn<quint64>("passedOver");
    QTest::newRow("nothing") << QByteArray() << QList<qsizetype>() << false << quint64(0);
    QTest::newRow("the answer") << connack << QList<qsizetype>{5} << false << quint64(0);
    QTest::newRow("half the answer") << connack.first(3) << QList<qsizetype>() << false << quint64(0);
    QTest::newRow("two packets") << connack + QByteArray::fromHex("d000") << QList<qsizetype>{5, 2} << false << quint64(0);
    QTest::newRow("a length of two bytes") << connack + publishOf(200) << QList<qsizetype>{5, 207} << false << quint64(0);
    QTest::newRow("as long as may be") << connack + publishOf(1024 - 7) << QList<qsizetype>{5, 1024} << false << quint64(0);
    QTest::newRow("one byte longer") << connack + publishOf(1024 - 6) + connack << QList<qsizetype>{5, 5} << false << quint64(1);
    QTest::newRow("much longer") << connack + publishOf(100000) + publishOf(3000) + connack << QList<qsizetype>{5, 5} << false << quint64(2);
    QTest::newRow("longer than ever comes") << connack + QByteArray::fromHex("30ffffff7f") + "x" << QList<qsizetype>{5} << false << quint64(1);
    QTest::newRow("no message, and too long") << connack + QByteArray::fromHex("90ffffff7f") << QList<qsizetype>{5} << true << quint64(1);
    QTest::newRow("a length that does not end") << connack + QByteArray::fromHex("30ffffffff01") << QList<qsizetype>{5} << true << quint64(0);
    QTest::newRow("first a message") << publishOf(3) << QList<qsizetype>() << true << quint64(0);
    QTest::newRow("ssh") << "SSH-2.0-OpenSSH_10.0\r\n"_ba << QList<qsizetype>() << true << quint64(0);
    QTest::newRow("http") << "HTTP/1.1 400 Bad Request\r\n"_ba << QList<qsizetype>() << true << quint64(0);
    QTest::newRow("a first answer that is too long") << QByteArray::fromHex("20ffff7f") << QList<qsizetype>() << true << quint64(1);
}

void BrokerPartsTest::framesPackets()
{
    QFETCH(const QByteArray, bytes);
    MqttFramer framer(1024);
    framer.addBytes(bytes);
    QList<qsizetype> sizes;
    while (const std::optional<QByteArray> packet = framer.takePacket()) {
        sizes << packet->size();
    }
    QTEST(sizes, "sizes");
    QTEST(framer.isBroken(), "isBroken");
    QTEST(framer.skippedPacketCount(), "passedOver");
}

void BrokerPartsTest::framesWhateverTheCut()
{
    const QByteArray all = connack + publishOf(5) + publishOf(5000) + publishOf(300) + QByteArray::fromHex("d000");
    for (qsizetype step = 1; step < 40; ++step) {
        MqttFramer framer(1024);
        QByteArray whole;
        for (qsizetype at = 0; at < all.size(); at += step) {
            framer.addBytes(QByteArrayView(all).sliced(at, std::min(step, all.size() - at)));
            while (const std::optional<QByteArray> packet = framer.takePacket()) {
                whole += *packet;
            }
        }
        QCOMPARE(whole, connack + publishOf(5) + publishOf(300) + QByteArray::fromHex("d000"));
        QCOMPARE(framer.skippedPacketCount(), quint64(1));
    }
}

void BrokerPartsTest::pausesGrow()
{
    BrokerBackoff least;
    BrokerBackoff most;
    QCOMPARE(least.nextPause(0), 500ms);
    QCOMPARE(most.nextPause(1), 1500ms);
    QCOMPARE(least.nextPause(0), 1000ms);
    QCOMPARE(most.nextPause(1), 3000ms);
    for (int time = 0; time < 100; ++time) {
        QVERIFY(least.nextPause(0) <= 10s);
        QVERIFY(most.nextPause(1) <= 30s);
    }
    QCOMPARE(least.nextPause(0), 10s);
    QCOMPARE(most.nextPause(1), 30s);
    most.reset();
    QCOMPARE(most.nextPause(0.5), 1s);
}

void BrokerPartsTest::whatHappens_data()
{
    using State = BrokerState;
    using Event = BrokerEvent;
    QTest::addColumn<State>("from");
    QTest::addColumn<Event>("on");
    QTest::addColumn<std::optional<State>>("to");
    constexpr Test::StateSentence<State, Event> sentences[] = {
        {"the broker has no route when a connection is requested", State::Idle, Event::PathMissing, State::WaitingForPath},
        {"a connection is requested", State::Idle, Event::AttemptBegun, State::Connecting},
        {"the route is available", State::WaitingForPath, Event::AttemptBegun, State::Connecting},
        {"the route is available, and the broker refused a short while ago", State::WaitingForPath, Event::LoginRefused, State::Refused},
        {"a pause is over", State::Retrying, Event::AttemptBegun, State::Connecting},
        {"it is asked again after it refused", State::Refused, Event::AttemptBegun, State::Connecting},
        {"another way or credential during an attempt", State::Connecting, Event::AttemptBegun, State::Connecting},
        {"another way or credential while it is connected", State::Connected, Event::AttemptBegun, State::Connecting},
        {"the login is accepted", State::Connecting, Event::LoginAccepted, State::Connected},
        {"it is not reached", State::Connecting, Event::ConnectionLost, State::Retrying},
        {"the login is refused", State::Connecting, Event::LoginRefused, State::Refused},
        {"its way is lost during an attempt", State::Connecting, Event::PathMissing, State::WaitingForPath},
        {"the connection is lost", State::Connected, Event::ConnectionLost, State::Retrying},
        {"another console signs in with the credential", State::Connected, Event::LoginRefused, State::Refused},
        {"its way is lost", State::Connected, Event::PathMissing, State::WaitingForPath},
        {"its way is lost in a pause", State::Retrying, Event::PathMissing, State::WaitingForPath},
        {"its way is lost after it refused", State::Refused, Event::PathMissing, State::WaitingForPath},
        {"it is closed before it was wanted", State::Idle, Event::CloseRequested, State::Idle},
        {"it is closed without a way", State::WaitingForPath, Event::CloseRequested, State::Idle},
        {"it is closed during an attempt", State::Connecting, Event::CloseRequested, State::Idle},
        {"it is closed while it is connected", State::Connected, Event::CloseRequested, State::Idle},
        {"it is closed in a pause", State::Retrying, Event::CloseRequested, State::Idle},
        {"it is closed after it refused", State::Refused, Event::CloseRequested, State::Idle},
    };
    for (const auto &pair : Test::everyPair(sentences, State::Refused, Event::CloseRequested)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void BrokerPartsTest::whatHappens()
{
    QFETCH(BrokerState, from);
    QFETCH(BrokerEvent, on);
    QFETCH(std::optional<BrokerState>, to);
    QVERIFY(nextState(from, on) == to);
}

void BrokerPartsTest::doorLetsUsIn()
{
    QString path;
    {
        std::unique_ptr<LibmosquittoSocket> door = LibmosquittoSocket::make();
        QVERIFY(door != nullptr);
        path = QString::fromLocal8Bit(door->path());
        QCOMPARE(QFileInfo(QFileInfo(path).path()).permissions() & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser),
                 QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(!door->accept().isValid()); // nobody came
        if (::geteuid() == 0) {
            const QByteArray socket = door->path();
            const std::optional<int> error = Test::asNobody([&socket] {
                sockaddr_un there{};
                there.sun_family = AF_UNIX;
                std::strncpy(there.sun_path, socket.constData(), sizeof there.sun_path - 1);
                return ::connect(::socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<const sockaddr *>(&there), sizeof there) == 0 ? 0 : errno;
            });
            QCOMPARE(error.value_or(-1), EACCES);
        }
        UniqueFd client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, door->path().constData(), sizeof address.sun_path - 1);
        QCOMPARE(::connect(client.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        UniqueFd end = door->accept();
        QVERIFY(end.isValid());
        QCOMPARE(::send(client.get(), "x", 1, 0), 1);
        char byte = 0;
        QCOMPARE(::recv(end.get(), &byte, 1, 0), 1);
    }
    QVERIFY(!QFileInfo::exists(path));
    QVERIFY(!QFileInfo::exists(QFileInfo(path).path()));
}

void BrokerPartsTest::doorFindsAnotherPlace_data()
{
    QTest::addColumn<QByteArray>("runtime");
    QTest::newRow("no run-time directory") << QByteArray();
    QTest::newRow("one that is not there") << "/nowhere/at/all"_ba;
    QTest::newRow("one that is not absolute") << "here"_ba;
    QTest::newRow("one whose name is too long") << "/tmp/" + QByteArray(100, 'x');
}

void BrokerPartsTest::doorFindsAnotherPlace()
{
    QFETCH(const QByteArray, runtime);
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    qputenv("XDG_RUNTIME_DIR", runtime);
    const std::unique_ptr<LibmosquittoSocket> door = LibmosquittoSocket::make();
    qputenv("XDG_RUNTIME_DIR", before);
    QVERIFY(door != nullptr);
    QVERIFY(QFileInfo::exists(QString::fromLocal8Bit(door->path())));
}

void BrokerPartsTest::credentialHasAUser()
{
    QCOMPARE((BrokerCredential{u"keck"_s, BrokerRole::Desk, u"santa-cruz/left"_s, {}}.user()), u"desk.santa-cruz.left"_s);
    QCOMPARE((BrokerCredential{u"keck"_s, BrokerRole::SupportAstronomer, u"ann"_s, {}}.user()), u"sa.ann"_s);
}

void BrokerPartsTest::refusalsSayWhoWeAre_data()
{
    QTest::addColumn<BrokerRole>("role");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("where");
    QTest::newRow("a desk") << BrokerRole::Desk << u"santa-cruz/left"_s << u"the facility’s message broker, as workstation santa-cruz/left"_s;
    QTest::newRow("an SA") << BrokerRole::SupportAstronomer << u"ann"_s << u"the facility’s message broker, as support astronomer ann"_s;
    QTest::newRow("the broker, which has no name") << BrokerRole::Service << QString() << u"the facility’s message broker, as the broker itself"_s;
}

void BrokerPartsTest::refusalsSayWhoWeAre()
{
    QFETCH(const BrokerRole, role);
    QFETCH(const QString, name);
    constexpr int notAuthorized = 0x87;
    QTEST(BrokerFailure::loginRefused(notAuthorized, {.facility = u"keck"_s, .role = role, .name = name, .password = {}}).affectedItem, "where");
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::BrokerPartsTest)
#include "brokerpartstest.moc"
