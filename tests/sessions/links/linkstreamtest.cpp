// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/heldport.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <cerrno>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// What stands at the summit for a stream to reach: a listener that treats each connection by its rule, on a thread.
class FarService
{
public:
    enum class Rule {
        Echo,
        Flood, ///< sends zeros as fast as they are taken and counts them
        Greet ///< says "hello", then hangs up
    };

    explicit FarService(Rule rule, const QString &unixPath = {})
        : m_rule(rule)
    {
        if (unixPath.isEmpty()) {
            m_listener.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            socklen_t size = sizeof address;
            if (::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_listener.get(), 50) != 0
                || ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0) {
                qFatal("cannot listen");
            }
            port = ntohs(address.sin_port);
        } else {
            m_listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            const QByteArray name = QFile::encodeName(unixPath);
            std::copy(name.cbegin(), name.cend(), address.sun_path);
            if (::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 || ::listen(m_listener.get(), 50) != 0) {
                qFatal("cannot listen");
            }
        }
        m_thread = std::thread([this] {
            run();
        });
    }
    ~FarService()
    {
        m_stop = true;
        ::shutdown(m_listener.get(), SHUT_RDWR);
        m_thread.join();
        for (std::thread &thread : m_serving) {
            thread.join();
        }
    }

    quint16 port = 0;
    std::atomic<qint64> flooded = 0;
    std::atomic<int> ended = 0;
    std::atomic<int> vainWaits = 0; ///< of 50 ms each, in which a connection could not go on

private:
    void run()
    {
        while (!m_stop) {
            const int fd = ::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (fd >= 0) {
                m_serving.emplace_back([this, fd] {
                    serve(UniqueFd(fd));
                    ++ended;
                });
            }
        }
    }
    bool wait(int fd, short events)
    {
        pollfd one{fd, events, 0};
        while (!m_stop) {
            if (::poll(&one, 1, 50) > 0) {
                return true;
            }
            ++vainWaits;
        }
        return false;
    }
    bool sendAll(int fd, const char *bytes, ssize_t count)
    {
        while (count > 0 && wait(fd, POLLOUT)) {
            const ssize_t sent = ::send(fd, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent < 0 && errno != EAGAIN) {
                return false;
            }
            bytes += qMax<ssize_t>(sent, 0);
            count -= qMax<ssize_t>(sent, 0);
            flooded += qMax<ssize_t>(sent, 0);
        }
        return count == 0;
    }
    void serve(UniqueFd fd)
    {
        std::vector<char> bytes(65536);
        switch (m_rule) {
        case Rule::Greet:
            sendAll(fd.get(), "hello", 5);
            return;
        case Rule::Flood:
            while (sendAll(fd.get(), bytes.data(), static_cast<ssize_t>(bytes.size()))) { }
            return;
        case Rule::Echo:
            while (wait(fd.get(), POLLIN)) {
                const ssize_t count = ::recv(fd.get(), bytes.data(), bytes.size(), 0);
                if (count == 0 || (count < 0 && errno != EAGAIN) || (count > 0 && !sendAll(fd.get(), bytes.data(), count))) {
                    return;
                }
            }
            return;
        }
    }

    const Rule m_rule;
    UniqueFd m_listener;
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
    std::vector<std::thread> m_serving;
};

/// Pushes bytes into a stream and reads what comes back, as the event loop turns.
class Traffic
{
public:
    Traffic(int fd, const QByteArray &data)
        : m_fd(fd)
        , m_data(data)
    {
    }
    /// One turn; true when everything was sent and end-of-file came back.
    bool turn()
    {
        if (m_sent < m_data.size()) {
            const ssize_t sent = ::send(m_fd, m_data.constData() + m_sent, static_cast<std::size_t>(m_data.size() - m_sent), MSG_NOSIGNAL | MSG_DONTWAIT);
            m_sent += qMax<ssize_t>(sent, 0);
            if (m_sent == m_data.size()) {
                ::shutdown(m_fd, SHUT_WR);
            }
        }
        char bytes[65536];
        while (true) {
            const ssize_t count = ::recv(m_fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (count <= 0) {
                return count == 0;
            }
            received.append(bytes, count);
        }
    }
    QByteArray received;

private:
    const int m_fd;
    const QByteArray m_data;
    qsizetype m_sent = 0;
};

QByteArray randomBytes(qsizetype count)
{
    QByteArray result(count, Qt::Uninitialized);
    QRandomGenerator generator(42);
    generator.fillRange(reinterpret_cast<quint32 *>(result.data()), count / 4);
    return result;
}

qint64 residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
}

