// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"
#include "sessions/xwindows/server/xauthorization.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
WindowSpec restartedProgram(const QString &id, const QStringList &command, RestartPolicy restart = RestartPolicy::Ask)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    spec.command = command;
    spec.isTrusted = true;
    spec.restart = restart;
    return spec;
}

/// Says which sshd carries it, then is the clock.
QStringList clockProgram()
{
    return {u"sh"_s, u"-c"_s, u"echo $PPID $$; exec xclock -title clock -bw 0"_s};
}

/// Like a wrapper script that is done as soon as the real program has its window.
QStringList clockInTheBackground()
{
    return {u"sh"_s, u"-c"_s, u"echo $PPID $$; xclock -title clock -bw 0 >/dev/null 2>&1 & xdotool search --sync --name '^clock$' >/dev/null; exit 0"_s};
}

/// Its window goes with the link, the program does not.
QStringList hanging(const QString &ignored)
{
    return {u"sh"_s, u"-c"_s, u"trap '' %1; echo $PPID $$; xclock -title clock & while :; do sleep 1; done"_s.arg(ignored)};
}

bool returnsTo(const Session &session, SessionState state)
{
    const bool reached = WAIT_FOR(session.state() == state, 60s);
    if (!reached) {
        qWarning("%s is in state %d: %s", qPrintable(session.id()), static_cast<int>(session.state()), qPrintable(session.failure().value_or(Failure()).what));
    }
    return reached;
}

bool isProcessThere(qint64 process)
{
    return ::kill(static_cast<pid_t>(process), 0) == 0;
}
}

/// X programs whose link goes away: real programs over a real sshd on a real X server.
class WindowRecoveryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void lostWithItsLink_data();
    void lostWithItsLink();
    void personSaysNo();
    void personSaysYesBeforeTheLinkIsBack();
    void comesBackWhereItStood_data();
    void comesBackWhereItStood();
    void whatEndsByItselfIsNotLost_data();
    void whatEndsByItselfIsNotLost();
    void hostThatGoesDownTakesItAlong();
    void closedOnPurposeIsNotAskedAbout();
    void hangingProgramIsOffered_data();
    void hangingProgramIsOffered();
    void leftAloneIsNotOfferedAgain();
    void livingConsolesProgramIsNotOffered();
    void whatEndsWithItsLinkIsNotOffered();
    void xServerWithoutOurAuthority_data();
    void xServerWithoutOurAuthority();
    void xServerThatRefusesTheProgramIsQuoted();
    void xServerThatIsStartedAgain_data();
    void xServerThatIsStartedAgain();

private:
    bool openLink(Link &link);
    void breakLink();
    WindowSession *add(const WindowSpec &spec, const QRect &area = {});
    qint64 word(const WindowSession &session, qsizetype index) const;

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
    std::vector<std::unique_ptr<WindowSession>> m_sessions;
};

void WindowRecoveryTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.filePath(u"state"_s)));
    qunsetenv("SSH_AUTH_SOCK");
}

void WindowRecoveryTest::init()
{
    m_sshd = std::make_unique<SshServer>();
    QVERIFY(m_sshd->start());
    QFile authority(m_sshd->directory() + u"/Xauthority"_s);
    QVERIFY(authority.open(QIODevice::WriteOnly));
    m_x = std::make_unique<XServer>(XServer::Options{.size = {5760, 1200}, .threeMonitors = true});
    QVERIFY(m_x->start());
    m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
    m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    QVERIFY(openLink(*m_link));
}

void WindowRecoveryTest::cleanup()
{
    m_sessions.clear();
    m_localX.reset();
    m_link.reset();
    m_x.reset();
    m_sshd.reset();
}

bool WindowRecoveryTest::openLink(Link &link)
{
    link.open();
    return WAIT_FOR(link.state() == LinkState::Live);
}

void WindowRecoveryTest::breakLink()
{
    m_sshd->killSessions();
    QVERIFY(WAIT_FOR(m_link->state() == LinkState::Closed));
}

WindowSession *WindowRecoveryTest::add(const WindowSpec &spec, const QRect &area)
{
    m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
    m_sessions.back()->setScreenArea(area);
    m_sessions.back()->start();
    return m_sessions.back().get();
}

