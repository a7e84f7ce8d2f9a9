// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/networkwatch.h"
#include "tests/support/privatenetwork.h"
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
NetworkPicture pictureNow()
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        const UniqueFd fd = netlink(0);
        NetworkReader reader;
        NetworkReader::Progress progress = NetworkReader::Progress::Ask;
        while (progress == NetworkReader::Progress::Ask || progress == NetworkReader::Progress::More) {
            if (progress == NetworkReader::Progress::Ask) {
                const QByteArray request = reader.request();
                (void)!::send(fd.get(), request.constData(), static_cast<std::size_t>(request.size()), 0);
            }
            std::array<char, 32768> buffer;
            const ssize_t size = ::recv(fd.get(), buffer.data(), buffer.size(), 0);
            progress = size > 0 ? reader.add({buffer.data(), size}) : NetworkReader::Progress::Again;
        }
        if (progress == NetworkReader::Progress::Complete) {
            return reader.picture();
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
    void changesThatCount_data();
    void changesThatCount();
    void changesThatDoNotCount_data();
    void changesThatDoNotCount();
    void aFloodOfNewsIsSurvived();
    void badBytesAreNoPicture_data();
    void badBytesAreNoPicture();
};

void NetworkWatchTest::initTestCase()
{
    QVERIFY(PrivateNetwork::addCard());
    QVERIFY(run({u"addr add 10.77.0.1/24 dev site0"_s, u"addr add fd00:77::1/64 dev site0 nodad"_s, u"route add default via 10.77.0.254"_s}));
    // IPv6 finds out about its link-local addresses for a second or two.
    QVERIFY(waitFor([] {
        const NetworkPicture before = pictureNow();
        return before == pictureNow();
    }));
}

void NetworkWatchTest::changesThatCount_data()
{
    QTest::addColumn<QStringList>("commands");
    QTest::newRow("a new address") << QStringList{u"addr add 10.78.0.1/24 dev site0"_s};
    QTest::newRow("it is gone again") << QStringList{u"addr del 10.78.0.1/24 dev site0"_s};
    QTest::newRow("a new address of IPv6") << QStringList{u"addr add fd00:78::1/64 dev site0 nodad"_s};
    QTest::newRow("it is gone too") << QStringList{u"addr del fd00:78::1/64 dev site0"_s};
    QTest::newRow("another gateway") << QStringList{u"route replace default via 10.77.0.253"_s};
    QTest::newRow("no gateway") << QStringList{u"route del default"_s};
    QTest::newRow("a gateway again") << QStringList{u"route add default via 10.77.0.254"_s};
    QTest::newRow("a gateway of IPv6") << QStringList{u"-6 route add default via fd00:77::254"_s};
    QTest::newRow("no gateway of IPv6") << QStringList{u"-6 route del default via fd00:77::254"_s};
    QTest::newRow("the cable pulled") << QStringList{u"link set nowhere0 down"_s};
    QTest::newRow("the cable put in") << QStringList{u"link set nowhere0 up"_s};
    QTest::newRow("a tunnel of a VPN") << QStringList{u"tuntap add dev vpn0 mode tun"_s, u"link set vpn0 up"_s, u"addr add 10.9.0.2/32 dev vpn0"_s};
    QTest::newRow("the tunnel ends") << QStringList{u"link del vpn0"_s};
    QTest::newRow("the card down") << QStringList{u"link set site0 down"_s};
    QTest::newRow("the card up") << QStringList{u"link set site0 up"_s, u"route add default via 10.77.0.254"_s};
}

void NetworkWatchTest::changesThatCount()
{
    QFETCH(QStringList, commands);
    NetworkWatch watch;
    int changes = 0;
    connect(&watch, &NetworkWatch::changed, this, [&changes] {
        ++changes;
    });
    QVERIFY(waitFor([&] {
        return watch.picture().has_value();
    }));
    const NetworkPicture before = pictureNow();
    QVERIFY(run(commands));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(waitFor([&] {
        return changes > 0;
    }));
    qInfo("noticed after %lld ms", timer.elapsed());
    QVERIFY(pictureNow() != before);
    QVERIFY(waitFor([&] {
        return watch.picture() == pictureNow();
    }));
}

