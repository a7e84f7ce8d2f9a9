// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/delayrelay.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// A Link against a real sshd: login with a key, programs, and how it ends.
class LinkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void itGoesLiveStepByStep();
    void aProgramRunsAndItsExitIsKnown_data();
    void aProgramRunsAndItsExitIsKnown();
    void manyProgramsBeyondTheServersLimit();
    void programsAndStreamsFailWhileItIsNotLive();
    void samplesComeEverySecond();
    void bytesAreCountedFromTheFirstOne();
    void itClosesWhenTheServerDies();
    void itOpensAgainAfterClosing();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkTest::itGoesLiveStepByStep()
{
    LinkProbe probe(m_server.linkSpec());
    QCOMPARE(probe.link().state(), LinkState::Idle);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.states, (QList{LinkState::Resolving, LinkState::Connecting, LinkState::CheckingHost, LinkState::LoggingIn, LinkState::Live}));
    QCOMPARE(probe.hostKeys.size(), 0);
    QCOMPARE(probe.secrets.size(), 0);
    const LinkFacts facts = probe.link().facts();
    QCOMPARE(facts.account, m_server.userName() + u"@127.0.0.1"_s);
    QCOMPARE(facts.port, m_server.port());
    QCOMPARE(facts.address, u"127.0.0.1"_s);
    QVERIFY2(facts.serverBanner.startsWith(u"SSH-2.0-OpenSSH"), qPrintable(facts.serverBanner));
    QVERIFY(!facts.cipher.isEmpty());
    QCOMPARE(facts.hostKeyFingerprint, m_server.hostKeyFingerprint());
    QVERIFY(!facts.sshCompresses);
    const QList<StepTiming> steps = probe.link().steps();
    QCOMPARE(steps.size(), 4);
    QCOMPARE(steps[0].step, StartStep::Resolving);
    QCOMPARE(steps[3].step, StartStep::Login);

    probe.link().close();
    QCOMPARE(probe.link().state(), LinkState::Closed);
    QVERIFY(!probe.link().lastFailure());
}

void LinkTest::aProgramRunsAndItsExitIsKnown_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("signal");
    QTest::newRow("output and success") << "echo hello"_ba << "hello\n"_ba << ""_ba << 0 << QString();
    QTest::newRow("standard error is kept apart") << "echo out; echo err >&2"_ba << "out\n"_ba << "err\n"_ba << 0 << QString();
    QTest::newRow("an exit code") << "exit 42"_ba << ""_ba << ""_ba << 42 << QString();
    QTest::newRow("a signal") << "kill -KILL $$"_ba << ""_ba << ""_ba << -1 << u"KILL"_s;
    QTest::newRow("a command that does not exist") << "/nonexistent/program 2>/dev/null"_ba << ""_ba << ""_ba << 127 << QString();
    QTest::newRow("its input is empty") << "cat; echo end"_ba << "end\n"_ba << ""_ba << 0 << QString();
    QTest::newRow("much output arrives whole") << "head -c 5000000 /dev/zero | tr '\\0' x"_ba << QByteArray(5000000, 'x') << ""_ba << 0 << QString();
}

void LinkTest::aProgramRunsAndItsExitIsKnown()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, errors);
    QFETCH(int, code);
    QFETCH(QString, signal);
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{command, {}});
    QVERIFY(program.waitForEnd());
    QVERIFY(program.started);
    QVERIFY2(program.output == output, program.output.left(200).constData());
    QCOMPARE(program.errors, errors);
    QCOMPARE(program.exit->code.value_or(-1), code);
    QCOMPARE(program.exit->signal, signal);
}

void LinkTest::manyProgramsBeyondTheServersLimit()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    std::vector<std::unique_ptr<ProgramProbe>> programs;
    for (int i = 0; i < 25; ++i) {
        programs.push_back(std::make_unique<ProgramProbe>(probe.link(), ProgramSpec{"echo " + QByteArray::number(i) + "; sleep 600", {}}));
    }
    for (int i = 0; i < 25; ++i) {
        QTRY_COMPARE_WITH_TIMEOUT(programs[i]->output, QByteArray::number(i) + '\n', 30000);
        QVERIFY(!programs[i]->failure);
    }
    QCOMPARE(probe.hostKeys.size(), 0);
    programs[24]->program->terminate();
    // The link going down ends those of the further connections too.
    probe.link().close();
    for (int i = 0; i < 24; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(programs[i]->exit || programs[i]->failure, 30000);
    }
}

void LinkTest::programsAndStreamsFailWhileItIsNotLive()
{
    LinkProbe probe(m_server.linkSpec());
    ProgramProbe program(probe.link(), ProgramSpec{"echo no", {}});
    StreamProbe stream(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, m_server.port()});
    QVERIFY(!program.failure);
    QTRY_VERIFY_WITH_TIMEOUT(program.failure, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(stream.failure, 30000);
    QVERIFY(!stream.opened);
}

void LinkTest::samplesComeEverySecond()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    // A host that does not get to answer for a second leaves a sample without an answer.
    QVERIFY(WAIT_FOR(probe.samples.size() >= 3 && probe.samples.last().sshRoundTrip && probe.pings.size() >= probe.samples.size()));
    QVERIFY(probe.pings.first().answeredAt < probe.samples.first().takenAt); // who shares it out need not wait for the first second
    QVERIFY(probe.pings.last().roundTrip.count() > 0 && probe.pings.last().totalWireBytesReceived > probe.pings.first().totalWireBytesReceived);
    const LinkSample last = probe.samples.last();
    QVERIFY(last.sshRoundTrip);
    QVERIFY(*last.sshRoundTrip > std::chrono::microseconds(0));
    QVERIFY(last.tcpRoundTrip);
    QVERIFY(last.totalWireBytesReceived > probe.samples.first().totalWireBytesReceived);
    QVERIFY(last.totalPayloadBytesSent.count > 0);
    QVERIFY(last.totalWireBytesSent > last.totalPayloadBytesSent); // uncompressed: padding and checksums on top
}

/// As somebody on the way counts them: handshake and login too.
void LinkTest::bytesAreCountedFromTheFirstOne()
{
    DelayRelay line(m_server.port(), 1ms);
    LinkSpec spec = m_server.linkSpec();
    spec.port = line.port();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    // Right after a sample nothing more has passed.
    const bool isSame = WAIT_FOR(!probe.samples.isEmpty() && probe.samples.last().totalWireBytesReceived.count == line.received()
                                     && probe.samples.last().totalWireBytesSent.count == line.sent(),
                                 30s);
    QVERIFY2(isSame,
             qPrintable(u"%1 of %2 received, %3 of %4 sent"_s.arg(probe.samples.last().totalWireBytesReceived.count)
                            .arg(line.received())
                            .arg(probe.samples.last().totalWireBytesSent.count)
                            .arg(line.sent())));
}

void LinkTest::itClosesWhenTheServerDies()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"sleep 600", {}});
    QVERIFY(program.waitForStart());
    m_server.killSessions();
    QVERIFY(probe.waitFor(LinkState::Closed));
    QVERIFY(probe.link().lastFailure());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
    QVERIFY(program.exit);
    QVERIFY(!program.exit->code);
    QVERIFY(program.exit->signal.isEmpty());
}

void LinkTest::itOpensAgainAfterClosing()
{
    LinkProbe probe(m_server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"echo again", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "again\n");
}

NIGHTDESK_GUILESS_TEST(LinkTest)
#include "linktest.moc"
