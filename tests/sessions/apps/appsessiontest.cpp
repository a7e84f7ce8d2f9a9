// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AppSession with all that is real: sshd, the script at the summit, Xvnc, X programs, the worker.
#include "sessions/apps/appsession.h"
#include "sessions/apps/appdisplay.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
bool runs(qint64 process)
{
    return process > 1 && ::kill(static_cast<pid_t>(process), 0) == 0;
}
}

class AppSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void isShownAndTypedInto();
    void seesNoKeyThatIsTypedElsewhere();
    void isAsLargeAsItIsWanted();
    void outlivesItsLink();
    void whatEndedWithoutItsLinkIsNotStartedAgain();
    void theWordOfItsEndIsWaitedFor();
    void whatAnotherDeskHasIsLeftAlone();
    void isFoundByTheNextConsole();
    void aDeadServerIsSaidAndStartedAnew();
    void aProgramThatFailsSaysWhy();
    void aProgramThatEndsIsNotStartedAgain();
    void closesPolitely();
    void aQuestionOfItsOwnIsWaitedFor();
    void stopEndsItAtTheSummit();

private:
    std::unique_ptr<AppSession> make(const QStringList &command);
    /// It writes its process id into starts(), a line for each start, and becomes @p command.
    std::unique_ptr<AppSession> makeCounted(const QString &command);
    QByteArrayList starts() const;
    /// The process of this start, once there is one: a session is live while its program still starts. 0: it did not.
    qint64 startedProcess(qsizetype start) const;
    qint64 server() const;
    bool isGone() const;
    static bool becomes(Session &session, SessionState state);
    static void type(AppSession &session, const QByteArray &text);

    Summit m_summit;
    QTemporaryDir m_files;
    QString m_directory; ///< of the display at the "summit"
    int m_count = 0;
};

void AppSessionTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void AppSessionTest::cleanup()
{
    // What a failed row left running: the keeper ends its display.
    if (const auto keeper = contents(m_directory + u"/keeper"_s).trimmed().toInt(); keeper > 1) {
        ::kill(keeper, SIGTERM);
    }
    QVERIFY(WAIT_FOR(isGone()));
    if (!m_summit.link().isLive()) {
        m_summit.link().open();
        QVERIFY(WAIT_FOR(m_summit.link().isLive()));
    }
}

std::unique_ptr<AppSession> AppSessionTest::make(const QStringList &command)
{
    AppRequest order;
    order.name = {.owner = QString::number(QCoreApplication::applicationPid()), .profile = u"test"_s, .display = u"app%1"_s.arg(m_count)};
    order.spec.id = order.name.display;
    order.spec.title = u"A program"_s;
    order.spec.link = u"summit"_s;
    order.spec.topology = Topology::VncApp;
    order.spec.command = command;
    order.size = {640, 480};
    m_directory = u"/tmp/nightdesk-%1/%2"_s.arg(::getuid()).arg(order.name.directoryName());
    return std::make_unique<AppSession>(order, nullptr, &m_summit.link());
}

std::unique_ptr<AppSession> AppSessionTest::makeCounted(const QString &command)
{
    ++m_count;
    return make({u"sh"_s, u"-c"_s, u"echo $$ >> '%1'; exec %2"_s.arg(m_files.filePath(u"starts%1"_s.arg(m_count)), command)});
}

QByteArrayList AppSessionTest::starts() const
{
    return contents(m_files.filePath(u"starts%1"_s.arg(m_count))).trimmed().split('\n');
}

qint64 AppSessionTest::startedProcess(qsizetype start) const
{
    const bool isStarted = WAIT_FOR(starts().size() == start && starts().constLast().toLongLong() > 1);
    return isStarted ? starts().constLast().toLongLong() : 0;
}

qint64 AppSessionTest::server() const
{
    for (const QByteArray &line : contents(m_directory + u"/processes"_s).split('\n')) {
        if (const QByteArrayList words = line.split(' '); words.value(1) == "server") {
            return words.value(2).toLongLong();
        }
    }
    return 0;
}

bool AppSessionTest::isGone() const
{
    return !QFileInfo::exists(m_directory);
}

bool AppSessionTest::becomes(Session &session, SessionState state)
{
    const bool became = WAIT_FOR(session.state() == state, 60s);
    if (!became) {
        const Failure why = session.failure().value_or(Failure());
        qWarning() << static_cast<int>(session.state()) << why.what << why.affectedItem << why.advice;
    }
    return became;
}

