// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/hoppool.h"
#include "tests/sessions/links/delayrelay.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// The ways through a Link: by jump hosts to a host behind, and X11 channels back.
class LinkWayTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void throughAJumpHost();
    void aNearJumpHostSaysNothingOfTheHostBehind();
    void throughTwoJumpHosts();
    void eachHopIsAskedAbout();
    void aJumpHostOfTheConfig();
    void aJumpHostThatRefuses();
    void theHostBehindIsNotThere();
    void theJumpHostDies();
    void aProgramWithX11BringsItsChannel();
    void aProgramWithoutX11HasNoDisplay();
    void x11IsRefusedByTheServer();

private:
    LinkSpec throughGateway() const;
    void know(quint16 port, const QString &key);
    void writeConfig(const QByteArray &contents);

    SshServer m_gateway;
    SshServer m_summit;
    QTemporaryDir m_home;
};

void LinkWayTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_gateway.start());
    QVERIFY(m_summit.start());
    // One account at both, and one known_hosts for both.
    m_gateway.authorize(m_summit.identityFile());
    know(m_gateway.port(), m_gateway.hostPublicKey());
}

void LinkWayTest::init()
{
    QDir(m_home.filePath(u".ssh"_s)).removeRecursively();
}

void LinkWayTest::know(quint16 port, const QString &key)
{
    QFile known(m_summit.knownHostsFile());
    QVERIFY(known.open(QIODevice::Append));
    known.write("[127.0.0.1]:" + QByteArray::number(port) + ' ' + key.toLatin1() + '\n');
}

void LinkWayTest::writeConfig(const QByteArray &contents)
{
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile config(m_home.filePath(u".ssh/config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(contents);
}

LinkSpec LinkWayTest::throughGateway() const
{
    LinkSpec spec = m_summit.linkSpec();
    spec.jumpHosts = QStringList{m_gateway.userName() + u"@127.0.0.1:"_s + QString::number(m_gateway.port())};
    return spec;
}

void LinkWayTest::throughAJumpHost()
{
    LinkProbe probe(throughGateway());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().hostKeyFingerprint, m_summit.hostKeyFingerprint());
    ProgramProbe program(probe.link(), ProgramSpec{"echo ${SSH_CONNECTION##* }", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, QByteArray::number(m_summit.port()) + '\n');
    QVERIFY2(m_gateway.log().contains(u"Accepted publickey"), qPrintable(m_gateway.log()));
    // And back again after a break.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QTRY_VERIFY_WITH_TIMEOUT(!probe.samples.isEmpty() && probe.samples.last().tcpRoundTrip, 30000);
    QVERIFY(probe.samples.last().tcpMeasuredPathPart == TcpMeasuredPathPart::FirstHop);
    QVERIFY(!probe.samples.last().pathRoundTrip());
}

/// A gateway on this machine, the summit 100 ms behind it. Those that wait for their turn at the summit see samples of the
/// gateway meanwhile, and must not take the summit to be as near.
void LinkWayTest::aNearJumpHostSaysNothingOfTheHostBehind()
{
    const DelayRelay line(m_summit.port(), std::chrono::milliseconds(50));
    know(line.port(), m_summit.hostPublicKey());
    LinkSpec spec = throughGateway();
    spec.port = line.port();
    const SharedLinkObjects shared{.secrets = {}, .hopPool = std::make_shared<HopPool>()};
    LinkProbe first(spec, true, shared);
    LinkProbe second(spec, true, shared);
    LinkProbe third(spec, true, shared);
    first.link().open();
    second.link().open();
    QVERIFY2(third.connectNow(), qPrintable(third.why()));
    QVERIFY2(second.connectNow(), qPrintable(second.why()));
    QVERIFY2(first.connectNow(), qPrintable(first.why()));
    QVERIFY(first.link().facts().sshCompresses);
    QVERIFY(second.link().facts().sshCompresses);
    QVERIFY(third.link().facts().sshCompresses);
}

void LinkWayTest::throughTwoJumpHosts()
{
    LinkSpec spec = throughGateway();
    spec.jumpHosts << spec.jumpHosts.first();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"echo here", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "here\n");
}

void LinkWayTest::eachHopIsAskedAbout()
{
    LinkSpec spec = throughGateway();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 2);
    QCOMPARE(probe.hostKeys[0].fingerprint, m_gateway.hostKeyFingerprint());
    QCOMPARE(probe.hostKeys[1].fingerprint, m_summit.hostKeyFingerprint());
}