qint64 WindowRecoveryTest::word(const WindowSession &session, qsizetype index) const
{
    return session.outputLines().value(0).split(u' ').value(index).toLongLong();
}

void WindowRecoveryTest::lostWithItsLink_data()
{
    QTest::addColumn<RestartPolicy>("policy");
    QTest::addColumn<SessionState>("meanwhile");
    QTest::addColumn<SessionState>("afterwards");
    QTest::addColumn<QStringList>("command");
    const QStringList plain = clockProgram();
    const QStringList background = clockInTheBackground();
    QTest::newRow("ask: there is a question at once, and nothing starts") << RestartPolicy::Ask << SessionState::Failed << SessionState::Failed << plain;
    QTest::newRow("never: it has ended") << RestartPolicy::Never << SessionState::Ended << SessionState::Ended << plain;
    QTest::newRow("auto: it starts with the link") << RestartPolicy::Auto << SessionState::WaitingForLink << SessionState::Live << plain;
    QTest::newRow("ask, its starter is done") << RestartPolicy::Ask << SessionState::Failed << SessionState::Failed << background;
    QTest::newRow("never, its starter is done") << RestartPolicy::Never << SessionState::Ended << SessionState::Ended << background;
    QTest::newRow("auto, its starter is done") << RestartPolicy::Auto << SessionState::WaitingForLink << SessionState::Live << background;
}

void WindowRecoveryTest::lostWithItsLink()
{
    QFETCH(RestartPolicy, policy);
    QFETCH(SessionState, meanwhile);
    QFETCH(SessionState, afterwards);
    QFETCH(QStringList, command);
    WindowSession *session = add(restartedProgram(u"clock"_s, command, policy));
    QVERIFY(returnsTo(*session, SessionState::Live));
    const qint64 first = word(*session, 1);
    if (command == clockInTheBackground()) {
        QVERIFY(WAIT_FOR(session->lastExit().has_value() && session->connectionCount() == 1));
        QCOMPARE(session->state(), SessionState::Live);
    }
    breakLink();
    QCOMPARE(session->state(), meanwhile);
    QCOMPARE(session->windowRect(), std::nullopt);
    QCOMPARE(session->asksToStartAgain(), policy == RestartPolicy::Ask);
    QCOMPARE(session->endedWithLink(), policy == RestartPolicy::Never);
    QVERIFY(WAIT_FOR(!m_x->window(u"clock"_s)));
    QVERIFY(openLink(*m_link));
    QVERIFY(returnsTo(*session, afterwards));
    if (afterwards != SessionState::Live) {
        QCOMPARE(session->failure().has_value(), policy == RestartPolicy::Ask);
        QVERIFY(!m_x->window(u"clock"_s));
        session->retry(); // whatever was said before, a person may always
        QVERIFY(returnsTo(*session, SessionState::Live));
    }
    QVERIFY(!session->asksToStartAgain());
    QVERIFY(!session->endedWithLink());
    QVERIFY(word(*session, 1) != first);
    QVERIFY(WAIT_FOR(m_x->window(u"clock"_s).has_value()));
}

void WindowRecoveryTest::personSaysNo()
{
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*session, SessionState::Live));
    session->declineToStartAgain(); // nobody asked
    QCOMPARE(session->state(), SessionState::Live);
    breakLink();
    QVERIFY(session->asksToStartAgain());
    session->declineToStartAgain();
    QCOMPARE(session->state(), SessionState::Ended);
    QVERIFY(session->endedWithLink());
    QVERIFY(!session->asksToStartAgain());
    QVERIFY(openLink(*m_link));
    QCOMPARE(session->state(), SessionState::Ended);
}

void WindowRecoveryTest::personSaysYesBeforeTheLinkIsBack()
{
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*session, SessionState::Live));
    breakLink();
    session->retry();
    QCOMPARE(session->state(), SessionState::WaitingForLink);
    QVERIFY(openLink(*m_link));
    QVERIFY(returnsTo(*session, SessionState::Live));
}

