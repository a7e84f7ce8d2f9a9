// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "tests/support/heldport.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// Gives back what it gets, and ends when the other side does.
class Echo
{
public:
    bool listen(const QString &socketPath)
    {
        QObject::connect(&m_tcp, &QTcpServer::newConnection, &m_tcp, [this] {
            QTcpSocket *socket = m_tcp.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write(socket->readAll());
            });
        });
        QObject::connect(&m_local, &QLocalServer::newConnection, &m_local, [this] {
            QLocalSocket *socket = m_local.nextPendingConnection();
            QObject::connect(socket, &QLocalSocket::readyRead, socket, [socket] {
                socket->write(socket->readAll());
            });
        });
        return m_tcp.listen(QHostAddress::LocalHost) && m_local.listen(socketPath);
    }
    quint16 port() const
    {
        return m_tcp.serverPort();
    }

private:
    QTcpServer m_tcp;
    QLocalServer m_local;
};

std::pair<UniqueFd, UniqueFd> pair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return {};
    }
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}
}

/// `nightdesk view HOST:PORT`: a link without a host goes straight from here.
class DirectLinkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void carriesBytesBothWays_data();
    void carriesBytesBothWays();
    void refusesInPlainWords_data();
    void refusesInPlainWords();
    void startsNoProgram();
    void endsWithItsLocalEnd();

private:
    QTemporaryDir m_directory;
    Echo m_echo;
    const HeldPort m_nobody; ///< listens at its port
};

void DirectLinkTest::initTestCase()
{
    QVERIFY(m_directory.isValid());
    QVERIFY(m_echo.listen(m_directory.filePath(u"echo"_s)));
}

void DirectLinkTest::carriesBytesBothWays_data()
{
    QTest::addColumn<bool>("unixSocket");
    QTest::newRow("over TCP") << false;
    QTest::newRow("over a Unix socket") << true;
}

void DirectLinkTest::carriesBytesBothWays()
{
    QFETCH(bool, unixSocket);
    Link link(LinkTarget{});
    QSignalSpy samples(&link, &Link::sampleTaken);
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    auto [mine, theirs] = pair();
    const StreamTarget target =
        unixSocket ? StreamTarget(UnixStreamTarget{m_directory.filePath(u"echo"_s)}) : StreamTarget(TcpStreamTarget{u"localhost"_s, m_echo.port()});
    const auto stream = link.openStream(target, std::move(theirs));
    QSignalSpy opened(stream.get(), &LinkStream::opened);
    QVERIFY(WAIT_FOR(!opened.isEmpty()));
    // More than all buffers on the way hold: back-pressure must work in both directions.
    QByteArray sent(3 * 1024 * 1024, Qt::Uninitialized);
    for (qsizetype i = 0; i < sent.size(); ++i) {
        sent[i] = static_cast<char>((i * 31) ^ (i >> 11));
    }
    qsizetype written = 0;
    QByteArray got;
    QVERIFY(waitFor([&] {
        const ssize_t w = ::send(mine.get(), sent.constData() + written, static_cast<size_t>(sent.size() - written), MSG_DONTWAIT | MSG_NOSIGNAL);
        written += w > 0 ? w : 0;
        char buffer[65536];
        const ssize_t r = ::recv(mine.get(), buffer, sizeof buffer, MSG_DONTWAIT);
        if (r > 0) {
            got.append(buffer, r);
        }
        return got.size() == sent.size();
    }));
    QVERIFY2(got == sent, "what came back differs from what was sent");
    QVERIFY(WAIT_FOR(!samples.isEmpty() && samples.last().first().value<LinkSample>().totalWireBytesReceived.count >= sent.size()));
    QCOMPARE(samples.last().first().value<LinkSample>().tcpRoundTrip.has_value(), !unixSocket);
}

void DirectLinkTest::refusesInPlainWords_data()
{
    QTest::addColumn<StreamTarget>("target");
    QTest::addColumn<QString>("named");
    const quint16 closedPort = m_nobody.number();
    QTest::newRow("nobody listens") << StreamTarget(TcpStreamTarget{u"127.0.0.1"_s, closedPort}) << QString::number(closedPort);
    QTest::newRow("no such name") << StreamTarget(TcpStreamTarget{u"no-such-host.invalid"_s, 5901}) << u"no-such-host.invalid"_s;
    QTest::newRow("no such socket") << StreamTarget(UnixStreamTarget{m_directory.filePath(u"none"_s)}) << u"none"_s;
    QTest::newRow("a path that is too long") << StreamTarget(UnixStreamTarget{u'/' + QString(200, u'x')}) << u"xxx"_s;
}

void DirectLinkTest::refusesInPlainWords()
{
    QFETCH(StreamTarget, target);
    QFETCH(QString, named);
    Link link(LinkTarget{});
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    auto [mine, theirs] = pair();
    const auto stream = link.openStream(target, std::move(theirs));
    QSignalSpy failed(stream.get(), &LinkStream::failed);
    QVERIFY(WAIT_FOR(!failed.isEmpty(), std::chrono::seconds(60)));
    const auto failure = failed.first().first().value<Failure>();
    QVERIFY2(QString(failure.what + failure.affectedItem).contains(named), qPrintable(QString(failure.what + u" / "_s + failure.affectedItem)));
    QVERIFY(!failure.advice.isEmpty());
    QVERIFY2(link.isLive(), "one stream that fails must not take the link along");
}

void DirectLinkTest::startsNoProgram()
{
    Link link(LinkTarget{});
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    const auto program = link.startProgram({"true", {}});
    QSignalSpy failed(program.get(), &RemoteProgram::failed);
    QVERIFY(WAIT_FOR(!failed.isEmpty()));
    QCOMPARE(failed.first().first().value<Failure>().kind, FailureKind::Refused);
}

void DirectLinkTest::endsWithItsLocalEnd()
{
    Link link(LinkTarget{});
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    auto [mine, theirs] = pair();
    const auto stream = link.openStream(TcpStreamTarget{u"127.0.0.1"_s, m_echo.port()}, std::move(theirs));
    QSignalSpy opened(stream.get(), &LinkStream::opened);
    QSignalSpy closed(stream.get(), &LinkStream::closed);
    QVERIFY(WAIT_FOR(!opened.isEmpty()));
    mine.reset();
    QVERIFY(WAIT_FOR(!closed.isEmpty()));
    link.close();
    QCOMPARE(link.state(), LinkState::Closed);
}

NIGHTDESK_GUILESS_TEST(DirectLinkTest)
#include "directlinktest.moc"
