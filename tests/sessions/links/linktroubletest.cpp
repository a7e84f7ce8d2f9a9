// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/libsshversion.h"
#include "sessions/links/path/tcpconnector.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/heldport.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>
#include <QTimer>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <condition_variable>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// Takes TCP connections and never says a word.
class SilentHost
{
public:
    SilentHost()
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
        port = ntohs(address.sin_port);
    }
    LinkSpec linkSpec() const
    {
        LinkSpec spec;
        spec.id = u"silent"_s;
        spec.host = u"127.0.0.1"_s;
        spec.port = port;
        return spec;
    }
    quint16 port = 0;

private:
    UniqueFd m_fd;
};

/// A resolver that does not return before it is let go.
class HangingResolver
{
public:
    HangingResolver()
    {
        NameLookup::setResolver([state = m_state](const QByteArray &, const QByteArray &, AddressFamily, std::vector<SocketAddress> &) {
            std::unique_lock lock(state->mutex);
            ++state->waiting;
            state->changed.wait(lock, [&] {
                return state->released;
            });
            --state->waiting;
            state->changed.notify_all();
            return EAI_AGAIN;
        });
    }
    ~HangingResolver()
    {
        NameLookup::setResolver({});
        std::unique_lock lock(m_state->mutex);
        m_state->released = true;
        m_state->changed.notify_all();
        m_state->changed.wait(lock, [&] {
            return m_state->waiting == 0;
        });
    }
    bool isCalled() const
    {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->waiting > 0;
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        int waiting = 0;
        bool released = false;
    };
    const std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// The longest time the event loop did not turn.
class Pulse
{
public:
    Pulse()
    {
        m_sinceLast.start();
        m_timer.callOnTimeout([this] {
            longest = qMax(longest, m_sinceLast.restart());
        });
        m_timer.start(10);
    }
    qint64 longest = 0;

private:
    QTimer m_timer;
    QElapsedTimer m_sinceLast;
};
}

/// What can go wrong on the way and while a Link is live: each ends, in time, with the right words, and nothing of it stops
/// the event loop.
class LinkTroubleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theLibraryIsNewEnough();
    void namesThatCannotBeFound_data();
    void namesThatCannotBeFound();
    void aResolverThatHangsIsLeftBehind();
    void aRefusedPort();
    void aSilentHostCanBeCancelled();
    void aServerThatIsNoSshServer();
    void aScriptedPenaltyIsExplained();
    void aRealPenaltyIsExplained();
    void noCommonCipher();
    void theServersLastWordsAreShown();
    void attemptsAreOneASecond();
    void silenceIsStalledAndThenLiveAgain();
    void lastingSilenceIsDeadAndMayPass();
    void theEventLoopKeepsTurning();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkTroubleTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkTroubleTest::theLibraryIsNewEnough()
{
    QVERIFY(!libsshVersionFailure());
}

void LinkTroubleTest::namesThatCannotBeFound_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<FailureKind>("kind");
    QTest::newRow("there is no such name") << EAI_NONAME << FailureKind::Refused;
    QTest::newRow("no name server answers") << EAI_AGAIN << FailureKind::Transient;
    QTest::newRow("a name without an address") << 0 << FailureKind::Refused;
}

void LinkTroubleTest::namesThatCannotBeFound()
{
    QFETCH(int, code);
    QFETCH(FailureKind, kind);
    NameLookup::setResolver([code](const QByteArray &, const QByteArray &, AddressFamily, std::vector<SocketAddress> &) {
        return code;
    });
    LinkSpec spec = m_server.linkSpec();
    spec.host = u"summit.invalid"_s;
    LinkProbe probe(spec);
    const bool live = probe.connectNow();
    NameLookup::setResolver({});
    QVERIFY(!live);
    QCOMPARE(probe.link().lastFailure()->kind, kind);
    QVERIFY2(probe.why().contains(u"summit.invalid"), qPrintable(probe.why()));
    QCOMPARE(probe.states, (QList{LinkState::Resolving, LinkState::Closed}));
}

