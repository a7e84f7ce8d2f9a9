// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// DesktopSession with all that is real: sshd, Xvnc, x11vnc, the worker in its sandbox.
#include "sessions/links/login/connectionmemory.h"
#include "sessions/links/login/nightsecrets.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/sessions/links/delayrelay.h"
#include "tests/support/heldport.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <climits>
#include <csignal>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
constexpr quint32 keyA = 0x61;
constexpr quint32 keyB = 0x62;
constexpr quint32 shiftL = 0xffe1;

/// A server that takes its handshake one answer at a time: whoever says more than he was asked for is sent away or not heard.
class PedanticServer : public QTcpServer
{
public:
    explicit PedanticServer(bool hangsUp)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this, hangsUp] {
            QTcpSocket *const peer = nextPendingConnection();
            ++connections;
            peer->write("RFB 003.008\n");
            connect(peer, &QTcpSocket::readyRead, peer, [this, peer, hangsUp] {
                take(peer, hangsUp);
            });
        });
    }

    int connections = 0;
    int hurried = 0;

private:
    void take(QTcpSocket *peer, bool hangsUp)
    {
        const QByteArray said = peer->readAll();
        const int step = peer->property("step").toInt();
        const QByteArray init = QByteArray::fromHex("0010000820180001 00ff00ff00ff100800000000 0000000474657374");
        const QList<std::pair<qsizetype, QByteArray>> steps{{12, QByteArray::fromHex("0101")}, {1, QByteArray(4, 0)}, {1, init}};
        if (step < steps.size()) {
            if (said.size() != steps[step].first) {
                ++hurried;
                if (hangsUp) {
                    peer->abort();
                }
                peer->setProperty("step", 1000);
                return;
            }
            peer->write(steps[step].second);
        } else if (step == steps.size()) {
            peer->write(QByteArray::fromHex("00000001 00000000 0010 0008 00000000") + QByteArray(16 * 8 * 4, 0x55));
        }
        peer->setProperty("step", step + 1);
    }
};
}

class DesktopSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void thePictureArrivesPixelForPixel_data();
    void thePictureArrivesPixelForPixel();
    void stepsAndFactsAreTold();
    void keysArrive();
    void thePointerArrives();
    void viewOnlySendsNothing_data();
    void viewOnlySendsNothing();
    void keysHeldAreLetGo();
    void aResizeIsFollowed();
    void theSizeThatIsWantedIsAskedFor();
    void aServerThatKeepsItsSizeSaysSo();
    void theRightPasswordIsKept();
    void anotherHostOfTheSameNameIsNotToldThePassword();
    void aWrongPasswordIsAskedAgain();
    void noPasswordIsARefusal();
    void whereNobodyAnswersAPasswordIsRefusedAtOnce();
    void aQuestionIsWithdrawnWithItsConnection();
    void anEightBitDesktopIsShown();
    void aServerThatComesBackIsShownAgain();
    void aWorkerThatWasKilledIsReplaced();
    void aServerThatMustBeAskedStepByStepIs_data();
    void aServerThatMustBeAskedStepByStepIs();
    void anotherConsoleNeedsFewerRoundTrips();
    void whatIsMadeReadyInVainIsNoHarm();
    void noServerIsSaidWithItsPlace();
    void whatIsNotVncIsSaid();
    void tenDesktopsOnOneLink();
    void hiddenDamageIsReleasedAtOnce();
    void damageThatNobodyShowsIsReleasedAtOnce();
    void aFrozenServerHoldsNothingUp();
    void stopEndsTheWorker();
    void aLostLinkTakesItAndBringsItBack();

private:
    Summit m_summit;
};

void DesktopSessionTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void DesktopSessionTest::thePictureArrivesPixelForPixel_data()
{
    QTest::addColumn<int>("depth");
    QTest::addColumn<bool>("unixSocket");
    QTest::addColumn<QSize>("size");
    QTest::newRow("24 bit over TCP") << 24 << false << QSize(800, 600);
    QTest::newRow("24 bit over a Unix socket") << 24 << true << QSize(640, 480);
    QTest::newRow("odd size") << 24 << false << QSize(1023, 769);
    QTest::newRow("large") << 24 << false << QSize(2560, 1600);
}

