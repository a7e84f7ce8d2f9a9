// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/retainedquota.h"
#include "tests/app/broker/brokerkit.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <semaphore>
#include <thread>

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
QByteArray text(const QByteArray &bytes)
{
    const auto size = static_cast<quint16>(bytes.size());
    return QByteArray(1, static_cast<char>(size >> 8)) + QByteArray(1, static_cast<char>(size & 0xff)) + bytes;
}

QByteArray packet(int type, const QByteArray &rest)
{
    QByteArray result(1, static_cast<char>(type));
    qsizetype length = rest.size();
    do {
        result.append(static_cast<char>((length % 128) | (length >= 128 ? 0x80 : 0)));
        length /= 128;
    } while (length > 0);
    return result + rest;
}

/// Whoever has stolen a credential, and follows none of the rules of a client: it publishes as fast as the broker reads, and connects
/// again whenever it is thrown out.
class Flood
{
public:
    /// @p eagerBytes: after so many it goes on at a pace that leaves processor time to other tests.
    Flood(quint16 port, const QString &user, const QByteArray &password, const QByteArray &topic, qsizetype size, bool isRetained, quint64 eagerBytes)
        : m_thread([=, this] {
            const QByteArray hello =
                packet(0x10, text("MQTT") + '\x05' + '\xc2' + QByteArray(2, '\0') + '\0' + text("flood") + text(user.toUtf8()) + text(password));
            const QByteArray payload(size, 'x');
            for (quint64 number = 0; !m_isOver;) {
                const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
                sockaddr_in address{};
                address.sin_family = AF_INET;
                address.sin_port = htons(port);
                address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                const timeval patience{.tv_sec = 0, .tv_usec = 200000};
                ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
                bool isOpen = ::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 && sends(fd, hello);
                while (isOpen && !m_isOver) {
                    QByteArray name = topic;
                    name.replace("%", QByteArray::number(number++));
                    isOpen = sends(fd, packet(isRetained ? 0x31 : 0x30, text(name) + '\0' + payload));
                    m_sent += isOpen ? 1 : 0;
                    if (m_sent * static_cast<quint64>(size + topic.size() + RetainedQuota::topicOverhead) > eagerBytes) {
                        m_end.try_acquire_for(1ms);
                    }
                }
                ::close(fd);
            }
        })
    {
    }
    ~Flood()
    {
        m_isOver = true;
        m_end.release();
        m_thread.join();
    }
    Q_DISABLE_COPY_MOVE(Flood)

    quint64 sent() const
    {
        return m_sent;
    }

private:
    bool sends(int fd, const QByteArray &bytes) const
    {
        qsizetype done = 0;
        while (done < bytes.size() && !m_isOver) {
            const ssize_t now = ::send(fd, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done), MSG_NOSIGNAL);
            if (now < 0 && errno != EAGAIN && errno != EINTR) {
                return false;
            }
            done += std::max<ssize_t>(now, 0);
        }
        return done == bytes.size();
    }

    std::atomic<bool> m_isOver = false;
    std::binary_semaphore m_end{0}; ///< free when the flood is over
    std::atomic<quint64> m_sent = 0;
    std::thread m_thread;
};
}

namespace
{
/// Whoever has stolen a credential, and takes as many connections as it gets, each under a name of its own.
class Crowd
{
public:
    /// @p stays: it holds them all; else each leaves a session and makes room for the next.
    Crowd(quint16 port, const QString &user, const QByteArray &password, int count, bool stays)
        : m_thread([=, this] {
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_port = htons(port);
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            const QByteArray expiry = QByteArray::fromHex("0511") + QByteArray::fromHex("00000e10"); // of the session: an hour
            // Before nightdesk, which goes by the broker's log, has had its turn, all of them may be in: then others come, until one is refused.
            for (int number = 0; (number < count || m_authorized == number) && number < 3 * count && !m_isOver; ++number) {
                const QByteArray hello = packet(0x10,
                                                text("MQTT") + '\x05' + '\xc2' + QByteArray(2, '\0') + expiry + text("crowd, a " + QByteArray::number(number))
                                                    + text(user.toUtf8()) + text(password));
                const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
                m_fds.push_back(fd);
                const timeval patience{.tv_sec = 20, .tv_usec = 0};
                ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
                char answer[4] = {};
                if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
                    && ::send(fd, hello.constData(), static_cast<std::size_t>(hello.size()), MSG_NOSIGNAL) == hello.size()
                    && ::recv(fd, answer, sizeof answer, MSG_WAITALL) == 4 && answer[0] == 0x20 && answer[3] == 0) {
                    ++m_authorized;
                }
                if (!stays) {
                    ::shutdown(fd, SHUT_RDWR);
                }
            }
            m_isDone = true;
        })
    {
    }
    ~Crowd()
    {
        m_isOver = true;
        m_thread.join();
        std::ranges::for_each(m_fds, ::close);
    }
    Q_DISABLE_COPY_MOVE(Crowd)

