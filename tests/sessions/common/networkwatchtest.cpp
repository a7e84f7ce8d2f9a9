// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/networkwatch.h"
#include "tests/support/privatenetwork.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryFile>
#include <QTest>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <array>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
UniqueFd netlink(unsigned groups)
{
    UniqueFd fd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = groups;
    if (::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        qFatal("no netlink socket");
    }
    return fd;
}

/// What the reader makes of this network now, each answer read to its end.
NetworkState pictureNow()
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        const UniqueFd fd = netlink(0);
        NetworkReader reader;
        NetworkReader::Progress progress = NetworkReader::Progress::ReadyForNextRequest;
        while (progress == NetworkReader::Progress::ReadyForNextRequest || progress == NetworkReader::Progress::Incomplete) {
            if (progress == NetworkReader::Progress::ReadyForNextRequest) {
                const QByteArray request = reader.request();
                (void)!::send(fd.get(), request.constData(), static_cast<std::size_t>(request.size()), 0);
            }
            std::array<char, 32768> buffer;
            const ssize_t size = ::recv(fd.get(), buffer.data(), buffer.size(), 0);
            progress = size > 0 ? reader.addDatagram({buffer.data(), size}) : NetworkReader::Progress::Restart;
        }
        if (progress == NetworkReader::Progress::Complete) {
            return reader.networkState();
        }
    }
    qFatal("the network does not stand still");
}

/// "addr add 10.0.0.1/24 dev site0": one command of ip(8) each.
bool run(const QStringList &commands)
{
    return std::ranges::all_of(commands, [](const QString &command) {
        return PrivateNetwork::ip(command.split(u' '));
    });
}
}

/// In a network of its own, with the real kernel's words.
class NetworkWatchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void changesThatCount_data();
    void changesThatCount();
    void changesThatDoNotCount_data();
    void changesThatDoNotCount();
    void aFloodOfNewsIsSurvived();
    void badBytesAreNoPicture_data();
    void badBytesAreNoPicture();

private:
    QStringList m_undo; ///< what takes back what a row did
    NetworkState m_first;
};

void NetworkWatchTest::initTestCase()
{
    QVERIFY(PrivateNetwork::addCard());
    QVERIFY(run({u"addr add 10.77.0.1/24 dev site0"_s, u"addr add fd00:77::1/64 dev site0 nodad"_s, u"route add default via 10.77.0.254"_s}));
    // The kernel finds out about the carrier, and that an address of IPv6 may be used, in its own time.
    QVERIFY(waitFor([this] {
        m_first = pictureNow();
        return m_first.addresses.size() == 2 && !m_first.interfaceIndicesWithCarrier.empty();
    }));
    QVERIFY(!m_first.defaultRoutes.empty());
}

void NetworkWatchTest::init()
{
    m_undo.clear();
}

/// Each row leaves the network as it was, so that each can be run alone.
void NetworkWatchTest::cleanup()
{
    QVERIFY(run(m_undo));
    QVERIFY(WAIT_FOR(pictureNow() == m_first));
}

void NetworkWatchTest::changesThatCount_data()
{
    QTest::addColumn<QStringList>("before"); // not watched yet
    QTest::addColumn<QStringList>("commands");
    QTest::addColumn<QStringList>("undo");
    const QStringList none;
    const QStringList address{u"addr add 10.78.0.1/24 dev site0"_s};
    const QStringList noAddress{u"addr del 10.78.0.1/24 dev site0"_s};
    QTest::newRow("a new address") << none << address << noAddress;
    QTest::newRow("an address is gone") << address << noAddress << none;
    const QStringList address6{u"addr add fd00:78::1/64 dev site0 nodad"_s};
    const QStringList noAddress6{u"addr del fd00:78::1/64 dev site0"_s};
    QTest::newRow("a new address of IPv6") << none << address6 << noAddress6;
    QTest::newRow("an address of IPv6 is gone") << address6 << noAddress6 << none;
    const QStringList gateway{u"route add default via 10.77.0.254"_s};
    const QStringList noGateway{u"route del default"_s};
    QTest::newRow("another gateway") << none << QStringList{u"route replace default via 10.77.0.253"_s} << noGateway + gateway;
    QTest::newRow("no gateway") << none << noGateway << gateway;
    QTest::newRow("a gateway again") << noGateway << gateway << none;
    const QStringList gateway6{u"-6 route add default via fd00:77::254"_s};
    const QStringList noGateway6{u"-6 route del default via fd00:77::254"_s};
    QTest::newRow("a gateway of IPv6") << none << gateway6 << noGateway6;
    QTest::newRow("no gateway of IPv6") << gateway6 << noGateway6 << none;
    const QStringList pulled{u"link set nowhere0 down"_s};
    const QStringList putIn{u"link set nowhere0 up"_s};
    QTest::newRow("the cable pulled") << none << pulled << putIn;
    QTest::newRow("the cable put in") << pulled << putIn << none;
    const QStringList tunnel{u"tuntap add dev vpn0 mode tun"_s, u"link set vpn0 up"_s, u"addr add 10.9.0.2/32 dev vpn0"_s};
    const QStringList noTunnel{u"link del vpn0"_s};
    QTest::newRow("a tunnel of a VPN") << none << tunnel << noTunnel;
    QTest::newRow("a tunnel ends") << tunnel << noTunnel << none;
    // A card that goes down forgets its routes and its addresses of IPv6.
    const QStringList down{u"link set site0 down"_s};
    const QStringList up{u"link set site0 up"_s, u"route add default via 10.77.0.254"_s};
    const QStringList again{u"addr add fd00:77::1/64 dev site0 nodad"_s};
    QTest::newRow("the card down") << none << down << up + again;
    QTest::newRow("the card up") << down << up << again;
}