void DesktopSessionTest::thePictureArrivesPixelForPixel()
{
    QFETCH(const int, depth);
    QFETCH(const bool, unixSocket);
    QFETCH(const QSize, size);
    XvncServer server({.size = size, .depth = depth, .unixSocket = unixSocket});
    QVERIFY(server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s, u"-bg"_s, u"#102030"_s}));
    server.x().run({u"xclock"_s, u"-geometry"_s, u"200x200+30+40"_s, u"-update"_s, u"1"_s});

    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QCOMPARE(viewer.session.picture().image.size(), size);
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
}

void DesktopSessionTest::stepsAndFactsAreTold()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QList<StartStep> steps;
    for (const StepTiming &timing : viewer.session.steps()) {
        steps.append(timing.step);
    }
    QCOMPARE(steps.last(3), (QList{StartStep::Channel, StartStep::Rfb, StartStep::FirstPicture}));
    QVERIFY(viewer.session.timeTakenUntilLive().has_value());
    QCOMPARE(viewer.session.facts().protocolDescription, u"RFB 3.8, None"_s);
    QVERIFY(viewer.session.facts().workerPid > 0);
    QVERIFY(WAIT_FOR(!viewer.session.facts().name.isEmpty()));
    QVERIFY(viewer.session.lastDamageAt().has_value());
    QVERIFY(WAIT_FOR(viewer.session.stats().updateCount > 0));
    QVERIFY(viewer.session.stats().received.count > 0);
}

void DesktopSessionTest::keysArrive()
{
    XvncServer server;
    QVERIFY(server.start());
    QProcess *xev = server.x().runXev();
    QVERIFY(xev);
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(WAIT_FOR(viewer.session.takesInput())); // what is typed before is never sent
    viewer.session.sendKey(keyA, true);
    viewer.session.sendKey(keyA, false);
    viewer.session.sendKey(shiftL, true);
    viewer.session.sendKey(0x40, true); // @
    viewer.session.sendKey(0x40, false);
    viewer.session.sendKey(shiftL, false);
    QByteArray events;
    QElapsedTimer sinceEuro;
    const bool haveArrived = waitFor([&] {
        // The euro sign by the Unicode rule is on no key of the server's: Xvnc makes one. A client that still has the keyboard's
        // old map sees a key without a sign, as with any X server whose keys change, so it is typed until it is known.
        if (!sinceEuro.isValid() || sinceEuro.hasExpired(2000)) {
            viewer.session.sendKey(0x10020ac, true);
            viewer.session.sendKey(0x10020ac, false);
            sinceEuro.start();
        }
        events += xev->readAllStandardOutput();
        return events.contains("keysym 0x61, a)") && events.contains("keysym 0x40, at)") && (events.contains("EuroSign") || events.contains("U20AC"));
    });
    QVERIFY2(haveArrived, events.right(2500).constData()); // a message has 4 kB at most
}

void DesktopSessionTest::thePointerArrives()
{
    XvncServer server;
    QVERIFY(server.start());
    QProcess *xev = server.x().runXev();
    QVERIFY(xev);
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // While xdotool runs nothing is read here, and who has heard nothing of the server for 1.5 s may send nothing.
    QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(123, 45), 0)));
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(123, 45)));
    QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(99999, -5), 0))); // clipped to the picture
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(799, 0)));
    QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(400, 300), 4)));
    viewer.session.sendPointer(QPoint(400, 300), 0);
    viewer.session.sendPointer(QPoint(400, 300), 8);
    viewer.session.sendPointer(QPoint(400, 300), 0);
    QByteArray events;
    QVERIFY2(waitFor([&] {
                 events += xev->readAllStandardOutput();
                 return events.contains("button 3") && events.contains("button 4");
             }),
             events.constData());
}

void DesktopSessionTest::viewOnlySendsNothing_data()
{
    QTest::addColumn<InputPermission>("input");
    QTest::newRow("by the profile") << InputPermission::ViewOnly;
    QTest::newRow("switched on") << InputPermission::Everyone;
}

