// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A worker that was taken over: whatever it says, it is stopped, the reason is told, and the console goes on.
#include "sessions/desktops/workerprocess.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class LyingWorkerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aGoodOneIsBelieved();
    void liesEndIt_data();
    void liesEndIt();
    void everyByteOfADamageRecord();
    void deathsEndIt_data();
    void deathsEndIt();
    void whatItSaysOfTheServer_data();
    void whatItSaysOfTheServer();
    void aMissingProgramIsSaid();
    void aSecondChallengeEndsIt();
    void aWrongPasswordIsAskedForInANewConnection();
    void aMissingSandboxIsReported_data();
    void aMissingSandboxIsReported();
    void aMissingSandboxIsRefused();

private:
    void useScript(const QStringList &script);
    bool isGone(qint64 pid) const;

    Summit m_summit;
    QTcpServer m_nowhere; ///< the channels' far end: accepts and says nothing
};

void LyingWorkerTest::initTestCase()
{
    QVERIFY(m_summit.start());
    connect(&m_nowhere, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *const socket = m_nowhere.nextPendingConnection()) {
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
    QVERIFY(m_nowhere.listen(QHostAddress::LocalHost));
}

void LyingWorkerTest::cleanup()
{
    WorkerProcess::setProgramForTests({});
}

void LyingWorkerTest::useScript(const QStringList &script)
{
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), script});
}

bool LyingWorkerTest::isGone(qint64 pid) const
{
    return !QFile::exists(u"/proc/%1"_s.arg(pid));
}

void LyingWorkerTest::aGoodOneIsBelieved()
{
    useScript({u"good"_s});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QCOMPARE(viewer.session.picture().image.size(), QSize(320, 200));
    QCOMPARE(viewer.session.picture().image.pixel(319, 199) & 0xffffff, 0x404040u);
}

void LyingWorkerTest::liesEndIt_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QString>("told"); // in the failure
    QTest::newRow("what is no record") << QStringList{u"garbage"_s} << u"tag"_s;
    QTest::newRow("a record too long") << QStringList{u"too long"_s} << u"no record"_s;
    QTest::newRow("a descriptor") << QStringList{u"descriptor"_s} << u"descriptor"_s;
    QTest::newRow("a rectangle outside") << QStringList{u"outside"_s} << u"outside"_s;
    QTest::newRow("an old sequence") << QStringList{u"old sequence"_s} << u"sequence"_s;
    QTest::newRow("a generation to come") << QStringList{u"other generation"_s} << u"generation"_s;
    QTest::newRow("damage without end") << QStringList{u"unreleased"_s} << u"before the last was released"_s;
    QTest::newRow("half a cursor") << QStringList{u"cursor"_s} << u"Cursor"_s;
    QTest::newRow("a second hello") << QStringList{u"hello"_s} << u"Hello"_s;
    QTest::newRow("a challenge hours after the login") << QStringList{u"late challenge"_s} << u"Challenge: not while logging in"_s;
    QTest::newRow("60000 wide") << QStringList{u"size"_s, u"60000"_s} << u"width"_s;
    QTest::newRow("0 wide") << QStringList{u"size"_s, u"0"_s} << u"width"_s;
    QTest::newRow("4294967295 wide") << QStringList{u"size"_s, u"4294967295"_s} << u"width"_s;
    QTest::newRow("a flood") << QStringList{u"flood"_s} << u"too many"_s;
    QTest::newRow("pictures without end") << QStringList{u"pictures"_s} << u"too often"_s;
    QTest::newRow("totals that fall") << QStringList{u"stats"_s} << u"Stats"_s;
}