void LinkTroubleTest::aResolverThatHangsIsLeftBehind()
{
    HangingResolver resolver;
    auto probe = std::make_unique<LinkProbe>(m_server.linkSpec());
    probe->link().open();
    QTRY_VERIFY_WITH_TIMEOUT(resolver.isCalled(), 30000);
    QElapsedTimer timer;
    timer.start();
    probe->link().close();
    QCOMPARE(probe->link().state(), LinkState::Closed);
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(resolver.isCalled());
}

void LinkTroubleTest::aRefusedPort()
{
    const HeldPort nobody;
    LinkSpec spec = m_server.linkSpec();
    spec.port = nobody.number();
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
    QVERIFY2(probe.link().lastFailure()->affectedItem.contains(QString::number(*spec.port)), qPrintable(probe.why()));
}

void LinkTroubleTest::aSilentHostCanBeCancelled()
{
    SilentHost host;
    auto probe = std::make_unique<LinkProbe>(host.linkSpec());
    probe->link().open();
    QVERIFY(probe->waitFor(LinkState::CheckingHost));
    QElapsedTimer timer;
    timer.start();
    probe->link().close();
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
}

void LinkTroubleTest::aServerThatIsNoSshServer()
{
    ScriptedSshServer server({.banner = "RFB 003.008\n"});
    LinkProbe probe(server.linkSpec());
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(u"RFB 003.008"), qPrintable(probe.why()));
}

void LinkTroubleTest::aScriptedPenaltyIsExplained()
{
    ScriptedSshServer server({.banner = "Not allowed at this time\r\n"});
    LinkProbe probe(server.linkSpec());
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(u"Not allowed at this time"), qPrintable(probe.why()));
}

void LinkTroubleTest::aRealPenaltyIsExplained()
{
    SshServer server;
    server.addConfig(u"PerSourcePenalties authfail:60s noauth:60s min:1s"_s);
    QVERIFY(server.start());
    LinkSpec stranger = server.linkSpec();
    stranger.privateKeyFiles = QStringList{server.makeKey(u"stranger"_s)};
    LinkProbe first(stranger);
    QVERIFY(!first.connectNow());
    // sshd's listener learns of it when the connection's process has ended.
    QVERIFY(WAIT_FOR(server.log().contains(u"penalty"_s)));
    LinkProbe second(server.linkSpec());
    QVERIFY(!second.connectNow());
    QCOMPARE(second.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(second.why().contains(u"Not allowed at this time"), qPrintable(second.why()));
}

void LinkTroubleTest::noCommonCipher()
{
    SshServer server;
    server.addConfig(u"Ciphers aes192-ctr"_s);
    QVERIFY(server.start());
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile config(m_home.filePath(u".ssh/config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("Host 127.0.0.1\n Ciphers aes256-gcm@openssh.com\n");
    config.close();
    LinkProbe probe(server.linkSpec());
    const bool live = probe.connectNow();
    config.remove();
    QVERIFY(!live);
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(u"aes192-ctr"), qPrintable(probe.why()));
}

void LinkTroubleTest::theServersLastWordsAreShown()
{
    ScriptedSshServer server({.password = "tonight", .farewell = "dome\x1b[31m closing\nfor wind"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"tonight"_s)));
    };
    probe.connectNow();
    QVERIFY(probe.waitFor(LinkState::Closed));
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
    QVERIFY2(probe.why().contains(u"dome [31m closing for wind"), qPrintable(probe.why()));
}

void LinkTroubleTest::attemptsAreOneASecond()
{
    ScriptedSshServer server({.banner = "no\r\n"});
    QElapsedTimer timer;
    timer.start();
    std::vector<std::unique_ptr<LinkProbe>> probes;
    for (int i = 0; i < 4; ++i) {
        probes.push_back(std::make_unique<LinkProbe>(server.linkSpec()));
        probes.back()->link().open();
    }
    for (const auto &probe : probes) {
        QVERIFY(probe->waitFor(LinkState::Closed));
    }
    QCOMPARE(server.connections(), 4);
    QVERIFY2(timer.elapsed() >= 2990, qPrintable(QString::number(timer.elapsed())));
}