    bool isDone() const
    {
        return m_isDone;
    }
    int letIn() const
    {
        return m_authorized;
    }
    int came() const ///< once all is done
    {
        return static_cast<int>(m_fds.size());
    }
    /// Connections that the broker has not ended; once all is done.
    qsizetype held() const
    {
        return std::ranges::count_if(m_fds, [](int fd) {
            char bytes[64];
            ssize_t count = 0;
            do {
                count = ::recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
            } while (count > 0);
            return count < 0 && errno == EAGAIN;
        });
    }

private:
    std::atomic<bool> m_isOver = false;
    std::atomic<bool> m_isDone = false;
    std::atomic<int> m_authorized = 0;
    std::vector<int> m_fds;
    std::thread m_thread;
};
}

/// One credential floods the real broker; what others report still arrives.
class BrokerFloodTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void othersAreHeard_data();
    void othersAreHeard();
    void noneTakesAllConnections_data();
    void noneTakesAllConnections();
    void longNamesAreRefused_data();
    void longNamesAreRefused();
    void subscriptionsAreLimited_data();
    void subscriptionsAreLimited();

private:
    /// How many messages the broker has kept below @p filter, asked as "santa-cruz/left"; of many, those that came first.
    std::optional<qsizetype> kept(const BrokerKit::Broker &broker, const QString &filter);

    /// One that is not flooded, for all rows that need no more; null: it does not begin.
    const BrokerKit::Broker *quiet();

    BrokerKit m_kit;
    std::unique_ptr<BrokerKit::Broker> m_quiet;
};

const BrokerKit::Broker *BrokerFloodTest::quiet()
{
    if (!m_quiet) {
        m_quiet = m_kit.prepare(u"quiet"_s, BrokerKit::People::All);
        if (m_quiet && !m_kit.begin(*m_quiet)) {
            qWarning("%s", m_quiet->words().constData());
            m_quiet.reset();
        }
    }
    return m_quiet.get();
}

std::optional<qsizetype> BrokerFloodTest::kept(const BrokerKit::Broker &broker, const QString &filter)
{
    const auto probe = m_kit.probe(broker, u"left"_s);
    probe->client().subscribe({filter, u"nightdesk/1/example/desk/santa-cruz/left/call"_s});
    const QString call = u"nightdesk/1/example/desk/santa-cruz/left/call"_s;
    const auto count = [&] {
        return std::ranges::count_if(probe->messages, [&](const BrokerMessage &one) {
            return one.topic != call && !one.payload.isEmpty();
        });
    };
    // The mark, and the broker's answer to it, come after all the others. Whoever waits for tens of thousands keeps the broker from taking them back.
    if (!probe->connectNow() || !probe->client().publish(call, "mark", {.qos = 1, .shouldRetain = false, .expiry = {}})
        || !WAIT_FOR(count() > 0 || probe->newest(call) == "mark")) {
        return {};
    }
    return count();
}

void BrokerFloodTest::othersAreHeard_data()
{
    QTest::addColumn<QString>("who");
    QTest::addColumn<QByteArray>("topic"); // below its own; "%": a number that grows
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("isRetained");
    QTest::addColumn<bool>("isSuspended");
    QTest::newRow("large messages") << u"one"_s << "numbers"_ba << 60000 << false << false;
    QTest::newRow("large messages that are kept at one topic") << u"one"_s << "state"_ba << 60000 << true << false;
    QTest::newRow("large layouts without end") << u"one"_s << "person/%"_ba << 60000 << true << true;
    QTest::newRow("small layouts without end") << u"one"_s << "person/%"_ba << 10 << true << true;
    QTest::newRow("layouts with long names") << u"one"_s << QByteArray("person/%" + QByteArray(50000, 'n')) << 10 << true << true;
    QTest::newRow("moves to desks that are not there") << u"one"_s << "to/x/%/move"_ba << 60000 << true << true;
    QTest::newRow("notes of a support astronomer") << u"ben"_s << "note/%"_ba << 60000 << true << true;
    QTest::newRow("boards of a support astronomer") << u"ben"_s << "presence/%"_ba << 1000 << true << true;
    QTest::newRow("watches of a support astronomer") << u"ben"_s << "to/x/%/watch/1"_ba << 60000 << true << true;
}

