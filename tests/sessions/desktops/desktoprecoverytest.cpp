// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A desktop whose server or worker fell silent, and how it comes back by itself: all real.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <optional>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class DesktopRecoveryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aServerWithoutAWordAtLoginIsLeft();
    void aSilentServerIsLeftAndFoundAgain();
    void anotherSizeIsTakenUp();
    void aStoppedWorkerIsReplaced();
    void aDeadWorkerIsReplacedWithoutAPause();
    void aStillDesktopAnswers_data();
    void aStillDesktopAnswers();

private:
    Summit m_summit;
};

void DesktopRecoveryTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void DesktopRecoveryTest::aServerWithoutAWordAtLoginIsLeft()
{
    QTcpServer mute;
    QVERIFY(mute.listen(QHostAddress::LocalHost));
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    // A person who is asked has all the time in the world.
    Viewer asked(m_summit.link(), server.address());
    asked.session.start();
    QVERIFY(WAIT_FOR(!asked.secretAttempts.isEmpty()));
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, mute.serverPort()});
    QElapsedTimer clock;
    clock.start();
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Retrying));
    QVERIFY2(clock.elapsed() >= 9500 && clock.durationElapsed() < underLoad(20s), qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(viewer.failureText().contains(u"has sent nothing"), qPrintable(viewer.failureText()));
    QCOMPARE(viewer.session.failure()->kind, FailureKind::Transient);
    viewer.session.stop();
    QVERIFY(WAIT_FOR(clock.elapsed() > 12000));
    QCOMPARE(asked.withdrawals, 0);
    asked.session.answerSecret(Secret::fromText(u"m31spot"_s));
    QVERIFY(asked.waitForState(SessionState::Live));
    QCOMPARE(asked.secretAttempts, QList{1});
}

void DesktopRecoveryTest::aSilentServerIsLeftAndFoundAgain()
{
    XvncServer server;
    QVERIFY(server.start());
    QElapsedTimer clock; // from when the server was heard for certain: this test may be held up before it stops the server
    Viewer viewer(m_summit.link(), server.address());
    QObject::connect(&viewer.session, &Session::stateChanged, &viewer.session, [&clock](SessionState state) {
        if (state == SessionState::Live) {
            clock.start();
        }
    });
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QList<Session::AnswerState> told;
    QObject::connect(&viewer.session, &Session::answeringChanged, &viewer.session, [&](Session::AnswerState answering) {
        told.append(answering);
    });
    const DesktopPicture before = viewer.session.picture();
    server.freeze();
    QVERIFY(WAIT_FOR(viewer.session.answering() == Session::AnswerState::Stalled));
    QVERIFY2(clock.elapsed() >= 2300 && clock.durationElapsed() < underLoad(5s), qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(told, (QList{Session::AnswerState::InputBlocked, Session::AnswerState::Stalled}));
    QVERIFY(viewer.waitForState(SessionState::Retrying));
    QVERIFY2(clock.elapsed() >= 19000 && clock.durationElapsed() < underLoad(30s), qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(viewer.failureText().contains(u"has not responded for 2"), qPrintable(viewer.failureText())); // 20 s and a bit
    QCOMPARE(viewer.session.picture().generation, before.generation); // the last picture stays
    server.thaw();
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#204060"_s}));
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
    QVERIFY(WAIT_FOR(viewer.session.answering() == Session::AnswerState::Responding));
}

void DesktopRecoveryTest::anotherSizeIsTakenUp()
{
    auto server = std::make_unique<XvncServer>(XvncServer::Options{.size = QSize(800, 600)});
    QVERIFY(server->start());
    Viewer viewer(m_summit.link(), server->address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    viewer.session.setViewOnly(true);
    const quint16 port = server->port();
    server->kill();
    QVERIFY(viewer.waitForState(SessionState::Retrying));
    QCOMPARE(viewer.session.picture().image.size(), QSize(800, 600));
    server = std::make_unique<XvncServer>(XvncServer::Options{.size = QSize(1100, 500), .port = port});
    QVERIFY(server->start());
    QVERIFY(server->x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s}));
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(viewer.waitForPicture([&] {
        return server->x().screenshot();
    }));
    QCOMPARE(viewer.session.picture().image.size(), QSize(1100, 500));
    QVERIFY(viewer.session.isViewOnly());
}

void DesktopRecoveryTest::aStoppedWorkerIsReplaced()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const qint64 pid = viewer.session.facts().workerPid;
    QElapsedTimer clock;
    clock.start();
    ::kill(static_cast<pid_t>(pid), SIGSTOP);
    QVERIFY(WAIT_FOR(viewer.states.contains(SessionState::Retrying)));
    QVERIFY2(clock.elapsed() >= 1900 && clock.durationElapsed() < underLoad(6s), qPrintable(QString::number(clock.elapsed())));
    QVERIFY(WAIT_FOR(viewer.states.count(SessionState::Live) == 2));
    QVERIFY(viewer.session.facts().workerPid != pid);
    QVERIFY(WAIT_FOR(!QFile::exists(u"/proc/%1"_s.arg(pid))));
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#406020"_s}));
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
}