void LinkTroubleTest::silenceIsStalledAndThenLiveAgain()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    m_server.freeze();
    const bool stalled = probe.waitFor(LinkState::Stalled);
    QVERIFY(probe.link().isLive());
    m_server.thaw();
    QVERIFY(stalled);
    QVERIFY(probe.waitFor(LinkState::Live));
    ProgramProbe program(probe.link(), ProgramSpec{"echo here", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "here\n");
}

void LinkTroubleTest::lastingSilenceIsDeadAndMayPass()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    // Silence is counted from the last answer, which on a busy machine may be old by now.
    probe.pings.clear();
    QVERIFY(WAIT_FOR(!probe.pings.isEmpty() && !probe.pings.last().isHandshakeRoundTrip));
    std::optional<LinkState> stateThen; // as it is told: who looks later may see it stalled
    connect(&probe.link(), &Link::answeringChanged, this, [&](bool isHostAnswering) {
        if (!isHostAnswering && !stateThen) {
            stateThen = probe.link().state();
        }
    });
    QElapsedTimer timer;
    timer.start();
    m_server.freeze();
    const bool held = WAIT_FOR(stateThen.has_value());
    const qint64 heldAfter = timer.elapsed();
    const bool stalled = probe.waitFor(LinkState::Stalled);
    const qint64 stalledAfter = timer.elapsed();
    const bool dead = WAIT_FOR(probe.link().state() == LinkState::Dead, std::chrono::seconds(60));
    const qint64 deadAfter = timer.elapsed();
    // Nothing new is begun in it.
    ProgramProbe program(probe.link(), ProgramSpec{"echo here", {}});
    const bool refused = WAIT_FOR(program.failure.has_value());
    m_server.thaw();
    QVERIFY(held && stalled && dead && refused);
    QCOMPARE(*stateThen, LinkState::Live);
    QVERIFY2(heldAfter > 900 && std::chrono::milliseconds(heldAfter) < underLoad(3s), qPrintable(QString::number(heldAfter)));
    QVERIFY2(stalledAfter > 2400, qPrintable(QString::number(stalledAfter)));
    QVERIFY2(deadAfter > 18000, qPrintable(QString::number(deadAfter)));
    QVERIFY(probe.waitFor(LinkState::Live));
    QVERIFY(WAIT_FOR(probe.link().isHostAnswering()));
    QCOMPARE(probe.states.last(), LinkState::Live);
    QVERIFY(!probe.states.contains(LinkState::Closed));
    ProgramProbe again(probe.link(), ProgramSpec{"echo here", {}});
    QVERIFY(again.waitForEnd());
    QCOMPARE(again.output, "here\n");
}

void LinkTroubleTest::theEventLoopKeepsTurning()
{
    SilentHost silent;
    LinkProbe live(m_server.linkSpec());
    QVERIFY2(live.connectNow(), qPrintable(live.why()));
    StreamProbe stream(live.link(), TcpStreamTarget{u"127.0.0.1"_s, silent.port});
    QVERIFY(stream.waitForOpen());

    Pulse pulse;
    m_server.freeze();
    {
        HangingResolver resolver;
        LinkProbe resolving(m_server.linkSpec());
        resolving.link().open();
        QTRY_VERIFY_WITH_TIMEOUT(resolver.isCalled(), 30000);
        NameLookup::setResolver({});
        LinkProbe handshaking(silent.linkSpec());
        handshaking.link().open();
        LinkProbe frozen(m_server.linkSpec());
        frozen.link().open();
        // A window full of bytes for a far end that takes none.
        const QByteArray bulk(1 << 20, 'x');
        (void)!::send(stream.fd.get(), bulk.constData(), static_cast<std::size_t>(bulk.size()), MSG_DONTWAIT);
        ProgramProbe program(live.link(), ProgramSpec{"echo hello", {}});
        QVERIFY(live.waitFor(LinkState::Stalled));
        QVERIFY(handshaking.waitFor(LinkState::CheckingHost));
        live.link().close();
    }
    m_server.thaw();
    QVERIFY2(std::chrono::milliseconds(pulse.longest) < underLoad(1s), qPrintable(QString::number(pulse.longest)));
    qInfo("longest pause of the event loop: %lld ms", pulse.longest);
}

NIGHTDESK_GUILESS_TEST(LinkTroubleTest)
#include "linktroubletest.moc"