void LyingWorkerTest::liesEndIt()
{
    QFETCH(const QStringList, script);
    QFETCH(const QString, told);
    useScript(script);
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.releases = script.first() != u"unreleased"_s;
    QList<qint64> pids;
    QObject::connect(&viewer.session, &DesktopSession::factsChanged, &viewer.session, [&] {
        const qint64 pid = viewer.session.facts().workerPid;
        if (pid != 0 && !pids.contains(pid)) {
            pids.append(pid);
        }
    });
    if (!viewer.releases) {
        // The first damage is released, as the script waits for that; the others are not.
        QObject::connect(&viewer.session, &DesktopSession::damaged, &viewer.session, [&](quint32, quint32 sequence) {
            if (sequence == 1) {
                viewer.session.reportDamagePainted();
            }
        });
    }
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed)); // three times within a minute
    QVERIFY2(viewer.failureText().contains(u"sent invalid data"), qPrintable(viewer.failureText()));
    QVERIFY2(viewer.failureText().contains(u"compromised"), qPrintable(viewer.failureText()));
    QVERIFY2(viewer.failureText().contains(told), qPrintable(viewer.failureText()));
    QCOMPARE(pids.size(), 3);
    for (const qint64 pid : pids) {
        QVERIFY(WAIT_FOR(isGone(pid)));
    }
    // The last picture is still good: a truncated one would end us with SIGBUS here.
    QCOMPARE(viewer.session.picture().image.pixel(319, 199) & 0xffffff, 0x404040u);
}

void LyingWorkerTest::everyByteOfADamageRecord()
{
    // A tag of 2 bytes, generation, sequence, count, then the rectangle. 0xff in each byte in turn: either it is a lie, or
    // what came of it lies inside the picture; in both cases the console lives.
    int lies = 0;
    for (int at = 0; at < 28; ++at) {
        useScript({u"damage byte"_s, QString::number(at)});
        Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
        QList<QRect> rects;
        QObject::connect(&viewer.session, &DesktopSession::damaged, &viewer.session, [&](quint32, quint32, const QList<QRect> &damaged) {
            rects += damaged;
        });
        const auto hasLied = [&viewer] { // the next worker's good start makes the failure of this one go
            return viewer.states.contains(SessionState::Retrying) || viewer.states.contains(SessionState::Failed);
        };
        viewer.session.start();
        QVERIFY(WAIT_FOR(viewer.damages >= 2 || hasLied()));
        lies += hasLied();
        for (const QRect &rect : rects) {
            QVERIFY(QRect(0, 0, 320, 200).contains(rect));
        }
    }
    qInfo() << lies << "of 28 were lies";
    QVERIFY(lies >= 20);
}

void LyingWorkerTest::deathsEndIt_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QString>("told");
    QTest::newRow("it exits at once") << QStringList{u"exit"_s, u"3"_s} << u"exit code 3"_s;
    QTest::newRow("it crashes at once") << QStringList{u"signal"_s, QString::number(SIGKILL)} << u"signal 9"_s;
    QTest::newRow("the sandbox ends it") << QStringList{u"signal"_s, QString::number(SIGSYS)} << u"signal 31"_s;
    QTest::newRow("it hangs up") << QStringList{u"hang up"_s} << u"signal 9"_s;
    QTest::newRow("it says nothing any more") << QStringList{u"silent"_s} << u"did not respond and was stopped"_s;
    QTest::newRow("it says nothing after its greeting") << QStringList{u"deaf"_s} << u"did not respond and was stopped"_s;
}

void LyingWorkerTest::deathsEndIt()
{
    QFETCH(const QStringList, script);
    QFETCH(const QString, told);
    useScript(script);
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QCOMPARE(viewer.states.count(SessionState::Retrying), 2);
    QVERIFY2(viewer.failureText().contains(u"crashed") || told == u"did not respond and was stopped"_s, qPrintable(viewer.failureText()));
    QVERIFY2(viewer.failureText().contains(told), qPrintable(viewer.failureText()));
    viewer.session.retry();
    QVERIFY(viewer.waitForState(SessionState::Retrying)); // three new chances
}

void LyingWorkerTest::whatItSaysOfTheServer_data()
{
    using RfbWire::FailureCode;
    QTest::addColumn<int>("code");
    QTest::addColumn<SessionState>("state");
    QTest::addColumn<QString>("told");
    const auto row = [](const char *name, FailureCode code, SessionState state, const char *told) {
        QTest::newRow(name) << static_cast<int>(code) << state << QString::fromLatin1(told);
    };
    row("closed", FailureCode::Closed, SessionState::Retrying, "closed the connection");
    row("not RFB", FailureCode::NotRfb, SessionState::Failed, "not a VNC server");
    row("no security type", FailureCode::SecurityRefused, SessionState::Failed, "SecurityTypes");
    row("wrong password", FailureCode::AuthenticationFailed, SessionState::Retrying, "refused the password");
    row("too many attempts", FailureCode::TooManyAttempts, SessionState::Retrying, "temporarily refuses logins");
    row("too large", FailureCode::TooLarge, SessionState::Failed, "too large for Nightdesk");
    row("malformed", FailureCode::Malformed, SessionState::Failed, "violates the VNC protocol");
    row("out of memory", FailureCode::OutOfMemory, SessionState::Failed, "does not have enough memory");
    row("internal", FailureCode::Internal, SessionState::Failed, "failed");
}