void WindowRecoveryTest::comesBackWhereItStood_data()
{
    QTest::addColumn<RestartPolicy>("policy");
    QTest::addColumn<QRect>("screenThen");
    QTest::addColumn<QPoint>("expected");
    QTest::newRow("by itself") << RestartPolicy::Auto << QRect(1920, 0, 1920, 1200) << QPoint(2100, 700);
    QTest::newRow("asked") << RestartPolicy::Ask << QRect(1920, 0, 1920, 1200) << QPoint(2100, 700);
    QTest::newRow("its screen is another monitor now") << RestartPolicy::Auto << QRect(3840, 0, 1920, 1200) << QPoint(4020, 700);
}

void WindowRecoveryTest::comesBackWhereItStood()
{
    QFETCH(RestartPolicy, policy);
    QFETCH(QRect, screenThen);
    QFETCH(QPoint, expected);
    WindowSpec spec = restartedProgram(u"clock"_s, clockProgram(), policy);
    spec.geometry = {.size = PixelSize{300, 200}, .offset = WindowGeometry::Offset{10, 10, false, false}};
    WindowSession *session = add(spec, QRect(1920, 0, 1920, 1200));
    QVERIFY(returnsTo(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->windowRect() == QRect(1930, 10, 300, 200)));
    // A person moves it and makes it larger.
    const QString window = QString::number(m_x->window(u"clock"_s)->id);
    QVERIFY(m_x->output({u"xdotool"_s, u"windowsize"_s, window, u"420"_s, u"310"_s}));
    const auto isMovedTo = [&](const QPoint &corner) {
        m_x->output({u"xdotool"_s, u"windowmove"_s, window, QString::number(corner.x()), QString::number(corner.y())});
        return session->windowRect() == QRect(corner, QSize(420, 310));
    };
    // Its first seconds are ours: it may be brought back once, but not any more when it was seen at a second place.
    QVERIFY(WAIT_FOR(isMovedTo({2000, 600})));
    QVERIFY(WAIT_FOR(isMovedTo({2100, 700})));
    breakLink();
    session->setScreenArea(screenThen);
    QVERIFY(openLink(*m_link));
    if (policy == RestartPolicy::Ask) {
        session->retry();
    }
    QVERIFY(returnsTo(*session, SessionState::Live));
    QVERIFY2(WAIT_FOR(session->windowRect() == QRect(expected, QSize(420, 310))), qPrintable(QDebug::toString(session->windowRect().value_or(QRect()))));
    // Ended by a person, it is at its profile's place next time.
    session->stop();
    session->start();
    QVERIFY(WAIT_FOR(session->windowRect() == QRect(screenThen.topLeft() + QPoint(10, 10), QSize(300, 200))));
}

void WindowRecoveryTest::whatEndsByItselfIsNotLost_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<SessionState>("state");
    QTest::newRow("done") << u"exit 0"_s << SessionState::Ended;
    QTest::newRow("failed") << u"exit 3"_s << SessionState::Failed;
    QTest::newRow("killed") << u"kill -KILL $$"_s << SessionState::Failed;
    QTest::newRow("ended by somebody, the link stays") << u"kill -TERM $$"_s << SessionState::Failed;
}

void WindowRecoveryTest::whatEndsByItselfIsNotLost()
{
    QFETCH(QString, ending);
    QFETCH(SessionState, state);
    const QString sign = m_home.filePath(u"seen"_s); // it ends when its window was seen
    QFile::remove(sign);
    const QString untilSeen = u"xclock & clock=$!; until [ -e '%1' ]; do sleep 0.1; done; kill $clock; wait; "_s.arg(sign);
    WindowSession *session = add(restartedProgram(u"clock"_s, {u"sh"_s, u"-c"_s, untilSeen + ending}, RestartPolicy::Auto));
    QVERIFY(returnsTo(*session, SessionState::Live));
    QVERIFY(QFile(sign).open(QIODevice::WriteOnly));
    QVERIFY(returnsTo(*session, state));
    QVERIFY(!session->asksToStartAgain());
    QVERIFY(!session->endedWithLink());
    QVERIFY(session->lastExit().has_value());
    QCOMPARE(m_link->state(), LinkState::Live);
    breakLink();
    QVERIFY(openLink(*m_link));
    QCOMPARE(session->state(), state); // nor does it start with the next link
}