void AppSessionTest::type(AppSession &session, const QByteArray &text)
{
    constexpr quint32 enter = 0xff0d;
    for (const char key : text) {
        const quint32 symbol = key == '\n' ? enter : static_cast<quint32>(key);
        session.sendKey(symbol, true);
        session.sendKey(symbol, false);
    }
}

void AppSessionTest::isShownAndTypedInto()
{
    const QString file = m_files.filePath(u"typed"_s);
    const auto session =
        makeCounted(u"xterm -T 'My own title' -e sh -c 'until read line && [ -n \"$line\" ]; do :; done; echo \"$line\" > %1; sleep 1000'"_s.arg(file));
    QCOMPARE(session->kind(), Session::Kind::Window);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QList<StartStep> steps;
    for (const StepTiming &step : session->steps()) {
        steps.append(step.step);
    }
    QVERIFY(steps.endsWith(StartStep::FirstPicture));
    QCOMPARE(steps.last(4), (QList{StartStep::Program, StartStep::Channel, StartStep::Rfb, StartStep::FirstPicture}));
    QVERIFY(!session->displayFacts()->wasAlreadyRunning);
    QVERIFY(WAIT_FOR(session->programTitle() == u"My own title"_s));
    // It has the keyboard as soon as it is there, whoever manages the windows. An xterm that still starts may lose one key and take the next.
    session->sendPointer(QPoint(200, 100), 0);
    QVERIFY(waitFor([&] {
        if (!QFileInfo::exists(file)) {
            type(*session, "x\n");
        }
        return contents(file).trimmed().endsWith('x');
    }));
    QCOMPARE(session->state(), SessionState::Live);
}

void AppSessionTest::seesNoKeyThatIsTypedElsewhere()
{
    XServer workstation;
    QVERIFY2(workstation.start(), qPrintable(workstation.problem()));
    const QString typed = m_files.filePath(u"password"_s);
    workstation.run({u"xterm"_s, u"-T"_s, u"secret"_s, u"-geometry"_s, u"40x10+0+0"_s, u"-e"_s, u"sh"_s, u"-c"_s, u"cat >\"$0\""_s, typed});
    QVERIFY(WAIT_FOR(workstation.window(u"secret"_s).has_value() && QFileInfo::exists(typed))); // an xterm loses keys that come while it starts
    QVERIFY(workstation.movePointer(workstation.window(u"secret"_s)->rect.center()));
    const QString said = m_files.filePath(u"said"_s);
    const auto session = makeCounted(u"'%1/nightdesk-key-logger' logger keyboard > %2"_s.arg(QCoreApplication::applicationDirPath(), said));
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(contents(said).contains("asks\n") && contents(said).contains("keyboard granted\n")));
    QVERIFY(workstation.type(u"password"_s) && workstation.key(u"Return"_s));
    QVERIFY(WAIT_FOR(contents(typed).contains("password\n")));
    QVERIFY2(!contents(said).contains("key "), contents(said).constData());
    // What goes to its own display it receives.
    QVERIFY(waitFor([&] {
        type(*session, "x");
        return contents(said).contains("key ");
    }));
}

void AppSessionTest::isAsLargeAsItIsWanted()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QCOMPARE(session->picture().image.size(), QSize(640, 480));
    for (const QSize &size : {QSize(900, 700), QSize(411, 333)}) {
        session->requestDesktopSize(size);
        QVERIFY(WAIT_FOR(session->picture().image.size() == size));
    }
    QCOMPARE(session->state(), SessionState::Live);
}

void AppSessionTest::outlivesItsLink()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    const qint64 program = startedProcess(1);
    QVERIFY(runs(program));
    session->requestDesktopSize(QSize(700, 500));
    QVERIFY(WAIT_FOR(session->picture().image.size() == QSize(700, 500)));
    m_summit.server().killSessions();
    QVERIFY(becomes(*session, SessionState::WaitingForLink));
    QVERIFY(!session->picture().image.isNull()); // the last one stays
    m_summit.link().open();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(session->displayFacts()->wasAlreadyRunning);
    QCOMPARE(session->picture().image.size(), QSize(700, 500));
    QCOMPARE(starts(), QByteArrayList{QByteArray::number(program)});
    QVERIFY(runs(program));
}