void DesktopSessionTest::viewOnlySendsNothing()
{
    QFETCH(const InputPermission, input);
    XvncServer server;
    QVERIFY(server.start());
    QProcess *xev = server.x().runXev();
    QVERIFY(xev);
    Viewer viewer(m_summit.link(), server.address(), input);
    Viewer other(m_summit.link(), server.address());
    viewer.session.start();
    other.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(other.waitForState(SessionState::Live));
    QVERIFY(WAIT_FOR(other.session.sendPointer(QPoint(10, 10), 0)));
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(10, 10)));
    // While xdotool ran nothing was read here, and who has heard nothing of the server for 1.5 s may send nothing.
    QVERIFY(WAIT_FOR(viewer.session.takesInput() == (input == InputPermission::Everyone) && other.session.takesInput()));

    viewer.session.setViewOnly(true);
    QVERIFY(viewer.session.isViewOnly());
    for (int i = 0; i < 50; ++i) {
        viewer.session.sendKey(keyA, true);
        viewer.session.sendKey(keyA, false);
        viewer.session.sendPointer(QPoint(300 + i, 300), i % 2 == 0 ? 1 : 0);
    }
    // What another one sends afterwards arrives after all that could have arrived before.
    other.session.sendKey(keyB, true);
    other.session.sendKey(keyB, false);
    QByteArray events;
    QVERIFY(waitFor([&] {
        events += xev->readAllStandardOutput();
        return events.count("keysym 0x62, b)") == 2;
    }));
    // And the viewer's own connection carries updates still: a whole second of it.
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#335577"_s}));
    QSignalSpy stats(&viewer.session, &DesktopSession::statsChanged);
    QVERIFY(WAIT_FOR(stats.size() >= 2));
    events += xev->readAllStandardOutput();
    QVERIFY2(!events.contains("keysym 0x61"), events.constData());
    QVERIFY2(!events.contains("ButtonPress"), events.constData());
    QCOMPARE(server.x().pointer(), QPoint(10, 10));

    viewer.session.setViewOnly(false);
    QCOMPARE(viewer.session.isViewOnly(), input == InputPermission::ViewOnly);
    if (input == InputPermission::Everyone) {
        QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(77, 88), 0)));
        QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(77, 88)));
    } else {
        QVERIFY(!viewer.session.sendPointer(QPoint(77, 88), 0));
    }
}

void DesktopSessionTest::keysHeldAreLetGo()
{
    XvncServer server;
    QVERIFY(server.start());
    QProcess *xev = server.x().runXev();
    QVERIFY(xev);
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(WAIT_FOR(viewer.session.takesInput()));
    viewer.session.sendKey(shiftL, true);
    viewer.session.sendKey(0x41, true);
    viewer.session.keyboard().releaseAll();
    viewer.session.keyboard().releaseAll(); // nothing more to let go
    viewer.session.sendKey(keyB, true);
    viewer.session.setViewOnly(true); // lets go first
    QByteArray events;
    QVERIFY(waitFor([&] {
        events += xev->readAllStandardOutput();
        return events.count("keysym 0x62, b)") == 2;
    }));
    QCOMPARE(events.count("Shift_L)"), 2);
    QCOMPARE(events.count("keysym 0x41, A)"), 2);
}

void DesktopSessionTest::aResizeIsFollowed()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const quint32 generation = viewer.session.picture().generation;
    for (const QSize &size : {QSize(1024, 700), QSize(500, 400), QSize(1280, 1024)}) {
        QVERIFY(server.resize(size));
        QVERIFY(server.x().output({u"xsetroot"_s, u"-mod"_s, u"3"_s, u"9"_s, u"-fg"_s, u"#00ff80"_s}));
        QVERIFY(viewer.waitForPicture([&] {
            return server.x().screenshot();
        }));
        QCOMPARE(viewer.session.picture().image.size(), size);
    }
    QVERIFY(viewer.session.picture().generation >= generation + 3);
    QCOMPARE(viewer.session.state(), SessionState::Live);
}