void WindowRecoveryTest::hostThatGoesDownTakesItAlong()
{
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*session, SessionState::Live));
    QCOMPARE(::kill(static_cast<pid_t>(word(*session, 1)), SIGTERM), 0); // as an init does, before it ends sshd
    breakLink();
    QVERIFY(returnsTo(*session, SessionState::Failed));
    QVERIFY2(session->asksToStartAgain(), qPrintable(session->failure()->what));
}

void WindowRecoveryTest::closedOnPurposeIsNotAskedAbout()
{
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*session, SessionState::Live));
    m_link->close();
    QVERIFY(session->state() != SessionState::Live);
    QVERIFY(!session->asksToStartAgain());
}

void WindowRecoveryTest::hangingProgramIsOffered_data()
{
    QTest::addColumn<QString>("ignored");
    QTest::newRow("it does not hear that its terminal is gone") << u"HUP"_s;
    QTest::newRow("nor that it is to end") << u"HUP TERM"_s;
}

void WindowRecoveryTest::hangingProgramIsOffered()
{
    QFETCH(QString, ignored);
    WindowSession *session = add(restartedProgram(u"panel"_s, hanging(ignored)));
    QVERIFY(returnsTo(*session, SessionState::Live));
    OrphanedPrograms *orphanedPrograms = session->orphanedPrograms();
    QVERIFY(orphanedPrograms);
    QVERIFY(orphanedPrograms->offeredPrograms().isEmpty()); // it is looked after
    const qint64 process = word(*session, 1);
    QCOMPARE(::kill(static_cast<pid_t>(word(*session, 0)), SIGKILL), 0); // its sshd, not itself
    QVERIFY(WAIT_FOR(m_link->state() == LinkState::Closed));
    QVERIFY(openLink(*m_link));
    QVERIFY(WAIT_FOR(!orphanedPrograms->offeredPrograms().isEmpty()));
    QCOMPARE(orphanedPrograms->offeredPrograms().size(), 1);
    const OrphanedProgram found = orphanedPrograms->offeredPrograms().first().orphan;
    QCOMPARE(found.processId, process);
    QCOMPARE(found.name, u"sh"_s);
    QCOMPARE(found.mark.displayId, u"panel"_s);
    QVERIFY(std::abs(found.startedAt.secsTo(QDateTime::currentDateTimeUtc())) < 300);
    QVERIFY(isProcessThere(process));
    orphanedPrograms->endProgram(process);
    QVERIFY(orphanedPrograms->offeredPrograms().first().isEnding);
    QVERIFY(WAIT_FOR(orphanedPrograms->offeredPrograms().isEmpty()));
    QVERIFY(WAIT_FOR(!isProcessThere(process)));
}

void WindowRecoveryTest::leftAloneIsNotOfferedAgain()
{
    WindowSession *session = add(restartedProgram(u"panel"_s, hanging(u"HUP"_s)));
    QVERIFY(returnsTo(*session, SessionState::Live));
    OrphanedPrograms *orphanedPrograms = session->orphanedPrograms();
    const qint64 process = word(*session, 1);
    QCOMPARE(::kill(static_cast<pid_t>(word(*session, 0)), SIGKILL), 0);
    QVERIFY(WAIT_FOR(m_link->state() == LinkState::Closed));
    QVERIFY(openLink(*m_link));
    QVERIFY(WAIT_FOR(orphanedPrograms->offeredPrograms().size() == 1));
    orphanedPrograms->leaveRunning(process);
    QVERIFY(orphanedPrograms->offeredPrograms().isEmpty());
    QSignalSpy searchAnswered(orphanedPrograms, &OrphanedPrograms::searchAnswered);
    breakLink();
    QVERIFY(openLink(*m_link));
    QVERIFY(WAIT_FOR(searchAnswered.size() == 1));
    QVERIFY(isProcessThere(process));
    QVERIFY(orphanedPrograms->offeredPrograms().isEmpty());
    QVERIFY(!orphanedPrograms->isSearching()); // nothing was news: it is not looked for once more
}