void AppSessionTest::whatEndedWithoutItsLinkIsNotStartedAgain()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    const qint64 program = startedProcess(1);
    QVERIFY(program > 1);
    m_summit.server().killSessions();
    QVERIFY(becomes(*session, SessionState::WaitingForLink));
    ::kill(static_cast<pid_t>(program), SIGTERM);
    QVERIFY(WAIT_FOR(isGone()));
    m_summit.link().open();
    QVERIFY(becomes(*session, SessionState::Failed)); // nobody has asked for another
    QVERIFY(session->failure());
    QCOMPARE(session->failure()->kind, FailureKind::Refused);
    QCOMPARE(starts().size(), 1);
    session->retry();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(startedProcess(2) > 1);
    session->stop();
    QVERIFY(WAIT_FOR(isGone()));
}

void AppSessionTest::theWordOfItsEndIsWaitedFor()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(startedProcess(1) > 1);
    const auto keeper = static_cast<pid_t>(contents(m_directory + u"/keeper"_s).trimmed().toInt());
    QVERIFY(keeper > 1);
    ::kill(keeper, SIGSTOP); // a slow host
    ::kill(static_cast<pid_t>(server()), SIGKILL);
    const bool gaveUp = WAIT_FOR(session->state() != SessionState::Live, 4s);
    ::kill(keeper, SIGCONT);
    QVERIFY(!gaveUp);
    QVERIFY(becomes(*session, SessionState::Failed));
    QCOMPARE(starts().size(), 1);
}

void AppSessionTest::whatAnotherDeskHasIsLeftAlone()
{
    ++m_count;
    const QString program = m_files.filePath(u"once-%1"_s.arg(QCoreApplication::applicationPid())); // a name that nothing else here has
    QVERIFY(QFile::copy(QStandardPaths::findExecutable(u"xclock"_s), program));
    AppRequest order;
    order.name = {.owner = u"one"_s, .profile = u"test"_s, .display = u"app%1"_s.arg(m_count)};
    order.spec.id = order.name.display;
    order.spec.title = u"A program"_s;
    order.spec.link = u"summit"_s;
    order.spec.topology = Topology::VncApp;
    order.spec.command = {program};
    order.spec.isSingleInstance = true;
    order.spec.share.scope = ServerShareSpec::Scope::Account;
    order.size = {320, 240};
    order.site = u"waimea"_s;
    order.desk = u"00112233445566aa"_s;
    m_directory = u"/tmp/nightdesk-%1/%2"_s.arg(::getuid()).arg(order.name.directoryName());
    AppDisplay theirs(&m_summit.link());
    QSignalSpy found(&theirs, &AppDisplay::found);
    QSignalSpy finished(&theirs, &AppDisplay::programFinished);
    theirs.open(order);
    QVERIFY(found.wait(60000));
    AppSession session(order, nullptr, &m_summit.link());
    session.start();
    QVERIFY(becomes(session, SessionState::Failed));
    QVERIFY(session.occupancy().holder() && session.occupancy().holder()->canWatch);
    session.stopAndLeaveProgramToHolder();
    QCOMPARE(session.state(), SessionState::Ended);
    session.retry();
    QVERIFY(becomes(session, SessionState::Failed));
    QVERIFY(session.occupancy().holder()); // it is there still
    session.showHolderProgram();
    QVERIFY(becomes(session, SessionState::Live));
    QVERIFY(session.isWatchingOtherDesk());
    session.stop();
    QCOMPARE(session.state(), SessionState::Ended);
    session.start();
    session.stop(); // before anybody said whose it is
    session.retry();
    QVERIFY(becomes(session, SessionState::Failed));
    QVERIFY(session.occupancy().holder());
    QCOMPARE(finished.size(), 0);
    QVERIFY(theirs.endProgram());
    QVERIFY(finished.wait(60000));
    QVERIFY(WAIT_FOR(isGone()));
}

void AppSessionTest::isFoundByTheNextConsole()
{
    auto session = makeCounted(u"sh -c 'echo first words; exec xclock'"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    const QString name = session->windowSpec().id;
    const QStringList command = session->windowSpec().command;
    session.reset(); // as a crash does: nobody was told anything
    QVERIFY(!isGone());
    auto next = make(command);
    next->start();
    QVERIFY(becomes(*next, SessionState::Live));
    QVERIFY(next->displayFacts()->wasAlreadyRunning);
    QCOMPARE(starts().size(), 1);
    QVERIFY(WAIT_FOR(next->outputLines().contains(u"first words"_s)));
}

void AppSessionTest::aDeadServerIsSaidAndStartedAnew()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(startedProcess(1) > 1);
    QVERIFY(server() > 1);
    ::kill(static_cast<pid_t>(server()), SIGKILL);
    QVERIFY(becomes(*session, SessionState::Failed));
    QVERIFY(!session->failure()->what.isEmpty());
    QVERIFY(!session->failure()->advice.isEmpty());
    QVERIFY(WAIT_FOR(isGone()));
    session->retry();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(!session->displayFacts()->wasAlreadyRunning);
    QVERIFY(startedProcess(2) > 1);
}