void DesktopSessionTest::theSizeThatIsWantedIsAskedFor()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.requestDesktopSize(QSize(640, 470)); // before anything is there
    viewer.session.start();
    const auto hasSize = [&viewer](const QSize &size) {
        return WAIT_FOR(viewer.session.picture().image.size() == size);
    };
    QVERIFY(hasSize(QSize(640, 470)));
    QVERIFY(viewer.session.facts().canBeResized);
    // As an edge that is dragged: the last place counts, and few of those between are asked for.
    const quint32 generation = viewer.session.picture().generation;
    for (int width = 641; width <= 740; ++width) {
        viewer.session.requestDesktopSize(QSize(width, 500));
    }
    QVERIFY(hasSize(QSize(740, 500)));
    QVERIFY(viewer.session.picture().generation <= generation + 2);
    // Whoever only looks changes nothing; what is wanted holds when he may again.
    viewer.session.setViewOnly(true);
    viewer.session.requestDesktopSize(QSize(900, 600));
    QSignalSpy stats(&viewer.session, &DesktopSession::statsChanged);
    QVERIFY(WAIT_FOR(stats.size() >= 2));
    QCOMPARE(viewer.session.picture().image.size(), QSize(740, 500));
    viewer.session.setViewOnly(false);
    QVERIFY(hasSize(QSize(900, 600)));
    // It is wanted of the next server too.
    QVERIFY(server.restart());
    QVERIFY(WAIT_FOR(viewer.session.state() == SessionState::Live && viewer.session.picture().generation > generation + 3, 90s));
    QVERIFY(hasSize(QSize(900, 600)));
    QCOMPARE(viewer.session.facts().lastResizeRefusal, RfbWire::ResizeRefusal::None);
}

void DesktopSessionTest::aServerThatKeepsItsSizeSaysSo()
{
    XvncServer server({.arguments = {u"-AcceptSetDesktopSize=0"_s}});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.requestDesktopSize(QSize(640, 470));
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.session.facts().lastResizeRefusal == RfbWire::ResizeRefusal::Prohibited));
    QVERIFY(!viewer.session.facts().canBeResized);
    QCOMPARE(viewer.session.picture().image.size(), QSize(800, 600));
    QCOMPARE(viewer.session.state(), SessionState::Live);
}

void DesktopSessionTest::theRightPasswordIsKept()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(!viewer.secretAttempts.isEmpty()));
    viewer.session.answerSecret(Secret::fromText(u"m31spot"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
    QCOMPARE(viewer.session.facts().protocolDescription, u"RFB 3.8, VncAuth"_s);
    QCOMPARE(viewer.secretAttempts, QList{1});
    QVERIFY(server.restart());
    QVERIFY(WAIT_FOR(viewer.states.count(SessionState::Live) == 2, 90s));
    QCOMPARE(viewer.secretAttempts, QList{1}); // nobody was asked again
}

void DesktopSessionTest::anotherHostOfTheSameNameIsNotToldThePassword()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    SshServer summit;
    QVERIFY(summit.start());
    LinkSpec spec = summit.linkSpec();
    spec.knownHostsPath.clear();
    const auto night = std::make_shared<NightSecrets>();
    // Evening, the same host again, and another one that stands where that stood.
    for (const qsizetype asked : {1, 0, 1}) {
        Link link(LinkTarget{spec, false}, SharedLinkObjects{night, {}});
        connect(&link, &Link::hostKeyQuestionAsked, &link, [&link](const HostKeyQuestion &question) {
            link.answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        });
        Viewer viewer(link, server.address());
        link.open();
        viewer.session.start();
        QVERIFY(WAIT_FOR(!viewer.secretAttempts.isEmpty() || viewer.session.state() == SessionState::Live, 60s));
        QCOMPARE(viewer.secretAttempts.size(), asked);
        viewer.session.answerSecret(Secret::fromText(u"m31spot"_s));
        QVERIFY2(viewer.waitForState(SessionState::Live), qPrintable(viewer.failureText()));
        if (asked == 0) {
            summit.replaceHostKey();
            QVERIFY(summit.restart());
            // Asked about, it would be refused: tonight's key was another.
            spec.knownHostsPath = summit.directory() + u"/known_anew"_s;
            QFile known(spec.knownHostsPath);
            QVERIFY(known.open(QIODevice::WriteOnly));
            known.write(u"[%1]:%2 %3\n"_s.arg(spec.host, QString::number(*spec.port), summit.hostPublicKey()).toUtf8());
        }
    }
}