void WindowRecoveryTest::livingConsolesProgramIsNotOffered()
{
    const WindowSession *session = add(restartedProgram(u"panel"_s, hanging(u"HUP TERM"_s)));
    QVERIFY(returnsTo(*session, SessionState::Live));
    const qint64 process = word(*session, 1);
    const qint64 sshd = word(*session, 0);
    // The second console of the same user.
    LocalX otherX(m_x->display(), m_x->authorityFile());
    Link otherLink(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    const WindowSession other(restartedProgram(u"eyes"_s, {u"xeyes"_s}), &otherLink, &otherX);
    QSignalSpy searchAnswered(other.orphanedPrograms(), &OrphanedPrograms::searchAnswered);
    QVERIFY(openLink(otherLink));
    QVERIFY(WAIT_FOR(searchAnswered.size() == 1));
    QVERIFY(!other.orphanedPrograms()->isSearching()); // not even suspected
    QVERIFY(other.orphanedPrograms()->offeredPrograms().isEmpty());
    // The first one is gone, and what it started is not.
    m_sessions.clear();
    m_link.reset();
    m_localX.reset();
    (void)::kill(static_cast<pid_t>(sshd), SIGKILL);
    otherLink.close();
    QVERIFY(openLink(otherLink));
    QVERIFY(WAIT_FOR(other.orphanedPrograms()->offeredPrograms().size() == 1));
    QCOMPARE(other.orphanedPrograms()->offeredPrograms().first().orphan.processId, process);
}

void WindowRecoveryTest::whatEndsWithItsLinkIsNotOffered()
{
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*session, SessionState::Live));
    QSignalSpy searchAnswered(session->orphanedPrograms(), &OrphanedPrograms::searchAnswered);
    QSignalSpy offered(session->orphanedPrograms(), &OrphanedPrograms::offeredProgramsChanged);
    breakLink();
    QVERIFY(openLink(*m_link));
    QVERIFY(WAIT_FOR(searchAnswered.size() >= 1));
    QVERIFY(offered.isEmpty());
}

void WindowRecoveryTest::xServerWithoutOurAuthority_data()
{
    QTest::addColumn<bool>("isThere"); ///< the authority file
    QTest::addColumn<QString>("says");
    QTest::newRow("somebody removed the file") << false << u"has no cookie"_s;
    QTest::newRow("another session replaced it") << true << u"does not accept Nightdesk’s cookie"_s;
}

void WindowRecoveryTest::xServerWithoutOurAuthority()
{
    QFETCH(bool, isThere);
    QFETCH(QString, says);
    const WindowSession *running = add(restartedProgram(u"clock"_s, clockProgram()));
    QVERIFY(returnsTo(*running, SessionState::Live));
    const QString file = m_x->authorityFile();
    QVERIFY(QFile::copy(file, file + u".kept"_s));
    QVERIFY(QFile::remove(file));
    if (isThere) {
        QVERIFY(!runQuietly(u"sh"_s, {u"-c"_s, u"xauth -q -f '%1' add '%2' . 00112233445566778899aabbccddeeff && echo done"_s.arg(file, m_x->display())})
                     .isEmpty());
    }
    WindowSession *next = add(restartedProgram(u"eyes"_s, {u"xeyes"_s}));
    QVERIFY(returnsTo(*next, SessionState::Failed));
    QVERIFY2(next->failure()->what.contains(says), qPrintable(next->failure()->what));
    QVERIFY2(next->failure()->advice.contains(u"XAUTHORITY"_s), qPrintable(next->failure()->advice));
    QVERIFY(next->outputLines().isEmpty()); // it was not even started
    WindowSpec untrusted = restartedProgram(u"calc"_s, {u"xcalc"_s});
    untrusted.isTrusted = false;
    const WindowSession *confined = add(untrusted); // we are in still, and may make cookies
    QVERIFY(returnsTo(*confined, SessionState::Live));
    QCOMPARE(running->state(), SessionState::Live);
    QFile::remove(file);
    QVERIFY(QFile::copy(file + u".kept"_s, file));
    next->retry();
    QVERIFY(returnsTo(*next, SessionState::Live));
}

