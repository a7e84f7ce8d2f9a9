// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
using Flood = ScriptedSshServer::Flood;
using Script = ScriptedSshServer::Script;

/// Sends the same bytes to whoever connects, again and again, and never listens.
class Chatterbox
{
public:
    explicit Chatterbox(const QByteArray &bytes)
        : m_bytes(bytes)
    {
        m_fd.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(m_fd.get(), reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_fd.get(), 20) != 0
            || ::getsockname(m_fd.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0) {
            qFatal("cannot listen");
        }
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] {
            run();
        });
    }
    ~Chatterbox()
    {
        m_stopping = true;
        ::shutdown(m_fd.get(), SHUT_RDWR);
        m_thread.join();
    }
    LinkSpec linkSpec() const
    {
        LinkSpec spec;
        spec.id = u"summit"_s;
        spec.host = u"127.0.0.1"_s;
        spec.port = m_port;
        return spec;
    }

private:
    void run()
    {
        while (!m_stopping) {
            const UniqueFd guest(::accept4(m_fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
            while (!m_stopping && guest.isValid()) {
                if (::send(guest.get(), m_bytes.constData(), static_cast<std::size_t>(m_bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
                    if (errno != EAGAIN) {
                        break;
                    }
                    ::usleep(1000);
                }
            }
        }
    }

    const QByteArray m_bytes;
    UniqueFd m_fd;
    quint16 m_port = 0;
    std::atomic<bool> m_stopping = false;
    std::thread m_thread;
};

std::atomic<int> refusals = 0;

void countRefusals(QtMsgType, const QMessageLogContext &, const QString &text)
{
    if (text.contains(u"refused")) {
        ++refusals;
    }
}

std::atomic<int> leaks = 0;

void countLeaks(QtMsgType, const QMessageLogContext &, const QString &text)
{
    if (text.contains(u"issue of the summit")) {
        ++leaks;
    }
}

/// Answers what there is to answer.
void befriend(LinkProbe &probe)
{
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"tonight"_s)));
    };
}
}

/// A host that means harm, or is out of its mind: it is refused or bounded, told once, and everything else goes on.
class LinkHostileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void chatterBeforeTheBannerEnds_data();
    void chatterBeforeTheBannerEnds();
    void promptsWithoutEnd_data();
    void promptsWithoutEnd();
    void promptsAreMadeSafe();
    void aHugeIssueIsNoHarm();
    void strangeChannelsAreToldOnce();
    void beforeTheLoginItCanBeCancelled();
    void afterTheLoginItCanBeClosed_data();
    void afterTheLoginItCanBeClosed();

private:
    SshServer m_server; ///< a good one beside it
    QTemporaryDir m_home;
};

void LinkHostileTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkHostileTest::chatterBeforeTheBannerEnds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("lines without end") << "welcome to the summit\r\n"_ba;
    QTest::newRow("empty lines without end") << "\n"_ba;
    QTest::newRow("one line without end") << QByteArray(1000, 'x');
    QTest::newRow("zeros without end") << QByteArray(1000, '\0');
    QTest::newRow("escapes without end") << "\x1b]0;root@\x07\u202e"_ba;
    QTest::newRow("versions without end") << "SSH-2.0-OpenSSH_9.9\r\n"_ba;
    QTest::newRow("a version that is too long") << "SSH-2.0-"_ba + QByteArray(100000, 'A') + "\r\n";
}

void LinkHostileTest::chatterBeforeTheBannerEnds()
{
    QFETCH(QByteArray, bytes);
    Chatterbox host(bytes);
    LinkProbe probe(host.linkSpec());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!probe.connectNow());
    QVERIFY2(timer.elapsed() < 15000, qPrintable(QString::number(timer.elapsed())));
    for (const QChar c : probe.why()) {
        QVERIFY2(c.isPrint(), qPrintable(probe.why()));
    }
    QVERIFY2(probe.why().size() < 1000, qPrintable(probe.why()));
}

void LinkHostileTest::promptsWithoutEnd_data()
{
    QTest::addColumn<QList<int>>("rounds"); // how many prompts each has
    QTest::newRow("100 prompts at once") << QList<int>{100};
    QTest::newRow("10,000 prompts at once") << QList<int>{10000};
    QTest::newRow("100 rounds of nothing") << QList<int>(100, 0);
    QTest::newRow("17 prompts behind one") << QList<int>{1, 17};
}

void LinkHostileTest::promptsWithoutEnd()
{
    QFETCH(QList<int>, rounds);
    Script script;
    for (const int count : std::as_const(rounds)) {
        script.rounds << QList<ScriptedSshServer::Prompt>(count, {"Again: ", false, "tonight"});
    }
    ScriptedSshServer server(script);
    LinkProbe probe(server.linkSpec());
    befriend(probe);
    QVERIFY(!probe.connectNow());
    if (rounds.first() <= 256) { // more than that libssh takes for a broken connection
        QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    }
    QVERIFY2(probe.secrets.size() <= 1, qPrintable(QString::number(probe.secrets.size())));
}