QByteArray listenersOfThisProcess()
{
    const QByteArray all = runQuietly(u"ss"_s, {u"-Htlnp"_s});
    const QByteArray mark = "pid=" + QByteArray::number(QCoreApplication::applicationPid()) + ',';
    QByteArray result;
    for (const QByteArray &line : all.split('\n')) {
        if (line.contains(mark)) {
            QByteArrayList words = line.simplified().split(' ');
            words.removeIf([](const QByteArray &word) {
                return !word.contains(':'); // how many wait there to be accepted is no matter
            });
            result += words.join(' ') + '\n';
        }
    }
    return result;
}
}

/// Byte streams through a Link: content, several at once, back-pressure, ends.
class LinkStreamTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void twentyMegabytesEachWay_data();
    void twentyMegabytesEachWay();
    void twelveAtOnce();
    void aSlowReaderHoldsUpOnlyItself();
    void aUnixSocketAtTheSummit();
    void theFarEndRefuses();
    void theFarEndHangsUp();
    void closingTheLocalEndClosesTheFarEnd();
    void destroyingTheStreamClosesTheFarEnd();
    void destroyedWhileOpening();
    void lastBytesBeforeClosingArrive();
    void theLinkClosing();
    void itListensNowhere();
    void channelsTheServerOpensAreRefused();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkStreamTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkStreamTest::twentyMegabytesEachWay_data()
{
    QTest::addColumn<Compression>("compression");
    QTest::newRow("plain") << Compression::Off;
    QTest::newRow("compressed") << Compression::On;
}

void LinkStreamTest::twentyMegabytesEachWay()
{
    QFETCH(Compression, compression);
    FarService echo(FarService::Rule::Echo);
    LinkSpec spec = m_server.linkSpec();
    spec.compression = compression;
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().sshCompresses, compression == Compression::On);
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    QVERIFY(stream.waitForOpen());
    const QByteArray data = randomBytes(20 << 20);
    Traffic traffic(stream.fd.get(), data);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(WAIT_FOR(traffic.turn(), std::chrono::seconds(100)));
    qInfo("20 MiB there and back in %lld ms", timer.elapsed());
    QCOMPARE(traffic.received.size(), data.size());
    QVERIFY(traffic.received == data);
    QVERIFY(stream.waitForClose());
}

void LinkStreamTest::twelveAtOnce()
{
    FarService echo(FarService::Rule::Echo);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    std::vector<std::unique_ptr<StreamProbe>> streams;
    std::vector<std::unique_ptr<Traffic>> traffics;
    QList<QByteArray> data;
    for (int i = 0; i < 12; ++i) {
        streams.push_back(std::make_unique<StreamProbe>(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port}));
        data << QByteArray(2 << 20, static_cast<char>('a' + i));
        traffics.push_back(std::make_unique<Traffic>(streams.back()->fd.get(), data.back()));
    }
    std::vector<bool> done(12, false);
    QVERIFY(waitFor(
        [&] {
            bool all = true;
            for (std::size_t i = 0; i < 12; ++i) {
                done[i] = done[i] || traffics[i]->turn();
                all = all && done[i];
            }
            return all;
        },
        std::chrono::seconds(100)));
    for (std::size_t i = 0; i < 12; ++i) {
        QVERIFY(traffics[i]->received == data[static_cast<qsizetype>(i)]);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!probe.samples.isEmpty() && probe.samples.last().openChannelCount == 0, 30000);
}