void WindowRecoveryTest::xServerThatRefusesTheProgramIsQuoted()
{
    // The file changes between our look at it and the program's first connection.
    const QString go = m_home.filePath(u"go"_s);
    WindowSession *session = add(restartedProgram(u"late"_s, {u"sh"_s, u"-c"_s, u"echo up; while [ ! -e %1 ]; do sleep 0.1; done; exec xclock"_s.arg(go)}));
    QVERIFY(WAIT_FOR(session->outputLines().value(0) == u"up"_s));
    // As many clients as the server takes, so that it refuses in its own words.
    std::vector<UniqueFd> clients;
    const auto display = LocalDisplay::parse(m_x->display());
    QVERIFY(display.has_value());
    const XAuthorization authorization = readAuthority(m_x->authorityFile(), *display);
    const XSetupRequest request{.bigEndian = false, .majorVersion = 11, .minorVersion = 0, .authorizationName = {}, .authorizationData = {}, .packetSize = 0};
    const auto hello = request.withAuthorization(authorization.name, authorization.data);
    for (bool isFull = false; !isFull && clients.size() < 3000;) {
        auto client = display->connectSocket();
        QVERIFY(client.has_value());
        QCOMPARE(::send(client->get(), hello.data(), hello.size(), 0), ssize_t(hello.size()));
        std::uint8_t first = 1;
        pollfd waiting = {.fd = client->get(), .events = POLLIN, .revents = 0};
        QCOMPARE(::poll(&waiting, 1, 20000), 1);
        isFull = ::recv(client->get(), &first, 1, 0) != 1 || first != 1;
        clients.push_back(std::move(*client));
    }
    QFile file(go);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(returnsTo(*session, SessionState::Failed));
    QVERIFY2(session->failure()->what.contains(u"refused the program"_s), qPrintable(session->failure()->what));
    QVERIFY2(session->failure()->advice.contains(u"Maximum number of clients"_s), qPrintable(session->failure()->advice));
    clients.clear();
    session->retry();
    QVERIFY(returnsTo(*session, SessionState::Live));
}

void WindowRecoveryTest::xServerThatIsStartedAgain_data()
{
    QTest::addColumn<bool>("newCookie");
    QTest::newRow("with the same cookie") << false;
    QTest::newRow("with another cookie, as a new session has") << true;
}

void WindowRecoveryTest::xServerThatIsStartedAgain()
{
    QFETCH(bool, newCookie);
    WindowSession *session = add(restartedProgram(u"clock"_s, clockProgram(), RestartPolicy::Ask));
    QVERIFY(returnsTo(*session, SessionState::Live));
    const qint64 first = word(*session, 1);
    const QString file = m_x->authorityFile();
    m_x->kill();
    QVERIFY(WAIT_FOR(session->state() == SessionState::Retrying || session->state() == SessionState::Opening));
    QVERIFY(!session->asksToStartAgain()); // not the link's doing
    QCOMPARE(m_link->state(), LinkState::Live);
    if (newCookie) {
        QVERIFY(
            !runQuietly(u"sh"_s, {u"-c"_s, u"rm '%1'; xauth -q -f '%1' add '%2' . 00112233445566778899aabbccddeeff && echo done"_s.arg(file, m_x->display())})
                 .isEmpty());
    }
    QProcess server;
    server.setStandardOutputFile(QProcess::nullDevice());
    server.setStandardErrorFile(QProcess::nullDevice());
    server.start(u"Xvfb"_s,
                 {m_x->display(), u"-displayfd"_s, u"1"_s, u"-auth"_s, file, u"-screen"_s, u"0"_s, u"800x600x24"_s, u"-noreset"_s, u"-nolisten"_s, u"tcp"_s});
    QVERIFY(server.waitForStarted(30000));
    QVERIFY(returnsTo(*session, SessionState::Live)); // by itself
    QVERIFY(word(*session, 1) != first);
    m_sessions.clear();
    server.kill();
    QVERIFY(server.waitForFinished(30000));
}

NIGHTDESK_GUILESS_TEST(WindowRecoveryTest)
#include "windowrecoverytest.moc"
