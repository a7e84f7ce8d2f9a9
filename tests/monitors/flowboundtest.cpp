// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A real sshd with a TCP window and a send buffer of 8 KiB at the remote end of an emulated path of 100 ms: what bounds each direction is named.
#include "monitors/figuresjson.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/links/hop/link.h"
#include "tests/sessions/links/farsummit.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <thread>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// Listens at a socket with a path, which sshd reaches from its end, and takes or sends without end.
class BulkServer
{
public:
    bool start(const QString &path, bool isSender)
    {
        m_listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = path.toLocal8Bit();
        if (name.size() >= qsizetype(sizeof address.sun_path)) {
            return false;
        }
        std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
        if (::bind(m_listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 || ::listen(m_listener.get(), 1) != 0) {
            return false;
        }
        m_thread = std::thread([fd = m_listener.get(), isSender] {
            const UniqueFd peer(::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC));
            std::vector<char> bytes(65536, 'n');
            while (peer.isValid()
                   && (isSender ? ::send(peer.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) : ::recv(peer.get(), bytes.data(), bytes.size(), 0)) > 0) { }
        });
        return true;
    }
    ~BulkServer()
    {
        ::shutdown(m_listener.get(), SHUT_RDWR);
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

private:
    UniqueFd m_listener;
    std::thread m_thread;
};
}

class FlowBoundTest : public QObject
{
    Q_OBJECT
public:
    explicit FlowBoundTest(FarSummit &summit)
        : m_summit(summit)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void whatIsSentIsBoundByTheReceiveWindow();
    void whatIsReceivedIsBoundByTheRemoteSendBuffer();
    void cleanupTestCase();

private:
    const FlowVerdict &verdict(FlowDirection direction) const
    {
        return LinkMonitor::of(m_link.get())->flow().verdict(direction);
    }
    bool open(bool isSender);
    QByteArray told() const;

    FarSummit &m_summit;
    QTemporaryDir m_directory;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<BulkServer> m_server;
    std::unique_ptr<LinkStream> m_stream;
    UniqueFd m_local;
    int m_sockets = 0;
};

void FlowBoundTest::initTestCase()
{
    m_link = std::make_unique<Link>(LinkTarget{m_summit.server().linkSpec()});
    LinkMonitor::of(m_link.get());
    m_link->open();
    QVERIFY(WAIT_FOR(m_link->state() == LinkState::Live, 60s));
}

void FlowBoundTest::cleanup()
{
    m_stream.reset();
    m_local.reset();
    m_server.reset();
}

void FlowBoundTest::cleanupTestCase()
{
    m_link.reset();
}

/// A stream to a server of the remote end that sends, or takes, without end.
bool FlowBoundTest::open(bool isSender)
{
    const QString path = m_directory.filePath(u"s%1"_s.arg(++m_sockets));
    m_server = std::make_unique<BulkServer>();
    int pair[2];
    if (!m_server->start(path, isSender) || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        return false;
    }
    m_local.reset(pair[0]);
    bool isOpen = false;
    m_stream = m_link->openStream(UnixStreamTarget{path}, UniqueFd(pair[1]));
    connect(m_stream.get(), &LinkStream::opened, this, [&isOpen] {
        isOpen = true;
    });
    return WAIT_FOR(isOpen, 60s);
}

QByteArray FlowBoundTest::told() const
{
    QJsonObject object;
    FiguresJson::add(object, *m_link);
    return QJsonDocument(object.value(u"flow"_s).toObject()).toJson(QJsonDocument::Compact);
}

