// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/path/tcpconnector.h"
#include "tests/faults/echo.h"
#include "tests/faults/growth.h"
#include "tests/faults/linkstory.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/testagent.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// A real ssh-agent with one key, until it is killed.
class Agent
{
public:
    explicit Agent(const QString &key)
        : m_socket(m_directory.filePath(u"agent"_s))
    {
        m_agent.setStandardOutputFile(QProcess::nullDevice());
        m_agent.start(u"ssh-agent"_s, {u"-D"_s, u"-a"_s, m_socket});
        waitForAgentAt(m_socket);
        qputenv("SSH_AUTH_SOCK", m_socket.toLocal8Bit());
        runQuietly(u"ssh-add"_s, {u"-q"_s, key});
    }
    ~Agent()
    {
        kill();
        qunsetenv("SSH_AUTH_SOCK");
    }
    void kill()
    {
        m_agent.kill();
        m_agent.waitForFinished(30000);
        QFile::remove(m_socket);
    }

private:
    QTemporaryDir m_directory;
    const QString m_socket;
    QProcess m_agent;
};
}

/// What happens to the far end and to what a login needs: a real sshd, on this machine. Each time: what is said, how long until
/// a byte comes back again, and that nothing grew.
class HostFaultsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void theSessionIsKilled();
    void sshdIsRestarted();
    void theHostComesBackWithAnotherKey();
    void theSourceIsUnderPenalty();
    void theGatewayIsKilled();
    void theHostBehindAGatewayIsRestarted();
    void theNameServerIsGone();
    void theAgentIsGone();
    void sshdStopsAnswering();

private:
    LinkSpec behind(SshServer &gateway);
    void watchForAttempts(LinkStory &story, SshServer &server);

    SshServer m_summit;
    QTemporaryDir m_home;
    std::unique_ptr<Echo> m_echo;
    Growth m_growth;
};

void HostFaultsTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_summit.start());
    m_echo = std::make_unique<Echo>();
    {
        // What libraries keep from their first use on is no growth.
        LinkStory story(m_summit.linkSpec());
        QVERIFY(story.begin());
        QVERIFY(story.waitUntilFresh(*m_echo));
    }
    m_growth.begin();
}

void HostFaultsTest::cleanup()
{
    m_summit.thaw();
    NameLookup::setResolver({});
    QVERIFY2(m_growth.isNone(), qPrintable(m_growth.report()));
}

/// Three seconds in which nobody knocks at @p server.
void HostFaultsTest::watchForAttempts(LinkStory &story, SshServer &server)
{
    const qsizetype attempts = server.log().count(u"Connection from"_s);
    const qint64 then = story.sinceMark();
    QVERIFY(story.wait([&] {
        return story.sinceMark() > then + 3000;
    }));
    QCOMPARE(server.log().count(u"Connection from"_s), attempts);
    QCOMPARE(story.link.state(), LinkState::Closed);
    QCOMPARE(story.link.lastFailure()->kind, FailureKind::Refused);
}

void HostFaultsTest::theSessionIsKilled()
{
    LinkStory story(m_summit.linkSpec());
    QVERIFY(story.begin());
    story.mark();
    m_summit.killSessions();
    QVERIFY(story.wait([&] {
        return !story.failures.isEmpty();
    }));
    const qint64 noticed = story.sinceMark();
    QCOMPARE(story.failures.first().kind, FailureKind::Transient);
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("noticed after %lld ms, fresh after %lld ms", noticed, *fresh);
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(4s), qPrintable(QString::number(*fresh)));
    QCOMPARE(story.failures.size(), 1);
}

void HostFaultsTest::sshdIsRestarted()
{
    LinkStory story(m_summit.linkSpec());
    QVERIFY(story.begin());
    story.mark();
    m_summit.stop();
    // Somebody answers at the host, but not ssh: this is said, and pauses grow.
    QVERIFY(story.wait([&] {
        return story.failures.size() >= 3;
    }));
    QVERIFY2(story.failures.last().what.contains(u"no ssh server answers"), qPrintable(story.report()));
    QVERIFY(story.failures.last().hasPeerAnswered);
    QVERIFY(m_summit.start());
    const qint64 back = story.sinceMark();
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("fresh %lld ms after it was back, after %lld ms", *fresh - back, back);
    QVERIFY2(std::chrono::milliseconds(*fresh - back) < underLoad(8s), qPrintable(QString::number(*fresh - back)));
}