void NetworkWatchTest::changesThatDoNotCount_data()
{
    QTest::addColumn<QStringList>("commands");
    QTest::newRow("a container starts") << QStringList{u"link add docker0 type bridge"_s,
                                                       u"link set docker0 up"_s,
                                                       u"addr add 172.17.0.1/16 dev docker0"_s,
                                                       u"link add veth7 type veth peer name inside7"_s,
                                                       u"link set veth7 master docker0"_s,
                                                       u"link set veth7 up"_s,
                                                       u"link set inside7 up"_s};
    QTest::newRow("its network grows") << QStringList{u"route add 172.18.0.0/16 via 172.17.0.9"_s};
    QTest::newRow("the container ends") << QStringList{u"link del veth7"_s, u"link del docker0"_s};
    QTest::newRow("another route than the default") << QStringList{u"route add 10.99.0.0/16 via 10.77.0.254"_s, u"route del 10.99.0.0/16"_s};
    QTest::newRow("the same address with a new lifetime") << QStringList{u"addr change 10.77.0.1/24 dev site0 valid_lft 4000 preferred_lft 4000"_s,
                                                                         u"addr change fd00:77::1/64 dev site0 valid_lft 4000 preferred_lft 4000"_s};
    QTest::newRow("a temporary address of IPv6") << QStringList{u"addr add fd00:77::ab/64 dev site0 mngtmpaddr nodad"_s,
                                                                u"addr del fd00:77::ab/64 dev site0"_s};
    QTest::newRow("an address for this link only") << QStringList{u"addr add 169.254.7.7/16 scope link dev site0"_s, u"addr del 169.254.7.7/16 dev site0"_s};
    QTest::newRow("one of the loopback") << QStringList{u"addr add 127.0.0.9/8 dev lo"_s, u"addr del 127.0.0.9/8 dev lo"_s};
    QTest::newRow("an address that goes and comes at once") << QStringList{u"addr add 10.79.0.1/24 dev site0"_s, u"addr del 10.79.0.1/24 dev site0"_s};
    QTest::newRow("the queue of a card") << QStringList{u"link set site0 txqueuelen 500"_s, u"link set site0 mtu 1400"_s};
    QTest::newRow("a card without an address") << QStringList{u"tuntap add dev idle0 mode tun"_s, u"link set idle0 up"_s, u"link del idle0"_s};
}

void NetworkWatchTest::changesThatDoNotCount()
{
    QFETCH(QStringList, commands);
    const NetworkPicture before = pictureNow();
    QVERIFY(!before.addresses.empty());
    QVERIFY(!before.defaultRoutes.empty());
    QVERIFY(!before.carriers.empty());
    QVERIFY(run(commands));
    QVERIFY(pictureNow() == before);
}

void NetworkWatchTest::aFloodOfNewsIsSurvived()
{
    NetworkWatch watch;
    int changes = 0;
    connect(&watch, &NetworkWatch::changed, this, [&changes] {
        ++changes;
    });
    QVERIFY(waitFor([&] {
        return watch.picture().has_value();
    }));
    // More than its socket holds, while nobody reads it: the rest is lost, the last change must not be.
    QTemporaryFile batch;
    QVERIFY(batch.open());
    for (int i = 0; i < 3000; ++i) {
        batch.write(i % 2 ? "addr del 10.80.0.1/24 dev site0\n" : "addr add 10.80.0.1/24 dev site0\n");
    }
    batch.write("addr add 10.81.0.1/24 dev site0\n");
    batch.close();
    QVERIFY(PrivateNetwork::ip({u"-batch"_s, batch.fileName()}));
    QVERIFY(waitFor([&] {
        return changes > 0 && watch.picture() == pictureNow();
    }));
    QVERIFY2(changes < 5, qPrintable(QString::number(changes)));
    QVERIFY(run({u"addr del 10.81.0.1/24 dev site0"_s}));
}

void NetworkWatchTest::badBytesAreNoPicture_data()
{
    QTest::addColumn<QByteArray>("datagram");
    const auto message = [](quint32 length, quint16 type, const QByteArray &body) {
        nlmsghdr header{};
        header.nlmsg_len = length;
        header.nlmsg_type = type;
        return QByteArray(reinterpret_cast<const char *>(&header), sizeof header) + body;
    };
    QTest::newRow("too short for a head") << "abc"_ba;
    QTest::newRow("a length of nothing") << message(0, RTM_NEWADDR, {});
    QTest::newRow("longer than it is") << message(4000, RTM_NEWADDR, QByteArray(20, '\0'));
    QTest::newRow("an address cut off") << message(NLMSG_HDRLEN + 4, RTM_NEWADDR, QByteArray(4, '\x02'));
    QTest::newRow("a route cut off") << message(NLMSG_HDRLEN + 3, RTM_DELROUTE, QByteArray(3, '\x02'));
    QTest::newRow("an attribute that lies about its length")
        << message(NLMSG_HDRLEN + sizeof(ifaddrmsg) + 4, RTM_NEWADDR, QByteArray(sizeof(ifaddrmsg), '\0') + "\xff\x7f\x02\x00"_ba);
    QTest::newRow("an attribute of length nothing") << message(NLMSG_HDRLEN + sizeof(ifaddrmsg) + 4,
                                                               RTM_NEWADDR,
                                                               QByteArray(sizeof(ifaddrmsg), '\0') + QByteArray(4, '\0'));
}

void NetworkWatchTest::badBytesAreNoPicture()
{
    QFETCH(QByteArray, datagram);
    NetworkReader::tells(datagram, {});
    NetworkReader reader;
    const NetworkReader::Progress progress = reader.add(datagram);
    QVERIFY(progress == NetworkReader::Progress::Again || progress == NetworkReader::Progress::More);
    QVERIFY(reader.picture() == NetworkPicture());
}

int main(int argc, char **argv)
{
    PrivateNetwork::enter(); // before there is a second thread
    QCoreApplication application(argc, argv);
    NetworkWatchTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "networkwatchtest.moc"