void FlowBoundTest::whatIsSentIsBoundByTheReceiveWindow()
{
    QVERIFY(open(false));
    const std::vector<char> bytes(65536, 'n');
    QElapsedTimer since;
    since.start();
    const auto pump = [&] {
        while (::send(m_local.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0) { }
    };
    const bool isNamed = waitFor(
        [&] {
            pump();
            return verdict(FlowDirection::Sent).flowLimit == FlowLimit::ReceiveWindow;
        },
        30s);
    QVERIFY2(isNamed, told().constData());
    QVERIFY2(since.durationElapsed() < underLoad(10s), qPrintable(QString::number(since.elapsed())));
    // What came through in some seconds is what it says that the window allows. While the machine stops us nothing is sent: then once more.
    double rate = 0;
    FlowVerdict now;
    const auto agree = [&] {
        return now.flowLimit == FlowLimit::ReceiveWindow && now.allowedRate && std::abs(static_cast<double>(now.allowedRate->count) - rate) <= 0.2 * rate;
    };
    for (int tries = 0; tries == 0 || (tries < 5 && !agree()); ++tries) {
        std::optional<LinkSample> first;
        std::optional<LinkSample> last;
        const QMetaObject::Connection taken = connect(m_link.get(), &Link::sampleTaken, this, [&](const LinkSample &sample) {
            first = first ? first : sample;
            last = sample;
        });
        const bool isMeasured = waitFor(
            [&] {
                pump();
                return first && last->takenAt - first->takenAt >= 6s;
            },
            60s);
        disconnect(taken);
        QVERIFY(isMeasured);
        const auto sentBytes = static_cast<double>((last->totalWireBytesSent - first->totalWireBytesSent).count);
        rate = sentBytes / std::chrono::duration<double>(last->takenAt - first->takenAt).count();
        now = verdict(FlowDirection::Sent);
    }
    QCOMPARE(now.flowLimit, FlowLimit::ReceiveWindow);
    QCOMPARE(now.certainty, Certainty::Measured);
    QVERIFY2(now.windowSize && now.windowSize->count >= 6 * 1024 && now.windowSize->count <= 9 * 1024, told().constData());
    QVERIFY(now.allowedRate);
    qInfo("%.0f bytes a second came through; %s", rate, told().constData());
    QVERIFY2(std::abs(static_cast<double>(now.allowedRate->count) - rate) <= 0.2 * rate, told().constData());
    QJsonObject object;
    FiguresJson::add(object, *m_link);
    QCOMPARE(object.value(u"flow"_s).toObject().value(u"sent"_s).toObject().value(u"bound"_s).toString(), u"receive-window"_s);
    QCOMPARE(object.value(u"flow"_s).toObject().value(u"sent"_s).toObject().value(u"certainty"_s).toString(), u"measured"_s);
}

void FlowBoundTest::whatIsReceivedIsBoundByTheRemoteSendBuffer()
{
    QVERIFY(open(true));
    std::vector<char> bytes(65536);
    const auto drain = [&] {
        while (::recv(m_local.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) { }
    };
    // The remote host is asked twice, 10 s apart.
    const bool isNamed = waitFor(
        [&] {
            drain();
            return verdict(FlowDirection::Received).flowLimit == FlowLimit::SendBuffer;
        },
        60s);
    const auto rate = LinkMonitor::of(m_link.get())->history().wireBytesInPerSecond();
    qInfo("%lld bytes a second come; %s", static_cast<long long>(rate ? rate->count : 0), told().constData());
    QVERIFY2(isNamed, told().constData());
    QCOMPARE(LinkMonitor::of(m_link.get())->flow().remoteReportState(), LinkFlow::RemoteReportState::ReportReceived);
    QCOMPARE(verdict(FlowDirection::Received).certainty, Certainty::Measured);
    QVERIFY(verdict(FlowDirection::Received).allowedRate);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FarSummit summit;
    // Of 16 KiB Linux offers about a half as window, and keeps the rest for itself: 8 KiB.
    const QString buffers = u"echo 4096 16384 16384 >/proc/sys/net/ipv4/tcp_rmem && echo 4096 8192 8192 >/proc/sys/net/ipv4/tcp_wmem"_s;
    if (!summit.start(u"100ms"_s, {u"sh"_s, u"-c"_s, buffers})) {
        return 1;
    }
    FlowBoundTest test(summit);
    return QTest::qExec(&test, argc, argv);
}
#include "flowboundtest.moc"