void DesktopSessionTest::aWrongPasswordIsAskedAgain()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 1));
    viewer.session.answerSecret(Secret::fromText(u"wrong"_s));
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 2));
    QVERIFY2(viewer.failureText().contains(u"refused the password"), qPrintable(viewer.failureText()));
    viewer.session.answerSecret(Secret::fromText(u"wrong too"_s));
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 3));
    viewer.session.answerSecret(Secret::fromText(u"m31spot"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
    QCOMPARE(viewer.secretAttempts, (QList{1, 2, 3}));
}

void DesktopSessionTest::noPasswordIsARefusal()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 1));
    viewer.session.answerSecret(std::nullopt);
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QVERIFY2(viewer.failureText().contains(u"entered no password"), qPrintable(viewer.failureText()));
    viewer.session.retry();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 2));
    viewer.session.answerSecret(Secret::fromText(u"m31spot"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
}

void DesktopSessionTest::whereNobodyAnswersAPasswordIsRefusedAtOnce()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.address = server.address();
    DesktopSession session(spec, &m_summit.link());
    const QSignalSpy asked(&session, &DesktopSession::secretNeeded); // it listens, and answers nothing
    session.start();
    QVERIFY(WAIT_FOR(session.state() == SessionState::Failed, 60s));
    QCOMPARE(asked.size(), 0);
    {
        const QObject answerer;
        session.addSecretAnswerer(&answerer);
        session.retry();
        QVERIFY(WAIT_FOR(asked.size() == 1));
        session.answerSecret(std::nullopt);
        QVERIFY(WAIT_FOR(session.state() == SessionState::Failed));
    }
    session.retry(); // it is gone
    QVERIFY(WAIT_FOR(session.state() == SessionState::Failed && session.failure()));
    QCOMPARE(asked.size(), 1);
}

void DesktopSessionTest::aQuestionIsWithdrawnWithItsConnection()
{
    XvncServer server({.password = u"m31spot"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 1));
    server.kill();
    QVERIFY(WAIT_FOR(viewer.withdrawals == 1));
    viewer.session.answerSecret(Secret::fromText(u"m31spot"_s)); // late: to nobody
    QVERIFY(viewer.session.state() != SessionState::Live);
}

void DesktopSessionTest::anEightBitDesktopIsShown()
{
    X11vncServer server;
    QVERIFY(server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#ff0000"_s}));
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QCOMPARE(viewer.session.picture().image.size(), QSize(1024, 768));
    QVERIFY(WAIT_FOR((viewer.session.picture().image.pixel(500, 500) & 0xffffff) == 0xff0000, 60s));
    // Another cell of the color map.
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#2040c0"_s}));
    QVERIFY(WAIT_FOR((viewer.session.picture().image.pixel(500, 500) & 0xffffff) == 0x2040c0, 60s));
    QVERIFY(server.x().output({u"xdotool"_s, u"mousemove"_s, u"600"_s, u"500"_s}));
    QVERIFY(WAIT_FOR(viewer.pointerMoves.contains(QPoint(600, 500))));
}

void DesktopSessionTest::aServerThatComesBackIsShownAgain()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const DesktopPicture before = viewer.session.picture();
    server.kill();
    QVERIFY(viewer.waitForState(SessionState::Retrying));
    QVERIFY(!viewer.failureText().isEmpty());
    QCOMPARE(viewer.session.picture().generation, before.generation); // the last picture stays
    QVERIFY(server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#123456"_s}));
    QVERIFY(viewer.waitForState(SessionState::Live, 90s));
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
    QVERIFY(!viewer.session.failure());
    QCOMPARE(before.image.size(), QSize(800, 600)); // the old mapping is still there for who holds it
}

void DesktopSessionTest::aWorkerThatWasKilledIsReplaced()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // Once and twice it comes back by itself; the third time within a minute a person has to want it.
    for (int death = 1; death <= 2; ++death) {
        const qint64 pid = viewer.session.facts().workerPid;
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        QVERIFY(WAIT_FOR(viewer.session.state() != SessionState::Live));
        QVERIFY(viewer.waitForState(SessionState::Live));
        QVERIFY(viewer.session.facts().workerPid != pid);
    }
    ::kill(static_cast<pid_t>(viewer.session.facts().workerPid), SIGKILL);
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QVERIFY2(viewer.failureText().contains(u"Three failures"), qPrintable(viewer.failureText()));
    QCOMPARE(viewer.session.facts().workerPid, 0);
    viewer.session.retry();
    QVERIFY(viewer.waitForState(SessionState::Live));
}