void NetworkWatchTest::changesThatCount()
{
    QFETCH(const QStringList, before);
    QFETCH(const QStringList, commands);
    QFETCH(const QStringList, undo);
    m_undo = undo;
    QVERIFY(run(before));
    NetworkWatch watch;
    int changes = 0;
    connect(&watch, &NetworkWatch::networkChanged, this, [&changes] {
        ++changes;
    });
    // What came before is known: a cable that was pulled is told of a moment later.
    QVERIFY(WAIT_FOR(watch.networkState().has_value() && watch.networkState() == pictureNow() && (before.isEmpty() || *watch.networkState() != m_first)));
    changes = 0;
    const NetworkState known = pictureNow();
    QVERIFY(run(commands));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(WAIT_FOR(changes > 0));
    qInfo("noticed after %lld ms", timer.elapsed());
    QVERIFY(pictureNow() != known);
    QVERIFY(WAIT_FOR(watch.networkState() == pictureNow()));
}

void NetworkWatchTest::changesThatDoNotCount_data()
{
    QTest::addColumn<QStringList>("before"); // not watched yet
    QTest::addColumn<QStringList>("commands");
    QTest::addColumn<QStringList>("undo");
    const QStringList none;
    const QStringList container{u"link add docker0 type bridge"_s,
                                u"link set docker0 up"_s,
                                u"addr add 172.17.0.1/16 dev docker0"_s,
                                u"link add veth7 type veth peer name inside7"_s,
                                u"link set veth7 master docker0"_s,
                                u"link set veth7 up"_s,
                                u"link set inside7 up"_s};
    const QStringList noContainer{u"link del veth7"_s, u"link del docker0"_s};
    QTest::newRow("a container starts") << none << container << noContainer;
    QTest::newRow("its network grows") << container << QStringList{u"route add 172.18.0.0/16 via 172.17.0.9"_s} << noContainer;
    QTest::newRow("the container ends") << container << noContainer << none;
    QTest::newRow("another route than the default") << none << QStringList{u"route add 10.99.0.0/16 via 10.77.0.254"_s, u"route del 10.99.0.0/16"_s} << none;
    QTest::newRow("the same address with a new lifetime") << none
                                                          << QStringList{u"addr change 10.77.0.1/24 dev site0 valid_lft 4000 preferred_lft 4000"_s,
                                                                         u"addr change fd00:77::1/64 dev site0 valid_lft 4000 preferred_lft 4000"_s}
                                                          << none;
    QTest::newRow("a temporary address of IPv6") << none
                                                 << QStringList{u"addr add fd00:77::ab/64 dev site0 mngtmpaddr nodad"_s, u"addr del fd00:77::ab/64 dev site0"_s}
                                                 << none;
    QTest::newRow("an address for this link only") << none
                                                   << QStringList{u"addr add 169.254.7.7/16 scope link dev site0"_s, u"addr del 169.254.7.7/16 dev site0"_s}
                                                   << none;
    QTest::newRow("one of the loopback") << none << QStringList{u"addr add 127.0.0.9/8 dev lo"_s, u"addr del 127.0.0.9/8 dev lo"_s} << none;
    QTest::newRow("an address that goes and comes at once")
        << none << QStringList{u"addr add 10.79.0.1/24 dev site0"_s, u"addr del 10.79.0.1/24 dev site0"_s} << none;
    QTest::newRow("the queue of a card") << none << QStringList{u"link set site0 txqueuelen 500"_s, u"link set site0 mtu 1400"_s} << none;
    QTest::newRow("a card without an address") << none << QStringList{u"tuntap add dev idle0 mode tun"_s, u"link set idle0 up"_s, u"link del idle0"_s} << none;
}