void HostFaultsTest::theHostComesBackWithAnotherKey()
{
    SshServer server;
    QVERIFY(server.start());
    LinkStory story(server.linkSpec());
    QVERIFY(story.begin());
    story.mark();
    server.stop();
    server.replaceHostKey();
    QVERIFY(server.start());
    QVERIFY2(story.wait([&] {
        return story.link.state() == LinkState::Closed && story.link.lastFailure()->kind == FailureKind::Refused;
    }),
             qPrintable(story.report()));
    QVERIFY2(story.link.lastFailure()->what.contains(u"key has changed"), qPrintable(story.report()));
    watchForAttempts(story, server);
}

void HostFaultsTest::theSourceIsUnderPenalty()
{
    SshServer server;
    server.addConfig(u"PerSourcePenalties authfail:60s noauth:60s crash:1s min:1s"_s);
    QVERIFY(server.start());
    LinkStory story(server.linkSpec());
    QVERIFY(story.begin());
    LinkSpec stranger = server.linkSpec();
    stranger.privateKeyFiles = QStringList{server.makeKey(u"stranger"_s)};
    {
        LinkProbe probe(stranger);
        QVERIFY(!probe.connectNow());
    }
    QVERIFY(WAIT_FOR(server.log().contains(u"penalty"_s)));
    // Who is in stays in. A host that is held up for a moment is none that went.
    QVERIFY(story.wait([&] {
        return story.link.isHostAnswering();
    }));
    QVERIFY2(!story.states.contains(LinkState::Closed), qPrintable(story.report()));
    story.mark();
    server.killSessions();
    QVERIFY2(story.wait([&] {
        return story.link.state() == LinkState::Closed && story.link.lastFailure()->kind == FailureKind::Refused;
    }),
             qPrintable(story.report()));
    QVERIFY2(story.link.lastFailure()->what.contains(u"Not allowed at this time"), qPrintable(story.report()));
    watchForAttempts(story, server);
}

/// To the summit by way of @p gateway, which runs.
LinkSpec HostFaultsTest::behind(SshServer &gateway)
{
    gateway.authorize(m_summit.identityFile());
    LinkSpec spec = m_summit.linkSpec();
    spec.jumpHosts = QStringList{gateway.userName() + u"@127.0.0.1:"_s + QString::number(gateway.port())};
    spec.knownHostsPath = m_home.filePath(u"both_hosts"_s);
    QFile known(spec.knownHostsPath);
    QFile mine(m_summit.knownHostsFile());
    QFile other(gateway.knownHostsFile());
    if (!known.open(QIODevice::WriteOnly) || !mine.open(QIODevice::ReadOnly) || !other.open(QIODevice::ReadOnly)) {
        qFatal("no known hosts");
    }
    known.write(mine.readAll() + other.readAll());
    return spec;
}

void HostFaultsTest::theHostBehindAGatewayIsRestarted()
{
    SshServer gateway;
    QVERIFY(gateway.start());
    LinkStory story(behind(gateway), false, {{}, std::make_shared<HopPool>()});
    QVERIFY2(story.begin(), qPrintable(story.report()));
    story.mark();
    m_summit.stop();
    // The gateway says that nobody is there. That may change: it is tried again, with growing pauses.
    QVERIFY2(story.wait([&] {
        return story.failures.size() >= 3;
    }),
             qPrintable(story.report()));
    QVERIFY2(story.failures.last().what.contains(u"At the jump host"_s), qPrintable(story.report()));
    QCOMPARE(story.failures.last().kind, FailureKind::Transient);
    QVERIFY(story.failures.last().hasPeerAnswered);
    QVERIFY(m_summit.start());
    const qint64 back = story.sinceMark();
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("fresh %lld ms after it was back, after %lld ms", *fresh - back, back);
    QVERIFY2(std::chrono::milliseconds(*fresh - back) < underLoad(8s), qPrintable(QString::number(*fresh - back)));
}

void HostFaultsTest::theGatewayIsKilled()
{
    SshServer gateway;
    QVERIFY(gateway.start());
    LinkStory story(behind(gateway), false, {{}, std::make_shared<HopPool>()});
    QVERIFY(story.begin());
    story.mark();
    gateway.stop();
    QVERIFY(story.wait([&] {
        return !story.failures.isEmpty();
    }));
    const qint64 noticed = story.sinceMark();
    QVERIFY2(story.wait([&] {
        return story.failures.last().what.contains(u"At the jump host"_s);
    }),
             qPrintable(story.report()));
    QCOMPARE(story.failures.last().kind, FailureKind::Transient);
    QVERIFY(gateway.start());
    const qint64 back = story.sinceMark();
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("noticed after %lld ms, fresh %lld ms after it was back", noticed, *fresh - back);
    QVERIFY2(std::chrono::milliseconds(*fresh - back) < underLoad(12s), qPrintable(QString::number(*fresh - back)));
}