void DesktopSessionTest::aServerThatMustBeAskedStepByStepIs_data()
{
    QTest::addColumn<bool>("hangsUp");
    QTest::newRow("it ends the connection with whoever hurries") << true;
    QTest::newRow("it throws away what it did not ask for, and waits") << false;
}

void DesktopSessionTest::aServerThatMustBeAskedStepByStepIs()
{
    QFETCH(const bool, hangsUp);
    PedanticServer server(hangsUp);
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, server.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // Going ahead led nowhere: then step by step, automatically.
    QCOMPARE(server.hurried, 1);
    QCOMPARE(server.connections, 2);
    QVERIFY(!viewer.states.contains(SessionState::Failed));
    // That is not tried again.
    for (int death = 1; death <= 2; ++death) {
        viewer.states.clear();
        const int before = server.connections;
        ::kill(static_cast<pid_t>(viewer.session.facts().workerPid), SIGKILL);
        QVERIFY(WAIT_FOR(viewer.states.contains(SessionState::Live)));
        QCOMPARE(server.hurried, 1);
        QCOMPARE(server.connections - before, 1);
        QVERIFY(!viewer.states.contains(SessionState::Failed));
    }
}

void DesktopSessionTest::anotherConsoleNeedsFewerRoundTrips()
{
    XvncServer server;
    QVERIFY(server.start());
    LinkSpec spec = m_summit.server().linkSpec();
    // From 40 ms there and back requests go out ahead, each of which would count as a time that this end speaks.
    DelayRelay line(*spec.port, 15ms);
    spec.port = line.port();
    spec.knownHostsPath.clear();
    spec.privateKeyFiles.prepend(m_summit.server().makeKey(u"stranger"_s));
    using Returns = std::shared_ptr<SharedConnectionRecords>;
    using Night = std::shared_ptr<NightSecrets>; // the host's key is accepted once
    const auto flights = [&](const Returns &returns, const Night &night) -> int {
        const int before = line.flights();
        Link link(LinkTarget{spec, false}, SharedLinkObjects{night, {}, returns});
        connect(&link, &Link::hostKeyQuestionAsked, &link, [&link](const HostKeyQuestion &question) {
            link.answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        });
        Viewer viewer(link, server.address(), InputPermission::Everyone, Quality::High);
        viewer.session.start();
        link.open();
        if (!viewer.waitForState(SessionState::Live)) {
            qWarning("not live: %s", qPrintable(viewer.failureText()));
            return -1;
        }
        return line.flights() - before;
    };
    // What goes out in one breath is counted twice when a busy machine takes its time between two writes: that only ever adds, so
    // the least of some tries is what is needed, of the consoles that know nothing yet as of those that do. As many of each: else
    // load would make the one that is tried less often look worse.
    constexpr int tries = 6;
    const auto least = [&](const std::function<int()> &count) {
        int result = INT_MAX;
        for (int attempt = 0; attempt < tries; ++attempt) {
            const int counted = count();
            result = std::min(result, counted); // -1: it did not become live
        }
        return result;
    };
    Returns returns;
    Night night;
    const auto leastOfFirst = [&] {
        return least([&] {
            returns = std::make_shared<SharedConnectionRecords>();
            night = std::make_shared<NightSecrets>();
            return flights(returns, night);
        });
    };
    const auto leastOfNext = [&] {
        return least([&] {
            return flights(returns, night);
        });
    };
    int first = leastOfFirst();
    QVERIFY(first > 0);
    // Not waited for: the refusal of the first key, and which types of security; the rest goes out in one flight in both. One of the two may be
    // hidden: the requests behind the first one are sent by the clock, and count where something was heard just before.
    const auto isFewer = [&] {
        int next = leastOfNext();
        for (int left = 2; next >= first && left > 0; --left) { // a busy machine may have added some: both are counted again
            first = std::min(first, leastOfFirst());
            next = std::min(next, leastOfNext());
        }
        qInfo("this end speaks %d times until the first picture, the next console %d times", first, next);
        return next > 0 && next < first;
    };
    QVERIFY(isFewer());
    QVERIFY(server.restart()); // it is there as ever
    QVERIFY(isFewer());
}