void DesktopRecoveryTest::aDeadWorkerIsReplacedWithoutAPause()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QElapsedTimer clock;
    QElapsedTimer pause;
    QList<qint64> took;
    QList<qint64> paused;
    QList<int> turns; // of the event loop in the pause
    int turn = 0;
    QTimer everyTurn;
    connect(&everyTurn, &QTimer::timeout, this, [&turn] {
        ++turn;
    });
    connect(&viewer.session, &Session::stateChanged, this, [&](SessionState state) {
        if (state == SessionState::Retrying) {
            turn = 0;
            everyTurn.start(10ms);
            pause.start();
        } else if (state == SessionState::Opening && everyTurn.isActive()) {
            everyTurn.stop();
            turns.append(turn);
            paused.append(pause.elapsed());
        }
    });
    for (int death = 0; death < 2; ++death) {
        clock.start();
        ::kill(static_cast<pid_t>(viewer.session.facts().workerPid), SIGKILL);
        QVERIFY(WAIT_FOR(viewer.states.count(SessionState::Live) == death + 2));
        took.append(clock.elapsed());
    }
    qInfo() << "from a worker's death to a fresh picture:" << took << "ms, of it in pauses" << paused << "ms," << turns << "ticks";
    QCOMPARE(paused.size(), 2);
    // However busy the machine: a pause of 0 ms ends before many ticks of 10 ms have come, the least other one has 500 ms, less what a coarse timer takes off.
    QVERIFY2(turns[0] < 5, qPrintable(QString::number(turns[0])));
    QVERIFY2(paused[1] >= 450, qPrintable(QString::number(paused[1])));
}

void DesktopRecoveryTest::aStillDesktopAnswers_data()
{
    QTest::addColumn<bool>("hasFences");
    QTest::addColumn<DesktopSession::Visibility>("visibility");
    QTest::newRow("Xvnc, by fences") << true << DesktopSession::Visibility::Visible;
    QTest::newRow("x11vnc, by pixels") << false << DesktopSession::Visibility::Visible;
    QTest::newRow("Xvnc, hidden") << true << DesktopSession::Visibility::Hidden;
}

void DesktopRecoveryTest::aStillDesktopAnswers()
{
    QFETCH(const bool, hasFences);
    QFETCH(const DesktopSession::Visibility, visibility);
    XvncServer xvnc;
    X11vncServer x11vnc;
    QVERIFY(hasFences ? xvnc.start() : x11vnc.start());
    int told = 0;
    bool isStill = false; // Stats come once a second, also from what is still
    const auto hasRoundTrip = [](const Viewer &viewer) {
        return viewer.session.stats().roundTrip.has_value();
    };
    // Where the first answers take 40 ms, as on a busy machine, the worker withdraws fences from that server for good: then another session.
    std::optional<Viewer> shown;
    for (int tries = 0; tries < 5 && !(isStill && (!hasFences || hasRoundTrip(*shown))); ++tries) {
        Viewer &viewer = shown.emplace(m_summit.link(), hasFences ? xvnc.address() : x11vnc.address());
        viewer.session.setVisibility(visibility);
        viewer.session.start();
        QVERIFY(viewer.waitForState(SessionState::Live));
        QObject::connect(&viewer.session, &Session::answeringChanged, &viewer.session, [&] {
            ++told;
        });
        QObject::connect(&viewer.session, &DesktopSession::statsChanged, &viewer.session, [&, last = quint64(0)]() mutable {
            const quint64 pixels = viewer.session.stats().pixels;
            isStill = last != 0 && pixels - last < 100;
            last = pixels;
        });
        told = 0;
        isStill = false;
        QVERIFY(WAIT_FOR(isStill && (!hasFences || hasRoundTrip(viewer) || viewer.session.stats().requestMode == RfbWire::RequestMode::AheadOfUpdates)));
    }
    const Viewer &viewer = *shown;
    DesktopStats before;
    DesktopStats after;
    // A machine that holds up the server, its way or this test for a second makes it silent for too long: then another five seconds.
    for (int tries = 0; tries < 3 && (tries == 0 || told != 0); ++tries) {
        QVERIFY(WAIT_FOR(viewer.session.answering() == Session::AnswerState::Responding));
        told = 0;
        before = viewer.session.stats();
        WAIT_FOR(told != 0, 5s);
        after = viewer.session.stats();
    }
    QCOMPARE(told, 0);
    QCOMPARE(after.roundTrip.has_value(), hasFences);
    const qint64 in = (after.received.count - before.received.count) / 5;
    const qint64 out = (after.sent.count - before.sent.count) / 5;
    qInfo() << "a still desktop costs" << in << "B/s down and" << out << "B/s up";
    QVERIFY2(in < 200 && out < 200, qPrintable(u"%1 %2"_s.arg(in).arg(out)));
}

NIGHTDESK_GUILESS_TEST(DesktopRecoveryTest)
#include "desktoprecoverytest.moc"