void BrokerFloodTest::othersAreHeard()
{
    QFETCH(const QString, who);
    QFETCH(const QByteArray, topic);
    QFETCH(const int, size);
    QFETCH(const bool, isRetained);
    QFETCH(const bool, isSuspended);
    const auto broker = m_kit.prepare(u"flooded%1"_s.arg(QString::fromLatin1(QTest::currentDataTag())), BrokerKit::People::All);
    QVERIFY(broker);
    QVERIFY2(m_kit.begin(*broker), broker->words().constData());
    const auto left = m_kit.probe(*broker, u"left"_s);
    QVERIFY2(left->connectNow(), qPrintable(left->why()));
    const auto board = m_kit.probe(*broker, u"ann"_s);
    const QString state = u"nightdesk/1/example/desk/santa-cruz/left/state"_s;
    board->client().subscribe({state});
    QVERIFY2(board->connectNow(), qPrintable(board->why()));
    QElapsedTimer sinceStart;
    qint64 slowest = 0;
    const QByteArray own = who == u"one" ? "nightdesk/1/example/desk/hilo/one/"_ba : "nightdesk/1/example/sa/ben/"_ba;
    {
        const BrokerCredential stolen = m_kit.credentialOf(*broker, who);
        const quint64 eagerBytes = isSuspended ? 2 * RetainedQuota::maxBytesPerCredential : std::numeric_limits<quint64>::max();
        const Flood flood(broker->port, stolen.user(), stolen.password.view().toByteArray(), own + topic, size, isRetained, eagerBytes);
        QVERIFY(WAIT_FOR(flood.sent() > 100));
        sinceStart.start();
        // Whoever is not suspended must stay so for a while; whoever is, is waited for below.
        for (int report = 0; report < 20 || sinceStart.durationElapsed() < (isSuspended ? 1s : 3s); ++report) {
            QElapsedTimer one;
            one.start();
            const QByteArray mark = QByteArray::number(report);
            QVERIFY2(BrokerKit::say(*left, u"desk/santa-cruz/left/state"_s, mark, true), broker->seen().constData());
            QVERIFY2(WAIT_FOR(board->newest(state) == mark), broker->seen().constData());
            slowest = std::max(slowest, one.elapsed());
        }
        qInfo("%llu messages of the flood, the slowest report of another took %lld ms", static_cast<unsigned long long>(flood.sent()), slowest);
        // Whoever comes now gets in, and a long report is taken as well.
        const auto late = m_kit.probe(*broker, who == u"one" ? u"ben"_s : u"one"_s);
        QVERIFY2(late->connectNow(), qPrintable(late->why()));
        QVERIFY(BrokerKit::say(*left, u"desk/santa-cruz/left/history"_s, QByteArray(40000, 'h'), true));
        // Beside other tests the flood is slower, and reaches its limit later.
        QVERIFY2(!isSuspended || WAIT_FOR(broker->seen().contains("is suspended"), 120s), broker->seen().constData());
        QCOMPARE(broker->seen().contains("is suspended"), isSuspended);
    }
    QCOMPARE(left->connections, 1);
    QCOMPARE(board->connections, 1);
    left->client().close();
    if (isSuspended) {
        QVERIFY(broker->seen().contains(who == u"one" ? "workstation hilo/one is suspended" : "SA ben is suspended"));
    }
    if (isSuspended && !topic.startsWith("to/")) { // what it left is taken back; of what is sent to others, others are not told
        const QString filter = QString::fromUtf8(own) + QString::fromUtf8(topic).section(u'%', 0, 0) + u'+';
        // Each look has the broker send all that is left, which is tens of thousands of messages at first: not one look upon the other.
        QElapsedTimer sinceLook;
        QVERIFY(waitFor(
            [&] {
                if (sinceLook.isValid() && sinceLook.durationElapsed() < 2s) {
                    return false;
                }
                const bool isGone = kept(*broker, filter) == 0;
                sinceLook.start();
                return isGone;
            },
            120s));
    }
}