void DesktopSessionTest::whatIsMadeReadyInVainIsNoHarm()
{
    XvncServer server;
    QVERIFY(server.start());
    LinkSpec spec = m_summit.server().linkSpec();
    spec.privateKeyFiles = QStringList{m_summit.server().makeKey(u"nobody"_s)};
    Link link(LinkTarget{spec, false}, SharedLinkObjects{});
    Viewer viewer(link, server.address());
    qint64 worker = 0;
    connect(&viewer.session, &DesktopSession::factsChanged, &viewer.session, [&] {
        worker = std::max(worker, viewer.session.facts().workerPid);
    });
    viewer.session.start();
    link.open();
    QVERIFY(WAIT_FOR(link.state() == LinkState::Closed));
    // The login was refused while the worker was on its way.
    QCOMPARE(viewer.session.state(), SessionState::Failed);
    QCOMPARE(viewer.session.facts().workerPid, 0);
    QVERIFY2(viewer.states == (QList{SessionState::WaitingForLink, SessionState::Failed}), "it was never anything else");
    QVERIFY(WAIT_FOR(worker == 0 || !QFile::exists(u"/proc/%1"_s.arg(worker))));
}

void DesktopSessionTest::noServerIsSaidWithItsPlace()
{
    const HeldPort nobody;
    const quint16 port = nobody.number();
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, port});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Retrying));
    QVERIFY2(viewer.failureText().contains(u"No VNC server"), qPrintable(viewer.failureText()));
    QVERIFY2(viewer.failureText().contains(QString::number(port)), qPrintable(viewer.failureText()));

    Viewer socket(m_summit.link(), UnixSocket{u"/nonexistent/rfb.socket"_s});
    socket.session.start();
    QVERIFY(socket.waitForState(SessionState::Retrying));
    QVERIFY2(socket.failureText().contains(u"/nonexistent/rfb.socket"), qPrintable(socket.failureText()));
}

void DesktopSessionTest::whatIsNotVncIsSaid()
{
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, m_summit.server().port()}); // an ssh server is none
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Failed));
    QVERIFY2(viewer.failureText().contains(u"not a VNC server"), qPrintable(viewer.failureText()));
}

void DesktopSessionTest::tenDesktopsOnOneLink()
{
    // Xvnc refuses the sixth connection that has not logged in yet, so ten at once need more than one server.
    std::vector<std::unique_ptr<XvncServer>> servers;
    for (int i = 0; i < 4; ++i) {
        servers.push_back(std::make_unique<XvncServer>());
        QVERIFY(servers.back()->start());
        QVERIFY(servers.back()->x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#ffff%1"_s.arg(16 + i, 2, 16)}));
    }
    std::vector<std::unique_ptr<Viewer>> viewers;
    for (std::size_t i = 0; i < 10; ++i) {
        viewers.push_back(std::make_unique<Viewer>(m_summit.link(), servers[i % servers.size()]->address()));
        viewers.back()->session.start();
    }
    for (std::size_t i = 0; i < viewers.size(); ++i) {
        QVERIFY(viewers[i]->waitForState(SessionState::Live));
        QVERIFY(viewers[i]->waitForPicture([&] {
            return servers[i % servers.size()]->x().screenshot();
        }));
    }
    // One that stops takes nothing with it.
    viewers.front()->session.stop();
    QVERIFY(servers[0]->x().output({u"xsetroot"_s, u"-solid"_s, u"#0000ff"_s}));
    QVERIFY(viewers[4]->waitForPicture([&] {
        return servers[0]->x().screenshot();
    }));
    QVERIFY((viewers.front()->session.picture().image.pixel(100, 100) & 0xffffff) != 0x0000ff);
    for (const auto &viewer : viewers) {
        QCOMPARE(viewer->session.state(), viewer == viewers.front() ? SessionState::Ended : SessionState::Live);
    }
}

void DesktopSessionTest::hiddenDamageIsReleasedAtOnce()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.releases = false; // as Qt does for what is hidden
    viewer.session.setVisibility(DesktopSession::Visibility::OneHertz);
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    for (const QString &color : {u"#ff8000"_s, u"#0080ff"_s, u"#80ff00"_s}) {
        QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, color}));
        QVERIFY(viewer.waitForPicture([&] {
            return server.x().screenshot();
        }));
    }
    // Visible and never released: the picture stays as it is after the next damage.
    viewer.session.setVisibility(DesktopSession::Visibility::Visible);
    const int damages = viewer.damages;
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#111111"_s}));
    QVERIFY(WAIT_FOR(viewer.damages == damages + 1));
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#222222"_s}));
    QSignalSpy stats(&viewer.session, &DesktopSession::statsChanged);
    QVERIFY(WAIT_FOR(stats.size() >= 2));
    QCOMPARE(viewer.damages, damages + 1);
    viewer.session.setVisibility(DesktopSession::Visibility::OneHertz); // lets go of what is held
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
}