void LinkHostileTest::promptsAreMadeSafe()
{
    ScriptedSshServer server(
        {.prompts = {{"Pass\u202eword\u2066 for\x1b[2J root\r\nagain:\x07 ", false, "tonight"}}, .instruction = QByteArray(5000, 'i') + "\x9b"});
    LinkProbe probe(server.linkSpec());
    befriend(probe);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    const QString shown = probe.secrets.first().subject;
    for (const QChar c : shown) {
        QVERIFY2(c.isPrint(), qPrintable(shown));
    }
    QVERIFY2(shown.size() < 500, qPrintable(QString::number(shown.size())));
}

void LinkHostileTest::aHugeIssueIsNoHarm()
{
    // Nearly as much as a packet of ssh holds, with what would clear a terminal; nobody is shown any of it.
    QByteArray issue;
    while (issue.size() < 200'000) {
        issue += "\x1b[2Jissue of the summit\r\n";
    }
    leaks = 0;
    const QtMessageHandler before = qInstallMessageHandler(countLeaks);
    {
        ScriptedSshServer server({.password = "tonight", .issue = issue});
        LinkProbe probe(server.linkSpec());
        befriend(probe);
        const bool isLive = probe.connectNow();
        qInstallMessageHandler(before);
        QVERIFY2(isLive, qPrintable(probe.why()));
        QCOMPARE(probe.secrets.size(), 1);
        for (const QString &shown : {probe.why(), probe.link().facts().serverBanner, probe.secrets.first().subject}) {
            QVERIFY2(!shown.contains(u"issue of the summit"), qPrintable(shown));
        }
    }
    QCOMPARE(leaks.load(), 0);
}

void LinkHostileTest::strangeChannelsAreToldOnce()
{
    refusals = 0;
    const QtMessageHandler before = qInstallMessageHandler(countRefusals);
    {
        ScriptedSshServer server({.password = "tonight", .strangeChannels = 200});
        LinkProbe probe(server.linkSpec(), true);
        befriend(probe);
        QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
        QTRY_COMPARE_WITH_TIMEOUT(server.channelResults().size(), 1, 60000);
        QVERIFY(probe.link().isLive());
        QCOMPARE(probe.x11.size(), 0);
    }
    qInstallMessageHandler(before);
    QCOMPARE(refusals.load(), 2); // of each kind one
}

void LinkHostileTest::beforeTheLoginItCanBeCancelled()
{
    ScriptedSshServer server({.password = "tonight", .silentBefore = true});
    auto probe = std::make_unique<LinkProbe>(server.linkSpec());
    befriend(*probe);
    probe->link().open();
    QVERIFY(probe->waitFor(LinkState::LoggingIn));
    // Others go on meanwhile.
    LinkProbe other(m_server.linkSpec());
    QVERIFY2(other.connectNow(), qPrintable(other.why()));
    QCOMPARE(probe->link().state(), LinkState::LoggingIn);
    QElapsedTimer timer;
    timer.start();
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(1100ms), qPrintable(QString::number(timer.elapsed())));
}

void LinkHostileTest::afterTheLoginItCanBeClosed_data()
{
    QTest::addColumn<Flood>("flood");
    QTest::newRow("it says nothing") << Flood::None;
    QTest::newRow("things to be ignored without end") << Flood::Ignore;
    QTest::newRow("things to be shown without end") << Flood::Debug;
}

void LinkHostileTest::afterTheLoginItCanBeClosed()
{
    QFETCH(Flood, flood);
    ScriptedSshServer server({.password = "tonight", .floodAfter = flood, .silentAfter = flood == Flood::None});
    auto probe = std::make_unique<LinkProbe>(server.linkSpec());
    befriend(*probe);
    QVERIFY2(probe->connectNow(), qPrintable(probe->why()));
    ProgramProbe program(probe->link(), ProgramSpec{"true", {}});
    StreamProbe stream(probe->link(), TcpStreamTarget{u"127.0.0.1"_s, 5901});
    LinkProbe other(m_server.linkSpec());
    QVERIFY2(other.connectNow(), qPrintable(other.why()));
    if (flood == Flood::None) {
        QVERIFY(probe->waitFor(LinkState::Stalled));
    }
    QElapsedTimer timer;
    timer.start();
    probe->link().close();
    QCOMPARE(probe->link().state(), LinkState::Closed);
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(1100ms), qPrintable(QString::number(timer.elapsed())));
}

NIGHTDESK_GUILESS_TEST(LinkHostileTest)
#include "linkhostiletest.moc"