void BrokerFloodTest::noneTakesAllConnections_data()
{
    QTest::addColumn<QString>("who");
    QTest::addColumn<bool>("stays");
    QTest::newRow("a workstation holds hundreds") << u"one"_s << true;
    QTest::newRow("a support astronomer holds hundreds") << u"ben"_s << true;
    QTest::newRow("one after the other, each leaves a session") << u"one"_s << false;
}

void BrokerFloodTest::noneTakesAllConnections()
{
    QFETCH(const QString, who);
    QFETCH(const bool, stays);
    constexpr int crowdSize = 600;
    allowManyFiles();
    const auto broker = m_kit.prepare(u"crowded%1"_s.arg(QString::fromLatin1(QTest::currentDataTag())), BrokerKit::People::All);
    QVERIFY(broker);
    QVERIFY2(m_kit.begin(*broker), broker->words().constData());
    const auto board = m_kit.probe(*broker, u"ann"_s);
    const QString state = u"nightdesk/1/example/desk/santa-cruz/left/state"_s;
    board->client().subscribe({state});
    QVERIFY2(board->connectNow(), qPrintable(board->why()));
    const BrokerCredential stolen = m_kit.credentialOf(*broker, who);
    const QByteArray suspended = who == u"one" ? "workstation hilo/one is suspended: it has more than 64 clients" : "SA ben is suspended: it has more than";
    const Crowd crowd(broker->port, stolen.user(), stolen.password.view().toByteArray(), crowdSize, stays);
    QVERIFY(WAIT_FOR(crowd.letIn() > 30));
    QElapsedTimer sinceThen;
    sinceThen.start();
    const auto left = m_kit.probe(*broker, u"left"_s);
    QVERIFY2(left->connectNow(), qPrintable(left->why()));
    QVERIFY2(BrokerKit::say(*left, u"desk/santa-cruz/left/state"_s, "here", true), broker->seen().constData());
    QVERIFY2(WAIT_FOR(board->newest(state) == "here"), broker->seen().constData());
    const auto took = sinceThen.durationElapsed();
    QVERIFY2(WAIT_FOR(broker->seen().contains(suspended), 120s), broker->seen().constData());
    QVERIFY(WAIT_FOR(crowd.isDone(), 120s)); // up to three times as many connections as were meant
    QVERIFY(WAIT_FOR(crowd.held() == 0));
    qInfo("%d of %d connections were let in, then none; another connected and reported in %lld ms",
          crowd.letIn(),
          crowd.came(),
          static_cast<long long>(std::chrono::ceil<std::chrono::milliseconds>(took).count()));
    QVERIFY(took < underLoad(5s));
    QVERIFY(crowd.letIn() < crowd.came());
    QCOMPARE(left->connections, 1);
    QCOMPARE(board->connections, 1);
    QCOMPARE(broker->seen().count("is suspended"), 1);
}

namespace
{
/// A client that follows no rule of ours, and says one thing after the other.
class RawClient
{
public:
    RawClient(quint16 port, const QByteArray &name, const QString &user, const QByteArray &password)
        : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{.tv_sec = 30, .tv_usec = 0};
        ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        const QByteArray expiry = QByteArray::fromHex("0511") + QByteArray::fromHex("00000e10"); // of the session: an hour
        const QByteArray hello = text("MQTT") + '\x05' + '\xc0' + QByteArray(2, '\0') + expiry + text(name) + text(user.toUtf8()) + text(password);
        const QByteArray answer = ::connect(m_fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? ask(packet(0x10, hello)) : QByteArray();
        m_isIn = answer.size() > 3 && answer[0] == 0x20 && answer[3] == 0;
    }
    ~RawClient()
    {
        ::close(m_fd);
    }
    Q_DISABLE_COPY_MOVE(RawClient)