void AppSessionTest::aProgramThatFailsSaysWhy()
{
    const auto session = makeCounted(u"sh -c 'xclock & sleep 1; echo no such telescope >&2; kill $!; exit 3'"_s);
    QSignalSpy output(session.get(), &AppSession::outputAdded);
    session->start();
    QVERIFY(becomes(*session, SessionState::Failed));
    QVERIFY2(session->failure()->what.contains(u"exit code 3"_s), qPrintable(session->failure()->what));
    QVERIFY2(session->failure()->advice.contains(u"no such telescope"_s), qPrintable(session->failure()->advice));
    QCOMPARE(session->lastExit()->code, 3);
    QVERIFY(session->outputLines().contains(u"no such telescope"_s));
    QVERIFY(!output.isEmpty());
    QCOMPARE(starts().size(), 1);
}

void AppSessionTest::aProgramThatEndsIsNotStartedAgain()
{
    const QString sign = m_files.filePath(u"seen"_s); // it ends when it was seen
    const auto session = makeCounted(u"sh -c 'xclock & until [ -e \"%1\" ]; do sleep 0.1; done; kill $!; exit 0'"_s.arg(sign));
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(QFile(sign).open(QIODevice::WriteOnly));
    QVERIFY(becomes(*session, SessionState::Ended));
    QCOMPARE(session->lastExit()->code, 0);
    QVERIFY(WAIT_FOR(isGone()));
    QCOMPARE(starts().size(), 1);
}

void AppSessionTest::closesPolitely()
{
    const auto session = makeCounted(u"xclock -title Clock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->programTitle() == u"Clock"_s));
    session->close();
    QVERIFY(session->isClosing());
    QVERIFY(becomes(*session, SessionState::Ended));
    QVERIFY(WAIT_FOR(isGone()));
    QVERIFY(!runs(starts().constFirst().toLongLong()));
}

void AppSessionTest::aQuestionOfItsOwnIsWaitedFor()
{
    const QString script = m_files.filePath(u"save.tcl"_s);
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("wm title . Editor\nwm protocol . WM_DELETE_WINDOW {toplevel .q; wm title .q {Save?}}\n");
    file.close();
    const auto session = makeCounted(u"wish '%1'"_s.arg(script));
    QSignalSpy userQuestionAsked(session.get(), &AppSession::userQuestionAsked);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->programTitle() == u"Editor"_s));
    session->close();
    QVERIFY(WAIT_FOR(!userQuestionAsked.isEmpty()));
    QVERIFY(session->isAskingUser());
    QVERIFY(session->isClosing());
    session->cancelClose();
    QVERIFY(!session->isAskingUser());
    QCOMPARE(session->state(), SessionState::Live);
    const qint64 program = starts().constFirst().toLongLong();
    QVERIFY(runs(program));
    // Asked once more, a person does not wait for the answer.
    session->close();
    session->close();
    QCOMPARE(session->state(), SessionState::Ended);
    QVERIFY(WAIT_FOR(isGone() && !runs(program)));
}

void AppSessionTest::stopEndsItAtTheSummit()
{
    const auto session = makeCounted(u"xclock"_s);
    session->start();
    QVERIFY(becomes(*session, SessionState::Live));
    const qint64 program = startedProcess(1);
    QVERIFY(program > 1);
    session->stop();
    QCOMPARE(session->state(), SessionState::Ended);
    session->retry(); // before that one is gone: two of one name cannot be
    QVERIFY(becomes(*session, SessionState::Live));
    QVERIFY(!session->displayFacts()->wasAlreadyRunning);
    QVERIFY(!runs(program));
    QVERIFY(startedProcess(2) > 1);
    session->stop();
    QVERIFY(WAIT_FOR(isGone()));
}

NIGHTDESK_TEST(AppSessionTest)
#include "appsessiontest.moc"