void NetworkWatchTest::changesThatDoNotCount()
{
    QFETCH(const QStringList, before);
    QFETCH(const QStringList, commands);
    QFETCH(const QStringList, undo);
    m_undo = undo;
    QVERIFY(run(before));
    QVERIFY(pictureNow() == m_first);
    NetworkWatch watch;
    int changes = 0;
    connect(&watch, &NetworkWatch::networkChanged, this, [&changes] {
        ++changes;
    });
    QVERIFY(WAIT_FOR(watch.networkState() == m_first));
    QVERIFY(run(commands));
    QVERIFY(pictureNow() == m_first);
    // What does count shows when the watch has heard all before it: it is told of that alone, and finds nothing else.
    const QStringList mark{u"addr add 10.82.0.1/24 dev site0"_s};
    const QStringList noMark{u"addr del 10.82.0.1/24 dev site0"_s};
    m_undo = noMark + undo;
    QVERIFY(run(mark));
    QVERIFY(WAIT_FOR(watch.networkState() == pictureNow()));
    QCOMPARE(changes, 1);
    m_undo = undo;
    QVERIFY(run(noMark));
    QVERIFY(WAIT_FOR(watch.networkState() == m_first));
    QCOMPARE(changes, 2);
}

void NetworkWatchTest::aFloodOfNewsIsSurvived()
{
    NetworkWatch watch;
    int changes = 0;
    connect(&watch, &NetworkWatch::networkChanged, this, [&changes] {
        ++changes;
    });
    QVERIFY(WAIT_FOR(watch.networkState().has_value()));
    // More than its socket holds, while nobody reads it: the rest is lost, the last change must not be.
    QTemporaryFile batch;
    QVERIFY(batch.open());
    for (int i = 0; i < 3000; ++i) {
        batch.write(i % 2 ? "addr del 10.80.0.1/24 dev site0\n" : "addr add 10.80.0.1/24 dev site0\n");
    }
    batch.write("addr add 10.81.0.1/24 dev site0\n");
    batch.close();
    QVERIFY(PrivateNetwork::ip({u"-batch"_s, batch.fileName()}));
    m_undo = {u"addr del 10.81.0.1/24 dev site0"_s};
    QVERIFY(WAIT_FOR(changes > 0 && watch.networkState() == pictureNow()));
    QVERIFY2(changes < 5, qPrintable(QString::number(changes)));
}

void NetworkWatchTest::badBytesAreNoPicture_data()
{
    QTest::addColumn<QByteArray>("datagram");
    QTest::addColumn<bool>("isSound"); // made of messages; what is in them makes no sense all the same
    const auto message = [](quint32 length, quint16 type, const QByteArray &body) {
        nlmsghdr header{};
        header.nlmsg_len = length;
        header.nlmsg_type = type;
        return QByteArray(reinterpret_cast<const char *>(&header), sizeof header) + body;
    };
    QTest::newRow("too short for a head") << "abc"_ba << false;
    QTest::newRow("a length of nothing") << message(0, RTM_NEWADDR, {}) << false;
    QTest::newRow("longer than it is") << message(4000, RTM_NEWADDR, QByteArray(20, '\0')) << false;
    QTest::newRow("an address cut off") << message(NLMSG_HDRLEN + 4, RTM_NEWADDR, QByteArray(4, '\x02')) << true;
    QTest::newRow("a route cut off") << message(NLMSG_HDRLEN + 3, RTM_DELROUTE, QByteArray(3, '\x02')) << true;
    QTest::newRow("an attribute that lies about its length")
        << message(NLMSG_HDRLEN + sizeof(ifaddrmsg) + 4, RTM_NEWADDR, QByteArray(sizeof(ifaddrmsg), '\0') + "\xff\x7f\x02\x00"_ba) << true;
    QTest::newRow("an attribute of length nothing") << message(NLMSG_HDRLEN + sizeof(ifaddrmsg) + 4,
                                                               RTM_NEWADDR,
                                                               QByteArray(sizeof(ifaddrmsg), '\0') + QByteArray(4, '\0'))
                                                    << true;
}

void NetworkWatchTest::badBytesAreNoPicture()
{
    QFETCH(QByteArray, datagram);
    QFETCH(bool, isSound);
    QCOMPARE(NetworkReader::containsChange(datagram, m_first), !isSound); // what nobody understands is worth a look
    NetworkReader reader;
    QVERIFY(reader.addDatagram(datagram) == (isSound ? NetworkReader::Progress::Incomplete : NetworkReader::Progress::Restart));
    QVERIFY(reader.networkState() == NetworkState());
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    PrivateNetwork::enter(); // before there is a second thread
    QCoreApplication application(argc, argv);
    NetworkWatchTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "networkwatchtest.moc"