    bool isIn() const
    {
        return m_isIn;
    }
    /// The broker's reason code; empty: it says nothing.
    std::optional<quint8> subscribe(const QByteArray &filter) const
    {
        const QByteArray answer = ask(packet(0x82, QByteArray::fromHex("000100") + text(filter) + '\0'));
        return answer.size() > 5 && static_cast<quint8>(answer[0]) == 0x90 ? std::optional(static_cast<quint8>(answer.back())) : std::nullopt;
    }

private:
    /// The packet that answers @p request; those of this test are short.
    QByteArray ask(const QByteArray &request) const
    {
        if (::send(m_fd, request.constData(), static_cast<std::size_t>(request.size()), MSG_NOSIGNAL) != request.size()) {
            return {};
        }
        QByteArray head(2, '\0');
        if (::recv(m_fd, head.data(), 2, MSG_WAITALL) != 2) {
            return {};
        }
        QByteArray rest(head[1], '\0');
        return ::recv(m_fd, rest.data(), static_cast<std::size_t>(rest.size()), MSG_WAITALL) == rest.size() ? head + rest : QByteArray();
    }

    const int m_fd;
    bool m_isIn = false;
};
}

void BrokerFloodTest::longNamesAreRefused_data()
{
    QTest::addColumn<int>("size"); // of the client's name
    QTest::addColumn<bool>("isIn");
    QTest::newRow("a name of 256 bytes") << 256 << true;
    QTest::newRow("a name of 257 bytes") << 257 << false;
    QTest::newRow("a name that the log cuts") << 960 << false;
    QTest::newRow("the longest name") << 65535 << false;
}

/// Whose name the log cannot show could not be counted.
void BrokerFloodTest::longNamesAreRefused()
{
    QFETCH(const int, size);
    QFETCH(const bool, isIn);
    const BrokerKit::Broker *broker = quiet();
    QVERIFY(broker);
    for (const QString &who : {u"one"_s, u"ben"_s}) {
        const BrokerCredential stolen = m_kit.credentialOf(*broker, who);
        const RawClient client(broker->port, QByteArray(size, 'n'), stolen.user(), stolen.password.view().toByteArray());
        QCOMPARE(client.isIn(), isIn);
    }
}

void BrokerFloodTest::subscriptionsAreLimited_data()
{
    QTest::addColumn<QString>("who");
    QTest::addColumn<QByteArray>("filter"); // "%": a number
    QTest::addColumn<int>("granted"); // of two hundred
    const QByteArray one = "nightdesk/1/example/desk/+/+/person/%";
    QTest::newRow("of a workstation") << u"one"_s << one << 64;
    QTest::newRow("of a support astronomer") << u"ben"_s << one << 64;
    QTest::newRow("of anything") << u"one"_s << "%/#"_ba << 64;
    QTest::newRow("one again and again") << u"one"_s << "nightdesk/1/example/desk/+/+/state"_ba << 200;
    QTest::newRow("long ones") << u"one"_s << QByteArray("%/" + QByteArray(600, 'f')) << 0;
}

void BrokerFloodTest::subscriptionsAreLimited()
{
    QFETCH(const QString, who);
    QFETCH(const QByteArray, filter);
    QFETCH(const int, granted);
    const BrokerKit::Broker *broker = quiet();
    QVERIFY(broker);
    const BrokerCredential stolen = m_kit.credentialOf(*broker, who);
    int sum = 0;
    for (int session = 0; session < 2; ++session) { // it comes back to the same session
        const RawClient client(broker->port, QTest::currentDataTag(), stolen.user(), stolen.password.view().toByteArray());
        QVERIFY(client.isIn());
        for (int number = 0; number < 100; ++number) {
            QByteArray name = filter;
            const auto answer = client.subscribe(name.replace("%", QByteArray::number(100 * session + number)));
            QVERIFY(answer.has_value());
            QVERIFY(*answer == 0 || *answer == 0x87); // granted, not authorized
            sum += *answer == 0 ? 1 : 0;
        }
    }
    QCOMPARE(sum, granted);
    // Others have what they need.
    const auto board = m_kit.probe(*broker, u"ann"_s);
    const QString state = u"nightdesk/1/example/desk/santa-cruz/left/state"_s;
    board->client().subscribe({state});
    QVERIFY2(board->connectNow(), qPrintable(board->why()));
    const auto left = m_kit.probe(*broker, u"left"_s);
    QVERIFY2(left->connectNow(), qPrintable(left->why()));
    QVERIFY(BrokerKit::say(*left, u"desk/santa-cruz/left/state"_s, QTest::currentDataTag(), true));
    QVERIFY2(WAIT_FOR(board->newest(state) == QTest::currentDataTag()), qPrintable(board->said()));
}

NIGHTDESK_GUILESS_TEST(BrokerFloodTest)
#include "brokerfloodtest.moc"