void HostFaultsTest::theNameServerIsGone()
{
    std::atomic<bool> isGone = false;
    NameLookup::setResolver([&isGone](const QByteArray &, const QByteArray &port, AddressFamily, std::vector<SocketAddress> &addresses) {
        if (isGone) {
            return EAI_AGAIN;
        }
        sockaddr_in loopback{};
        loopback.sin_family = AF_INET;
        loopback.sin_port = htons(port.toUShort());
        loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        SocketAddress address;
        std::memcpy(&address.storage, &loopback, sizeof loopback);
        address.size = sizeof loopback;
        addresses.push_back(address);
        return 0;
    });
    LinkSpec spec = m_summit.linkSpec();
    spec.host = u"summit.example"_s;
    spec.knownHostsPath = m_home.filePath(u"by_name"_s);
    {
        QFile known(spec.knownHostsPath);
        QVERIFY(known.open(QIODevice::WriteOnly));
        known.write(u"[summit.example]:%1 %2\n"_s.arg(m_summit.port()).arg(m_summit.hostPublicKey()).toUtf8());
    }
    LinkStory story(spec);
    QVERIFY2(story.begin(), qPrintable(story.report()));
    QVERIFY(story.link.facts().notes.isEmpty());
    isGone = true;
    story.mark();
    m_summit.killSessions();
    QVERIFY(story.wait([&] {
        return !story.failures.isEmpty();
    }));
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("fresh after %lld ms", *fresh);
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(4s), qPrintable(QString::number(*fresh)));
    const QStringList notes = story.link.facts().notes;
    QVERIFY2(notes.join(u' ').contains(u"could not be looked up"), qPrintable(notes.join(u' ')));
}

void HostFaultsTest::theAgentIsGone()
{
    const QString key = m_summit.makeKey(u"only_in_agent"_s);
    m_summit.authorize(key);
    LinkSpec spec = m_summit.linkSpec();
    spec.privateKeyFiles.clear();
    std::optional<Agent> agent(key);
    LinkStory story(spec);
    QVERIFY2(story.begin(), qPrintable(story.report()));
    // Gone alone, it is missed by nobody.
    agent->kill();
    QVERIFY(story.waitUntilFresh(*m_echo));
    story.mark();
    m_summit.killSessions();
    QVERIFY2(story.wait([&] {
        return story.link.state() == LinkState::Closed && story.link.lastFailure()->kind == FailureKind::Refused;
    }),
             qPrintable(story.report()));
    watchForAttempts(story, m_summit);
    // It is back, and somebody presses Retry.
    agent.reset();
    agent.emplace(key);
    story.keeper.connectAtOnce();
    QVERIFY2(story.waitUntilFresh(*m_echo), qPrintable(story.report()));
}

void HostFaultsTest::sshdStopsAnswering()
{
    // The kernel takes connections for an sshd that is stopped, nobody says a word: told, and Cancel works at once.
    LinkStory story(m_summit.linkSpec());
    QVERIFY(story.begin());
    story.mark();
    m_summit.freeze();
    QVERIFY(story.waitFor(LinkState::Stalled));
    QVERIFY(story.wait([&] {
        return story.link.renewalState() == LinkState::CheckingHost;
    }));
    m_summit.thaw();
    const qint64 back = story.sinceMark();
    const auto fresh = story.waitUntilFresh(*m_echo);
    QVERIFY2(fresh, qPrintable(story.report()));
    qInfo("stalled after %lld ms, fresh %lld ms after it went on", story.stalledAt.value_or(-1), *fresh - back);
    QVERIFY2(std::chrono::milliseconds(*fresh - back) < underLoad(4s), qPrintable(QString::number(*fresh - back)));
    m_summit.freeze();
    QVERIFY(story.waitFor(LinkState::Stalled));
    story.mark();
    story.keeper.releaseLink();
    QCOMPARE(story.link.state(), LinkState::Closed);
    QVERIFY2(std::chrono::milliseconds(story.sinceMark()) < underLoad(900ms), qPrintable(QString::number(story.sinceMark())));
}

NIGHTDESK_GUILESS_TEST(HostFaultsTest)
#include "hostfaultstest.moc"