void LinkStreamTest::aSlowReaderHoldsUpOnlyItself()
{
    FarService flood(FarService::Rule::Flood);
    FarService echo(FarService::Rule::Echo);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe slow(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, flood.port});
    QVERIFY(slow.waitForOpen());
    // Nobody reads: it stops by itself once window and buffers are full. An sshd that was only held up answers no pings either, and a flood that was held up
    // itself does not wait in vain.
    qint64 before = -1;
    qsizetype pings = 0;
    int waits = 0;
    QVERIFY(waitFor(
        [&] {
            if (const qint64 now = flood.flooded; now != before) {
                before = now;
                pings = probe.pings.size();
                waits = flood.vainWaits;
            }
            return before > 0 && flood.vainWaits > waits + 10 && probe.pings.size() > pings + 2;
        },
        std::chrono::seconds(60)));
    QVERIFY2(before < (16 << 20), qPrintable(QString::number(before)));
    const qint64 memory = residentBytes();

    StreamProbe quick(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    QVERIFY(quick.waitForOpen());
    const QByteArray data = randomBytes(8 << 20);
    Traffic traffic(quick.fd.get(), data);
    QVERIFY(WAIT_FOR(traffic.turn(), std::chrono::seconds(100)));
    QVERIFY(traffic.received == data);
    QCOMPARE(flood.flooded.load(), before);
    QVERIFY2(residentBytes() - memory < (64 << 20), qPrintable(QString::number(residentBytes() - memory)));

    // When it reads again, it flows again.
    char bytes[65536];
    qint64 read = 0;
    QVERIFY(waitFor([&] {
        for (ssize_t count = 1; count > 0;) {
            count = ::recv(slow.fd.get(), bytes, sizeof bytes, MSG_DONTWAIT);
            read += qMax<ssize_t>(count, 0);
        }
        return read > (20 << 20);
    }));
}

void LinkStreamTest::aUnixSocketAtTheSummit()
{
    QTemporaryDir directory;
    FarService echo(FarService::Rule::Echo, directory.filePath(u"socket"_s));
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), UnixStreamTarget{directory.filePath(u"socket"_s)});
    QVERIFY(stream.waitForOpen());
    const QByteArray data = randomBytes(1 << 20);
    Traffic traffic(stream.fd.get(), data);
    QVERIFY(WAIT_FOR(traffic.turn()));
    QVERIFY(traffic.received == data);

    StreamProbe missing(probe.link(), UnixStreamTarget{directory.filePath(u"nothing"_s)});
    QVERIFY(!missing.waitForOpen());
    QCOMPARE(missing.failure->kind, FailureKind::Transient); // the server behind it may be starting just now
}

void LinkStreamTest::theFarEndRefuses()
{
    const HeldPort nobody;
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, nobody.number()});
    QVERIFY(!stream.waitForOpen());
    QVERIFY(stream.failure);
    QCOMPARE(stream.failure->kind, FailureKind::Transient);
    QVERIFY2(stream.failure->what.contains(u"Connection refused"), qPrintable(stream.failure->what));
    char byte = 0;
    QCOMPARE(::recv(stream.fd.get(), &byte, 1, 0), 0); // our end reads end-of-file
    QVERIFY(probe.link().isLive());
}

void LinkStreamTest::theFarEndHangsUp()
{
    FarService greet(FarService::Rule::Greet);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, greet.port});
    QByteArray received;
    QVERIFY(waitFor([&] {
        char bytes[100];
        const ssize_t count = ::recv(stream.fd.get(), bytes, sizeof bytes, MSG_DONTWAIT);
        received.append(bytes, qMax<ssize_t>(count, 0));
        return count == 0;
    }));
    QCOMPARE(received, "hello");
    stream.fd.reset();
    QVERIFY(stream.waitForClose());
}

void LinkStreamTest::closingTheLocalEndClosesTheFarEnd()
{
    FarService flood(FarService::Rule::Flood);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, flood.port});
    QVERIFY(stream.waitForOpen());
    stream.fd.reset();
    QVERIFY(stream.waitForClose());
    QTRY_COMPARE_WITH_TIMEOUT(flood.ended.load(), 1, 30000);
}