void LinkWayTest::aJumpHostOfTheConfig()
{
    writeConfig("Host summit\n HostName 127.0.0.1\n ProxyJump gate\nHost gate\n HostName 127.0.0.1\n Port " + QByteArray::number(m_gateway.port()) + '\n');
    LinkSpec spec = m_summit.linkSpec();
    spec.host = u"summit"_s;
    LinkProbe probe(spec);
    const qsizetype before = m_gateway.log().count(u"Accepted publickey"_s);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(m_gateway.log().count(u"Accepted publickey"_s), before + 1);
}

void LinkWayTest::aJumpHostThatRefuses()
{
    LinkSpec spec = throughGateway();
    spec.jumpHosts = QStringList{u"nobody-of-this-name@127.0.0.1:"_s + QString::number(m_gateway.port())};
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(spec.jumpHosts.first()), qPrintable(probe.why()));
}

void LinkWayTest::theHostBehindIsNotThere()
{
    LinkSpec spec = throughGateway();
    SshServer gone;
    QVERIFY(gone.start());
    spec.port = gone.port();
    gone.stop();
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.why().contains(u"Connection refused"), qPrintable(probe.why()));
}

void LinkWayTest::theJumpHostDies()
{
    const SharedLinkObjects shared{.secrets = {}, .hopPool = std::make_shared<HopPool>()};
    LinkProbe probe(throughGateway(), false, shared);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QSignalSpy hopFailures(shared.hopPool->links().first(), &Link::failed);
    m_gateway.killSessions();
    QVERIFY(probe.waitFor(LinkState::Closed));
    // The end of what goes through it may be known first, and then the way back would lead over a hop that is about to end.
    QVERIFY(WAIT_FOR(!hopFailures.isEmpty()));
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkWayTest::aProgramWithX11BringsItsChannel()
{
    LinkProbe probe(m_summit.linkSpec(), true);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const QByteArray cookie = QByteArray::fromHex("00112233445566778899aabbccddeeff");
    ProgramProbe program(probe.link(), ProgramSpec{"xclock", X11Request{cookie, 0}});
    QVERIFY(program.waitForStart());
    QVERIFY2(WAIT_FOR(!probe.x11.isEmpty() || program.exit), program.errors.constData());
    QVERIFY2(!probe.x11.isEmpty(), program.errors.constData());
    // The set-up packet of an X client, with our cookie in it.
    QByteArray first;
    QVERIFY(waitFor([&] {
        char bytes[200];
        const ssize_t count = ::recv(probe.x11.first()->get(), bytes, sizeof bytes, MSG_DONTWAIT);
        first.append(bytes, qMax<ssize_t>(count, 0));
        return first.size() >= 48;
    }));
    QVERIFY(first.startsWith('l') || first.startsWith('B'));
    QVERIFY(first.contains("MIT-MAGIC-COOKIE-1"));
    QVERIFY(first.endsWith(cookie));
    // Hanging up here is what a refusing X server does: the client ends, and says so.
    probe.x11.first()->reset();
    QVERIFY(program.waitForEnd());
    QVERIFY(program.exit->code.value_or(0) != 0);
    QVERIFY(!program.errors.isEmpty());
}

void LinkWayTest::aProgramWithoutX11HasNoDisplay()
{
    LinkProbe probe(m_summit.linkSpec(), true);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"echo \"[$DISPLAY]\"", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "[]\n");
    QCOMPARE(probe.x11.size(), 0);
}

void LinkWayTest::x11IsRefusedByTheServer()
{
    SshServer server;
    server.addConfig(u"X11Forwarding no"_s);
    QVERIFY(server.start());
    LinkProbe probe(server.linkSpec(), true);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"xclock", X11Request{QByteArray(16, 'c'), 0}});
    QVERIFY(!program.waitForStart());
    QCOMPARE(program.failure->kind, FailureKind::Refused);
    QVERIFY2(program.failure->what.contains(u"X11"), qPrintable(program.failure->what));
}

NIGHTDESK_GUILESS_TEST(LinkWayTest)
#include "linkwaytest.moc"