void LyingWorkerTest::whatItSaysOfTheServer()
{
    QFETCH(const int, code);
    QFETCH(const SessionState, state);
    QFETCH(const QString, told);
    useScript({u"failed"_s, QString::number(code)});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(state));
    QVERIFY2(viewer.failureText().contains(told), qPrintable(viewer.failureText()));
    QVERIFY(!viewer.session.failure()->advice.isEmpty());
    QVERIFY2(viewer.session.failure()->affectedItem.contains(QString::number(m_nowhere.serverPort())), qPrintable(viewer.failureText()));
}

void LyingWorkerTest::aMissingProgramIsSaid()
{
    WorkerProcess::setProgramForTests({u"/nonexistent/nightdesk-rfb"_s, {}});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QCOMPARE(viewer.session.failure()->kind, FailureKind::Internal);
    QVERIFY2(viewer.failureText().contains(u"nightdesk-rfb"), qPrintable(viewer.failureText()));
}

void LyingWorkerTest::aSecondChallengeEndsIt()
{
    useScript({u"second challenge"_s});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QVERIFY2(viewer.failureText().contains(u"Challenge: a second one in a connection"), qPrintable(viewer.failureText()));
}

void LyingWorkerTest::aWrongPasswordIsAskedForInANewConnection()
{
    useScript({u"secret"_s});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts == QList{1}));
    viewer.session.answerSecret(Secret::fromText(u"andromeda"_s));
    QVERIFY(WAIT_FOR(viewer.secretAttempts == (QList{1, 2})));
    viewer.session.answerSecret(Secret::fromText(u"orion"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
    // The next connection is not asked about.
    ::kill(static_cast<pid_t>(viewer.session.facts().workerPid), SIGKILL);
    QVERIFY(WAIT_FOR(viewer.states.count(SessionState::Live) == 2));
    QCOMPARE(viewer.secretAttempts, (QList{1, 2}));
}

void LyingWorkerTest::aMissingSandboxIsReported_data()
{
    QTest::addColumn<QString>("walls"); // 1: seccomp, 2: Landlock
    QTest::addColumn<QString>("missing");
    QTest::newRow("no Landlock") << u"1"_s << u"this system lacks Landlock."_s;
    QTest::newRow("no seccomp") << u"2"_s << u"this system lacks seccomp."_s;
    QTest::newRow("neither") << u"0"_s << u"this system lacks seccomp, Landlock."_s;
}

void LyingWorkerTest::aMissingSandboxIsReported()
{
    QFETCH(const QString, walls);
    QFETCH(const QString, missing);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^worker \\d+ says \"sandbox: Landlock: not there\"$"_s));
    useScript({u"no sandbox"_s, walls});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY2(viewer.session.startWarning().contains(missing), qPrintable(viewer.session.startWarning()));
}

void LyingWorkerTest::aMissingSandboxIsRefused()
{
    const auto off = qScopeGuard([] {
        DesktopSession::setRequiresSandbox(false);
    });
    DesktopSession::setRequiresSandbox(true);
    QTcpServer server; // that this desktop is shown from
    QVERIFY(server.listen(QHostAddress::LocalHost));
    useScript({u"no sandbox"_s, u"1"_s});
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, server.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QVERIFY(!server.hasPendingConnections());
    QCOMPARE(viewer.session.failure()->kind, FailureKind::Refused);
    QVERIFY2(viewer.failureText().contains(u"not fully sandboxed"), qPrintable(viewer.failureText()));
    QCOMPARE(viewer.damages, 0);
    useScript({u"good"_s});
    Viewer good(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    good.session.start();
    QVERIFY(good.waitForState(SessionState::Live));
    QCOMPARE(good.session.startWarning(), QString());
}

NIGHTDESK_GUILESS_TEST(LyingWorkerTest)
#include "lyingworkertest.moc"