void LinkStreamTest::destroyingTheStreamClosesTheFarEnd()
{
    FarService flood(FarService::Rule::Flood);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, flood.port});
    QVERIFY(stream.waitForOpen());
    stream.stream.reset();
    QTRY_COMPARE_WITH_TIMEOUT(flood.ended.load(), 1, 30000);
    QVERIFY(!stream.closed);
    QVERIFY(waitFor([&] {
        char bytes[65536];
        return ::recv(stream.fd.get(), bytes, sizeof bytes, MSG_DONTWAIT) == 0;
    }));
}

void LinkStreamTest::destroyedWhileOpening()
{
    FarService echo(FarService::Rule::Flood);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    for (int i = 0; i < 20; ++i) {
        StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    }
    // sshd connected some of them before it heard: all are let go again.
    QTRY_VERIFY_WITH_TIMEOUT(!probe.samples.isEmpty() && probe.samples.last().openChannelCount == 0, 30000);
    StreamProbe last(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    QVERIFY(last.waitForOpen());
}

void LinkStreamTest::lastBytesBeforeClosingArrive()
{
    // The far end sends all the while, so that the link writes into a closed local end too.
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    QVERIFY(::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), size) == 0 && ::listen(listener.get(), 5) == 0);
    QVERIFY(::getsockname(listener.get(), reinterpret_cast<sockaddr *>(&address), &size) == 0);
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, ntohs(address.sin_port)});
    QVERIFY(stream.waitForOpen());
    UniqueFd far;
    QVERIFY(waitFor([&] {
        far.reset(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        return far.isValid();
    }));
    const QByteArray data = randomBytes(100000);
    QCOMPARE(::send(stream.fd.get(), data.constData(), static_cast<std::size_t>(data.size()), MSG_NOSIGNAL), data.size());
    QCOMPARE(::send(far.get(), data.constData(), 50000, MSG_NOSIGNAL), 50000);
    stream.fd.reset();
    QByteArray received;
    QVERIFY(waitFor([&] {
        char bytes[65536];
        const ssize_t count = ::recv(far.get(), bytes, sizeof bytes, MSG_DONTWAIT);
        received.append(bytes, qMax<ssize_t>(count, 0));
        return count == 0;
    }));
    QVERIFY(received == data);
    QVERIFY(stream.waitForClose());
}

void LinkStreamTest::theLinkClosing()
{
    FarService echo(FarService::Rule::Echo);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    QVERIFY(stream.waitForOpen());
    probe.link().close();
    QVERIFY(stream.closed);
    QVERIFY(waitFor([&] {
        char byte = 0;
        return ::recv(stream.fd.get(), &byte, 1, MSG_DONTWAIT) == 0;
    }));
    QTRY_COMPARE_WITH_TIMEOUT(echo.ended.load(), 1, 30000);
}

void LinkStreamTest::itListensNowhere()
{
    FarService echo(FarService::Rule::Echo);
    const QByteArray before = listenersOfThisProcess();
    QCOMPARE(before.count('\n'), 1); // the echo service itself: ss does see us
    LinkProbe probe(m_server.linkSpec(), true);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, echo.port});
    QVERIFY(stream.waitForOpen());
    ProgramProbe program(probe.link(), ProgramSpec{"sleep 600", X11Request{QByteArray(16, 'c'), 0}});
    QVERIFY(program.waitForStart());
    QCOMPARE(listenersOfThisProcess(), before);
}

void LinkStreamTest::channelsTheServerOpensAreRefused()
{
    ScriptedSshServer server({.password = "tonight", .openChannels = true});
    LinkProbe probe(server.linkSpec(), true);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"tonight"_s)));
    };
    QTest::ignoreMessage(QtWarningMsg, "refused an X11 channel; no further one is told");
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QTRY_COMPARE_WITH_TIMEOUT(server.channelResults().size(), 4, 30000);
    for (const QString &result : server.channelResults()) {
        QVERIFY2(result.endsWith(u"refused"), qPrintable(result));
    }
    QCOMPARE(probe.x11.size(), 0);
    QVERIFY(probe.link().isLive());
}

NIGHTDESK_GUILESS_TEST(LinkStreamTest)
#include "linkstreamtest.moc"