void DesktopSessionTest::damageThatNobodyShowsIsReleasedAtOnce()
{
    XvncServer server;
    QVERIFY(server.start());
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.address = server.address();
    spec.quality = Quality::Lossless;
    DesktopSession session(spec, &m_summit.link());
    const QSignalSpy damages(&session, &DesktopSession::damaged); // it listens, as a figure or a recording does
    session.start();
    const auto shows = [&] {
        return waitFor([&] {
            return sameColors(session.picture().image, server.x().screenshot());
        });
    };
    QVERIFY(WAIT_FOR(session.state() == SessionState::Live) && shows());
    for (const QString &color : {u"#ff8000"_s, u"#0080ff"_s, u"#80ff00"_s}) {
        const qsizetype before = damages.size();
        QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, color}));
        QVERIFY(shows());
        QVERIFY(WAIT_FOR(damages.size() > before)); // the pixels are there before their report
    }
    // A display that paints nothing holds it, and one that goes holds nothing any more.
    {
        const QObject display;
        session.addDisplay(&display);
        const qsizetype before = damages.size();
        QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#111111"_s}));
        QVERIFY(WAIT_FOR(damages.size() == before + 1));
        QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#222222"_s}));
        const QSignalSpy stats(&session, &DesktopSession::statsChanged);
        QVERIFY(WAIT_FOR(stats.size() >= 2));
        QCOMPARE(damages.size(), before + 1);
        session.removeDisplay(&display);
    }
    QVERIFY(shows());
}

void DesktopSessionTest::aFrozenServerHoldsNothingUp()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    server.freeze();
    Viewer late(m_summit.link(), server.address()); // it connects and hears nothing
    late.session.start();
    QElapsedTimer clock;
    qint64 largestGap = 0;
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &tick, [&] {
        largestGap = std::max(largestGap, clock.restart());
    });
    clock.start();
    tick.start(10ms);
    int sent = 0;
    waitFor(
        [&] {
            for (int i = 0; i < 20; ++i, ++sent) {
                viewer.session.sendKey(keyA, sent % 2 == 0);
                viewer.session.sendPointer(QPoint(sent % 700, 10), 0);
            }
            return false;
        },
        3s);
    tick.stop();
    QVERIFY2(std::chrono::milliseconds(largestGap) < underLoad(1s), qPrintable(QString::number(largestGap)));
    qInfo() << "largest gap of a 10 ms timer:" << largestGap << "ms";
    late.session.stop();
    QCOMPARE(late.session.state(), SessionState::Ended);
    QVERIFY(viewer.session.answering() != Session::AnswerState::Responding);
    server.thaw();
    QVERIFY(WAIT_FOR(viewer.session.answering() == Session::AnswerState::Responding));
    QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(321, 123), 0)));
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(321, 123)));
    QCOMPARE(viewer.session.state(), SessionState::Live);
}

void DesktopSessionTest::stopEndsTheWorker()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const qint64 pid = viewer.session.facts().workerPid;
    viewer.session.stop();
    QCOMPARE(viewer.session.state(), SessionState::Ended);
    QVERIFY(WAIT_FOR(!QFile::exists(u"/proc/%1"_s.arg(pid))));
    viewer.session.retry();
    QVERIFY(viewer.waitForState(SessionState::Live));
}

void DesktopSessionTest::aLostLinkTakesItAndBringsItBack()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    m_summit.server().killSessions();
    QVERIFY(WAIT_FOR(m_summit.link().state() == LinkState::Closed));
    QVERIFY(viewer.waitForState(SessionState::WaitingForLink));
    QVERIFY(viewer.session.picture().generation != 0);
    m_summit.link().open();
    QVERIFY(viewer.waitForState(SessionState::Live, 90s));
}

NIGHTDESK_GUILESS_TEST(DesktopSessionTest)
#include "desktopsessiontest.moc"
