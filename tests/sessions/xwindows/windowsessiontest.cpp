// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <signal.h>

#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
WindowSpec program(const QString &id, const QStringList &command, bool trusted = true)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    spec.command = command;
    spec.isTrusted = trusted;
    return spec;
}

QString story(const Session &session)
{
    const auto failure = session.failure();
    return u"%1 in state %2: %3 %4"_s.arg(session.id())
        .arg(static_cast<int>(session.state()))
        .arg(failure ? failure->what : QString(), failure ? failure->advice : QString());
}

bool reaches(const Session &session, SessionState state)
{
    const bool reached =
        WAIT_FOR(session.state() == state, 100s); // an account's shell reads its own start-up files first, and some of them wait a minute for a lock
    if (!reached) {
        qWarning().noquote() << story(session);
    }
    return reached;
}
}

/// Real programs over a real sshd on a real X server that wants a cookie.
class WindowSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void threeProgramsAreToldApart();
    void placesOnEachScreen_data();
    void placesOnEachScreen();
    void dialogAndMenuStayWhereTheyBelong();
    void programThatMovesItselfIsCorrectedOnce();
    void movesWhenItsScreenChanges();
    void raises_data();
    void raises();
    void itIsPutAsideAndComesBack_data();
    void itIsPutAsideAndComesBack();
    void closesAsAPersonWould_data();
    void closesAsAPersonWould();
    void aProgramThatAsksBackIsWaitedFor();
    void restarts();
    void keysReachTheWindowUnderThePointer();
    void tkProgramRuns_data();
    void tkProgramRuns();
    void resourcesColorTheProgram_data();
    void resourcesColorTheProgram();
    void aFinderTellsTheCommandEachTime();
    void aFinderThatFindsNothingIsToldOf();
    void untrustedProgramSeesNothingOfOthers();
    void untrustedProgramReadsWhatWasCopied();
    void trustedProgramSeesOthers();
    void saysHowTheProgramEnded_data();
    void saysHowTheProgramEnded();
    void keepsWhatTheProgramWrote();
    void killedProgramIsToldOf();
    void starterInTheBackgroundIsWaitedFor();
    void xServerThatEndsIsToldOf();
    void xServerThatRefusesIsToldOf();
    void xServerWithoutSecurityOffersTheChoice();
    void badDisplayIsToldOf_data();
    void badDisplayIsToldOf();
    void xServerThatHangsHoldsUpNothing();
    void endsWhileTheXServerHangs();
    void argumentsArriveThroughTheLink();
    void stopEndsTheProgram();
    void countsBytesAndConnections();
    void whatMayRunOnceIsNotStartedTwice();

private:
    bool startX(const XServer::Options &options = {});
    WindowSession *add(const WindowSpec &spec, const QRect &area = {});
    bool isRunning(const QString &mark);

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
    std::vector<std::unique_ptr<WindowSession>> m_sessions;
};

void WindowSessionTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
    qunsetenv("SSH_AUTH_SOCK");
}

void WindowSessionTest::init()
{
    m_sshd = std::make_unique<SshServer>();
    QVERIFY(m_sshd->start());
    QFile authority(m_sshd->directory() + u"/Xauthority"_s); // else the first xauth of sshd says that there was none
    QVERIFY(authority.open(QIODevice::WriteOnly));
    m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    m_link->open();
    QVERIFY2(WAIT_FOR(m_link->isLive()), qUtf8Printable(m_link->lastFailure().value_or(Failure()).what));
}

void WindowSessionTest::cleanup()
{
    if (QTest::currentTestFailed()) {
        for (const auto &session : m_sessions) {
            qWarning().noquote() << story(*session) << session->outputLines();
        }
    }
    m_sessions.clear();
    QElapsedTimer ending;
    ending.start();
    m_localX.reset();
    QVERIFY2(ending.durationElapsed() < underLoad(2s), "both threads must end within a second"); // and one for the machine
    m_link.reset();
    m_x.reset();
    m_sshd.reset();
}

bool WindowSessionTest::startX(const XServer::Options &options)
{
    m_x = std::make_unique<XServer>(options);
    if (!m_x->start()) {
        return false;
    }
    m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
    return true;
}

WindowSession *WindowSessionTest::add(const WindowSpec &spec, const QRect &area)
{
    m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
    m_sessions.back()->setScreenArea(area);
    m_sessions.back()->start();
    return m_sessions.back().get();
}

bool WindowSessionTest::isRunning(const QString &mark)
{
    return m_x->output({u"pgrep"_s, u"-f"_s, u"--"_s, mark}).has_value();
}

void WindowSessionTest::threeProgramsAreToldApart()
{
    QVERIFY(startX({.windowManager = true}));
    const WindowSession *clock = add(program(u"clock"_s, {u"xclock"_s, u"-title"_s, u"clock"_s, u"-name"_s, u"same"_s, u"-geometry"_s, u"150x150"_s}));
    const WindowSession *eyes = add(program(u"eyes"_s, {u"xeyes"_s, u"-title"_s, u"eyes"_s, u"-name"_s, u"same"_s, u"-geometry"_s, u"200x120"_s}));
    const WindowSession *calc = add(program(u"calc"_s, {u"xcalc"_s, u"-title"_s, u"calc"_s}));
    for (const WindowSession *session : {clock, eyes, calc}) {
        QVERIFY(reaches(*session, SessionState::Live));
        QVERIFY(WAIT_FOR(session->windowRect().has_value()));
        QCOMPARE(session->connectionCount(), 1);
        QVERIFY(session->bytesFromProgram() > Bytes{100});
        QVERIFY(session->bytesToProgram() > Bytes{100});
        QVERIFY(session->timeTakenUntilLive().has_value());
        QCOMPARE(session->steps().last().step, StartStep::FirstWindow);
    }
    QVERIFY(WAIT_FOR(clock->windowRect()->size() == QSize(150, 150) && eyes->windowRect()->size() == QSize(200, 120)));
    QVERIFY(calc->windowRect()->size() != QSize(150, 150));
    // One ends: the others stay.
    m_sessions[0]->stop();
    QVERIFY(WAIT_FOR(!m_x->window(u"clock"_s)));
    QCOMPARE(clock->windowRect(), std::nullopt);
    QCOMPARE(eyes->state(), SessionState::Live);
    QCOMPARE(calc->state(), SessionState::Live);
}

void WindowSessionTest::placesOnEachScreen_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::addColumn<int>("screen");
    QTest::addColumn<WindowGeometry>("geometry");
    QTest::addColumn<QRect>("expected"); ///< relative to the screen; without a manager, whose frames are its own
    using Geometry = WindowGeometry;
    const Geometry exact{.size = Geometry::Size{600, 400}, .offset = Geometry::Offset{30, 40, false, false}};
    const Geometry fromCorner{.size = Geometry::Size{600, 400}, .offset = Geometry::Offset{10, 20, true, true}};
    const Geometry sizeOnly{.size = Geometry::Size{600, 400}, .offset = {}};
    const Geometry tooLarge{.size = Geometry::Size{9000, 9000}, .offset = Geometry::Offset{50, 50, false, false}};
    for (const bool manager : {false, true}) {
        const char *name = manager ? "openbox" : "no manager";
        QTest::addRow("%s, left, from the top left", name) << manager << 0 << exact << QRect(30, 40, 600, 400);
        QTest::addRow("%s, centre, from the top left", name) << manager << 1 << exact << QRect(30, 40, 600, 400);
        QTest::addRow("%s, right, from the bottom right", name) << manager << 2 << fromCorner << QRect(1920 - 600 - 10, 1200 - 400 - 20, 600, 400);
        QTest::addRow("%s, centre, in the middle", name) << manager << 1 << sizeOnly << QRect(660, 400, 600, 400);
        QTest::addRow("%s, right, larger than the screen", name) << manager << 2 << tooLarge << QRect(0, 0, 1920, 1200);
        QTest::addRow("%s, right, nothing said", name) << manager << 2 << Geometry() << QRect(878, 518, 164, 164);
    }
}

void WindowSessionTest::placesOnEachScreen()
{
    QFETCH(bool, windowManager);
    QFETCH(int, screen);
    QFETCH(WindowGeometry, geometry);
    QFETCH(QRect, expected);
    const QSize size(5760, 1200);
    QVERIFY(startX({.size = size, .threeMonitors = true, .windowManager = windowManager}));
    const QRect area = XServer::threeMonitors(size)[screen];
    WindowSpec spec = program(u"clock"_s, {u"xclock"_s, u"-title"_s, u"clock"_s, u"-bw"_s, u"0"_s});
    spec.geometry = geometry;
    const WindowSession *session = add(spec, area);
    QVERIFY(reaches(*session, SessionState::Live));
    expected.translate(area.topLeft());
    if (!windowManager) {
        QVERIFY(waitFor([&] {
            const auto window = m_x->window(u"clock"_s);
            return window && window->rect == expected && session->windowRect() == expected;
        }));
        return;
    }
    // The frame counts too: it is the frame that stands 20 pixels above the bottom.
    const auto frame = [&] {
        const auto window = m_x->window(u"clock"_s);
        const QByteArray text = window ? m_x->output({u"xprop"_s, u"-id"_s, QString::number(window->id), u"_NET_FRAME_EXTENTS"_s}).value_or("") : "";
        const QList<QByteArray> numbers = text.mid(text.indexOf('=') + 1).split(',');
        return numbers.size() == 4 ? QMargins(numbers[0].toInt(), numbers[2].toInt(), numbers[1].toInt(), numbers[3].toInt()) : QMargins();
    };
    QRect seen;
    const bool placed = waitFor([&] {
        const auto window = m_x->window(u"clock"_s);
        const QMargins margins = frame();
        if (!window || margins.isNull()) {
            return false;
        }
        seen = window->rect;
        const QRect outer = window->rect + margins;
        QRect wanted = geometry.size && geometry.size->width > 1920 ? expected : expected + margins;
        if (geometry.offset) {
            wanted.moveLeft(geometry.offset->isFromRight ? area.right() + 1 - 10 - wanted.width() : area.left() + geometry.offset->x);
            wanted.moveTop(geometry.offset->isFromBottom ? area.bottom() + 1 - 20 - wanted.height() : area.top() + geometry.offset->y);
            if (geometry.size->width > 1920) {
                wanted = area;
            }
        } else {
            wanted.moveCenter(area.center());
        }
        return std::abs(outer.left() - wanted.left()) <= 1 && std::abs(outer.top() - wanted.top()) <= 1 && outer.size() == wanted.size()
            && session->windowRect() == window->rect;
    });
    QVERIFY2(placed, qPrintable(QDebug::toString(seen) + QDebug::toString(frame()) + QDebug::toString(session->windowRect().value_or(QRect()))));
}

namespace
{
/// A Tk program with a dialog, a menu and buttons of no name; Python comes with every summit, Tk with most.
const auto tkProgram =
    uR"(
import sys, tkinter
root = tkinter.Tk(className="Panel")
root.title("panel")
root.geometry("300x200+10+10")
tkinter.Label(root, text="exposure").pack()
def dialog(event=None):
    top = tkinter.Toplevel(root)
    top.title("dialog")
    top.transient(root)
    top.geometry("220x120+5000+900")
def menu(event=None):
    m = tkinter.Menu(root, tearoff=0)
    m.add_command(label="one")
    m.post(4000, 1100)
def move(event=None):
    root.geometry("+7+9")
root.bind("d", dialog)
root.bind("m", menu)
root.bind("x", move)
exec(sys.argv[1]) if len(sys.argv) > 1 else None
root.mainloop()
)"_s;
}

void WindowSessionTest::dialogAndMenuStayWhereTheyBelong()
{
    QVERIFY(startX({.size = {5760, 1200}, .threeMonitors = true}));
    const QRect left(0, 0, 1920, 1200);
    const WindowSession *session = add(program(u"panel"_s, {u"python3"_s, u"-c"_s, tkProgram, u"root.after(300, dialog); root.after(600, menu)"_s}), left);
    QVERIFY(reaches(*session, SessionState::Live));
    // The program put its dialog on the right screen: it comes to the program's own. The menu is the program's affair.
    const bool standsInFront = waitFor([&] {
        const auto parent = m_x->window(u"panel"_s);
        const auto dialog = m_x->window(u"dialog"_s);
        return parent && dialog && left.contains(dialog->rect) && (parent->rect.center() - dialog->rect.center()).manhattanLength() < 10
            && dialog->stacking > parent->stacking;
    });
    QVERIFY2(standsInFront, "in front of its parent");
    QVERIFY(waitFor([&] {
        const auto all = m_x->windows();
        return std::ranges::any_of(all, [](const XServer::Window &window) {
            return window.viewable && window.overrideRedirect && window.rect.x() == 4000;
        });
    }));
}

void WindowSessionTest::programThatMovesItselfIsCorrectedOnce()
{
    QVERIFY(startX({.size = {5760, 1200}, .threeMonitors = true}));
    const QRect right(3840, 0, 1920, 1200);
    // It moves after it saw itself at its place: a move before that would not be seen.
    const QString movesAway = u"def look():\n    root.after(400, move) if root.winfo_rootx() >= %1 else root.after(20, look)\nlook()"_s.arg(right.x());
    WindowSpec spec = program(u"panel"_s, {u"python3"_s, u"-c"_s, tkProgram, movesAway});
    spec.geometry.offset = WindowGeometry::Offset{100, 100, false, false};
    const WindowSession *session = add(spec, right);
    // It goes to its place, away by itself, and back.
    QList<QPoint> seen;
    QObject listener; // ends before the list
    connect(session, &WindowSession::windowRectChanged, &listener, [&] {
        if (session->windowRect()) {
            seen << session->windowRect()->topLeft();
        }
    });
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(seen.contains(QPoint(7, 9)) && session->windowRect()->topLeft() == QPoint(3940, 100)));
    // Then it may go where it likes: it is not fought.
    const auto window = m_x->window(u"panel"_s);
    QVERIFY(window);
    QVERIFY(m_x->movePointer(window->rect.center()));
    QVERIFY(m_x->key(u"x"_s));
    QVERIFY(WAIT_FOR(session->windowRect() && session->windowRect()->topLeft() == QPoint(7, 9)));
    const qsizetype before = seen.size();
    QVERIFY(m_x->output({u"xdotool"_s, u"search"_s, u"--sync"_s, u"--name"_s, u"^panel$"_s})); // a round trip later
    QCOMPARE(seen.size(), before);
    QCOMPARE(m_x->window(u"panel"_s)->rect.topLeft(), QPoint(7, 9));
}

void WindowSessionTest::movesWhenItsScreenChanges()
{
    QVERIFY(startX({.size = {5760, 1200}, .threeMonitors = true, .windowManager = true}));
    WindowSpec spec = program(u"clock"_s, {u"xclock"_s, u"-title"_s, u"clock"_s});
    spec.geometry.offset = WindowGeometry::Offset{50, 60, false, false};
    WindowSession *session = add(spec, QRect(0, 0, 1920, 1200));
    QVERIFY(reaches(*session, SessionState::Live));
    session->setScreenArea(QRect(3840, 0, 1920, 1200));
    QVERIFY(waitFor([&] {
        const auto rect = session->windowRect();
        return rect && rect->x() >= 3890 && rect->x() < 3910 && m_x->window(u"clock"_s)->rect == *rect;
    }));
}

void WindowSessionTest::raises_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::newRow("openbox") << true;
    QTest::newRow("no manager") << false;
}

void WindowSessionTest::raises()
{
    QFETCH(bool, windowManager);
    QVERIFY(startX({.windowManager = windowManager}));
    const QRect area(0, 0, 800, 600);
    WindowSession *first = add(program(u"first"_s, {u"xterm"_s, u"-T"_s, u"first"_s}), area);
    QVERIFY(reaches(*first, SessionState::Live));
    const WindowSession *second = add(program(u"second"_s, {u"xterm"_s, u"-T"_s, u"second"_s}), area);
    QVERIFY(reaches(*second, SessionState::Live));
    QVERIFY(WAIT_FOR(m_x->window(u"first"_s) && m_x->window(u"second"_s) && m_x->window(u"second"_s)->stacking > m_x->window(u"first"_s)->stacking));
    first->raise();
    QVERIFY(WAIT_FOR(m_x->window(u"first"_s)->stacking > m_x->window(u"second"_s)->stacking && m_x->focus() == m_x->window(u"first"_s)->id));
    if (windowManager) {
        QVERIFY(m_x->output({u"xdotool"_s, u"windowminimize"_s, QString::number(m_x->window(u"first"_s)->id)}));
        QVERIFY(WAIT_FOR(!m_x->window(u"first"_s) && !first->windowRect()));
        first->raise();
        QVERIFY(WAIT_FOR(m_x->window(u"first"_s) && first->windowRect()));
    }
}

void WindowSessionTest::itIsPutAsideAndComesBack_data()
{
    raises_data();
}

void WindowSessionTest::itIsPutAsideAndComesBack()
{
    QFETCH(bool, windowManager);
    QVERIFY(startX({.windowManager = windowManager}));
    WindowSpec spec = program(u"clock"_s, {u"xclock"_s, u"-title"_s, u"clock"_s});
    spec.geometry = {.size = WindowGeometry::Size{150, 150}, .offset = WindowGeometry::Offset{30, 40, false, false}};
    WindowSession *session = add(spec, QRect(0, 0, 800, 600));
    QVERIFY(reaches(*session, SessionState::Live));
    // Live is the window before it is at its place, which is 30, 40 and what the manager's frame takes of that.
    QVERIFY(waitFor([&] {
        const auto rect = session->windowRect();
        return m_x->window(u"clock"_s) && rect && rect->size() == QSize(150, 150) && rect->left() >= 30 && rect->left() < 50 && rect->top() >= 40
            && rect->top() < 90;
    }));
    const QRect stood = *session->windowRect();
    for (int round = 0; round < 2; ++round) {
        QVERIFY(!session->isIconified());
        session->iconify();
        QVERIFY(WAIT_FOR(session->isIconified() && !m_x->window(u"clock"_s)));
        QCOMPARE(session->state(), SessionState::Live);
        QVERIFY(!session->windowRect());
        if (round == 0) {
            session->deiconify();
        } else {
            session->raise();
        }
        QVERIFY(WAIT_FOR(!session->isIconified() && m_x->window(u"clock"_s) && session->windowRect() == stood));
    }
    if (windowManager) { // and by the manager's own button
        QVERIFY(m_x->output({u"xdotool"_s, u"windowminimize"_s, QString::number(m_x->window(u"clock"_s)->id)}));
        QVERIFY(WAIT_FOR(session->isIconified()));
    }
    session->iconify(); // once more changes nothing
    session->stop();
    QVERIFY(!session->isIconified());
}

void WindowSessionTest::closesAsAPersonWould_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<bool>("byItself"); // it is not ended by us
    const QStringList clock{u"sh"_s, u"-c"_s, u"echo $$; exec xclock"_s};
    QTest::newRow("a program that goes, openbox") << true << clock << true;
    QTest::newRow("a program that goes, no manager") << false << clock << true;
    QTest::newRow("a program that goes and calls that an error") << false << QStringList{u"sh"_s, u"-c"_s, u"echo $$; xclock; exit 7"_s} << true;
    QTest::newRow("a program that takes no notice")
        << false << QStringList{u"sh"_s, u"-c"_s, u"echo $$; exec wish"_s, u"wm protocol . WM_DELETE_WINDOW { set asked 1 }"_s} << false;
    QTest::newRow("a program that cannot be asked") << false << QStringList{u"sh"_s, u"-c"_s, u"echo $$; exec xlogo"_s} << true;
}

void WindowSessionTest::closesAsAPersonWould()
{
    QFETCH(bool, windowManager);
    QFETCH(QStringList, command);
    QFETCH(bool, byItself);
    QVERIFY(startX({.windowManager = windowManager}));
    if (command.size() > 3) { // a script of Tk
        QFile script(m_home.filePath(u"script.tcl"_s));
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write(command.takeLast().toUtf8()) > 0);
        command.last() += u' ' + script.fileName();
    }
    WindowSession *session = add(program(u"clock"_s, command));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(!session->outputLines().isEmpty() && session->windowRect()));
    const pid_t pid = session->outputLines().value(0).toInt();
    if (command.last().contains(u"xlogo"_s)) {
        QVERIFY(WAIT_FOR(m_x->window(u"xlogo"_s).has_value()));
        QVERIFY(m_x->output({u"xprop"_s, u"-id"_s, QString::number(m_x->window(u"xlogo"_s)->id), u"-remove"_s, u"WM_PROTOCOLS"_s}));
    }
    QElapsedTimer took;
    took.start();
    session->close();
    QVERIFY(session->isClosing());
    QVERIFY(reaches(*session, SessionState::Ended));
    QVERIFY(!session->failure());
    QVERIFY2(byItself || took.elapsed() >= 4900, qPrintable(QString::number(took.elapsed())));
    QVERIFY(WAIT_FOR(::kill(pid, 0) != 0));
}

void WindowSessionTest::aProgramThatAsksBackIsWaitedFor()
{
    QVERIFY(startX({.windowManager = true}));
    QFile script(m_home.filePath(u"script.tcl"_s));
    QVERIFY(script.open(QIODevice::WriteOnly) && script.write("wm protocol . WM_DELETE_WINDOW { catch { toplevel .ask; wm title .ask save } }") > 0);
    script.close();
    WindowSession *session = add(program(u"editor"_s, {u"wish"_s, script.fileName()}));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->windowRect().has_value()));
    QSignalSpy userQuestionAsked(session, &WindowSession::userQuestionAsked);
    session->close();
    QVERIFY(!session->isAskingUser());
    QVERIFY(WAIT_FOR(userQuestionAsked.size() == 1 && m_x->window(u"save"_s)));
    QVERIFY(session->isAskingUser());
    // It is not ended under the hands of a person who reads "Save?".
    QVERIFY(!WAIT_FOR(session->state() != SessionState::Live, 6s));
    session->cancelClose();
    QVERIFY(!session->isClosing() && !session->isAskingUser());
    session->close();
    QVERIFY(session->isClosing());
    session->close(); // a person has had enough
    QCOMPARE(session->state(), SessionState::Ended);
    QVERIFY(WAIT_FOR(!m_x->window(u"save"_s)));
}

void WindowSessionTest::restarts()
{
    QVERIFY(startX());
    WindowSession *session = add(program(u"clock"_s, {u"sh"_s, u"-c"_s, u"echo $$; exec xclock"_s}));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(!session->outputLines().isEmpty() && session->windowRect()));
    const pid_t pid = session->outputLines().value(0).toInt();
    QList<SessionState> states;
    connect(session, &Session::stateChanged, this, [&states](SessionState state) {
        states.append(state);
    });
    session->restart();
    QVERIFY(WAIT_FOR(states.contains(SessionState::Live), 60s));
    QCOMPARE(states.first(), SessionState::Ended);
    QVERIFY(WAIT_FOR(!session->outputLines().isEmpty() && session->outputLines().value(0).toInt() != pid));
    QVERIFY(WAIT_FOR(::kill(pid, 0) != 0));
}

void WindowSessionTest::keysReachTheWindowUnderThePointer()
{
    // A toolkit that took the focus for its own window, and no window manager to give it away.
    QVERIFY(startX());
    m_x->run({u"xterm"_s, u"-T"_s, u"holder"_s, u"-geometry"_s, u"20x5+1500+900"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"holder"_s).has_value()));
    QVERIFY(m_x->output({u"xdotool"_s, u"windowfocus"_s, u"--sync"_s, QString::number(m_x->window(u"holder"_s)->id)}));
    const WindowSession *session = add(program(u"term"_s,
                                               {u"xterm"_s,
                                                u"-T"_s,
                                                u"term"_s,
                                                u"-e"_s,
                                                u"sh"_s,
                                                u"-c"_s,
                                                u"xprop -root -f READY 8s -set READY yes; read a; xprop -root -f TYPED 8s -set TYPED \"$a\"; read b"_s}),
                                       QRect(0, 0, 1000, 800));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->windowRect() && m_x->window(u"term"_s)));
    QVERIFY2(m_x->focus() == m_x->window(u"holder"_s)->id, "a new window must not take the keyboard away");
    QVERIFY(m_x->movePointer(session->windowRect()->center()));
    QVERIFY(WAIT_FOR(m_x->focus() == m_x->window(u"term"_s)->id));
    QVERIFY(waitFor([&] { // it takes keys: an xterm loses those that come while it starts
        return m_x->output({u"xprop"_s, u"-root"_s, u"READY"_s}).value_or("").contains("yes");
    }));
    QVERIFY(m_x->type(u"dark"_s));
    QVERIFY(m_x->key(u"Return"_s));
    QVERIFY(WAIT_FOR(m_x->output({u"xprop"_s, u"-root"_s, u"TYPED"_s}).value_or("").contains("dark")));
}

void WindowSessionTest::tkProgramRuns_data()
{
    QTest::addColumn<bool>("trusted");
    QTest::newRow("trusted") << true;
    QTest::newRow("untrusted") << false;
}

void WindowSessionTest::tkProgramRuns()
{
    QFETCH(bool, trusted);
    QVERIFY(startX({.windowManager = true}));
    const QString sign = m_home.filePath(u"seen"_s); // it ends when its window was seen
    QFile::remove(sign);
    const QString ends = u"import os\ndef look():\n    root.destroy() if os.path.exists('%1') else root.after(50, look)\nlook()"_s.arg(sign);
    const WindowSession *session = add(program(u"panel"_s, {u"python3"_s, u"-c"_s, tkProgram, ends}, trusted));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(m_x->window(u"panel"_s).has_value()));
    QVERIFY(QFile(sign).open(QIODevice::WriteOnly));
    QVERIFY(reaches(*session, SessionState::Ended));
    QCOMPARE(session->lastExit()->code, 0);
    QCOMPARE(session->failure(), std::nullopt);
}

namespace
{
/// Tries to read the window @p id as any program on the display could, with its picture and all; then shows a window.
QStringList spy(std::uint32_t id)
{
    const QString window = QString::number(id);
    return {u"sh"_s,
            u"-c"_s,
            u"xwd -id %1 >/dev/null && echo picture seen || echo picture hidden; "
            "xprop -id %1 -f WM_NAME 8s -set WM_NAME changed && echo window changed || echo window protected; exec xterm -T spy"_s.arg(window)};
}
}

void WindowSessionTest::resourcesColorTheProgram_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("xrm");
    QTest::addColumn<bool>("isReached");
    const QString green = u"#20a040"_s;
    QTest::newRow("an Xaw program") << QStringList{u"xclock"_s, u"-title"_s, u"coloured"_s} << QStringList{u"XClock*background: "_s + green} << true;
    QTest::newRow("xterm") << QStringList{u"xterm"_s, u"-T"_s, u"coloured"_s, u"-e"_s, u"sleep 60"_s}
                           << QStringList{u"*font: fixed"_s, u"XTerm*background: "_s + green, u"XTerm*foreground: "_s + green} << true;
    QTest::newRow("its own option goes before") << QStringList{u"xclock"_s, u"-title"_s, u"coloured"_s, u"-bg"_s, u"white"_s}
                                                << QStringList{u"*background: "_s + green} << false;
    QTest::newRow("another program's") << QStringList{u"xclock"_s, u"-title"_s, u"coloured"_s} << QStringList{u"XCalc*background: "_s + green} << false;
    QTest::newRow("a Tk program reads the server's alone")
        << QStringList{u"wish"_s, u"-name"_s, u"coloured"_s} << QStringList{u"*background: "_s + green} << false;
}

void WindowSessionTest::resourcesColorTheProgram()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, xrm);
    QFETCH(bool, isReached);
    QVERIFY(startX({}));
    WindowSpec spec = program(u"coloured"_s, QStringList{u"sh"_s, u"-c"_s, u"echo $XENVIRONMENT; exec \"$@\" </dev/null"_s, u"sh"_s} + command);
    if (command.first() == u"wish"_s) {
        spec.command[2] = u"echo $XENVIRONMENT; (echo 'wm geometry . 200x200'; sleep 60) | exec \"$@\""_s; // it ends with its script
    }
    spec.xResources = xrm;
    const WindowSession *session = add(spec);
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(m_x->window(u"coloured"_s).has_value()));
    const QPoint corner = m_x->window(u"coloured"_s)->rect.topLeft() + QPoint(8, 8);
    const auto isGreen = [&] {
        return m_x->pixel(corner) == QColor(0x20, 0xa0, 0x40);
    };
    if (isReached) {
        QVERIFY(waitFor(isGreen));
    } else {
        QVERIFY(waitFor([&] {
            return m_x->pixel(corner) != QColor(Qt::black); // it has painted
        }));
        QVERIFY(!isGreen());
    }
    const QString file = session->outputLines().value(0);
    QVERIFY2(file.startsWith(u"/tmp/nightdesk-%1/xrm/"_s.arg(::getuid())), qPrintable(file));
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    QVERIFY(QFile::remove(file));
}

namespace
{
/// Says what it is told to say, when it is told.
class StubFinder : public AddressOrCommandFinder<QStringList>
{
public:
    struct Log {
        int asked = 0;
        int cancelled = 0;
        FoundCallback answer;
    };
    explicit StubFinder(std::shared_ptr<Log> log)
        : m_log(std::move(log))
    {
    }
    void find(const FoundCallback &answer) override
    {
        ++m_log->asked;
        m_log->answer = answer;
    }
    void cancel() override
    {
        ++m_log->cancelled;
        m_log->answer = nullptr;
    }

private:
    const std::shared_ptr<Log> m_log;
};
}

void WindowSessionTest::aFinderTellsTheCommandEachTime()
{
    QVERIFY(startX({}));
    const auto log = std::make_shared<StubFinder::Log>();
    WindowSession session(program(u"told"_s, {u"nobody-runs-this"_s}), m_link.get(), m_localX.get(), std::make_unique<StubFinder>(log));
    session.start();
    QCOMPARE(log->asked, 1);
    QCOMPARE(session.state(), SessionState::Opening);
    log->answer(QStringList{u"xclock"_s, u"-title"_s, u"first"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"first"_s).has_value()));
    session.stop();
    QVERIFY(!log->answer); // let go of
    session.retry();
    QCOMPARE(log->asked, 2);
    log->answer(QStringList{u"xclock"_s, u"-title"_s, u"second"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"second"_s).has_value()));
    session.stop();
    session.retry();
    const int cancelled = log->cancelled;
    session.stop(); // while it looks
    QVERIFY(log->cancelled > cancelled);
    QCOMPARE(session.state(), SessionState::Ended);
}

void WindowSessionTest::aFinderThatFindsNothingIsToldOf()
{
    QVERIFY(startX({}));
    const auto log = std::make_shared<StubFinder::Log>();
    WindowSession session(program(u"told"_s, {u"viewer"_s}), m_link.get(), m_localX.get(), std::make_unique<StubFinder>(log));
    session.start();
    log->answer(std::unexpected(Failure{.kind = FailureKind::Refused, .what = u"It is not there."_s, .affectedItem = {}, .advice = {}}));
    QCOMPARE(session.state(), SessionState::Failed);
    QCOMPARE(session.failure()->what, u"It is not there."_s);
}

void WindowSessionTest::untrustedProgramSeesNothingOfOthers()
{
    QVERIFY(startX());
    m_x->run({u"xterm"_s, u"-T"_s, u"secret"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"secret"_s).has_value()));
    const WindowSession *session = add(program(u"spy"_s, spy(m_x->window(u"secret"_s)->id), false));
    QVERIFY(reaches(*session, SessionState::Live)); // its own window works all the same
    const QStringList lines = session->outputLines();
    QVERIFY2(lines.contains(u"picture hidden"_s), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(u"window protected"_s), qPrintable(lines.join(u'\n')));
    QVERIFY(m_x->window(u"secret"_s).has_value());
}

/// What the card says of such programs, that has to be true: no RENDER, but the clipboard.
void WindowSessionTest::untrustedProgramReadsWhatWasCopied()
{
    QVERIFY(startX());
    QFile copies(m_home.filePath(u"copies.tcl"_s));
    QVERIFY(copies.open(QIODevice::WriteOnly) && copies.write("clipboard clear; clipboard append {from the desk}; wm title . owner") > 0);
    copies.close();
    QFile reads(m_home.filePath(u"reads.tcl"_s));
    QVERIFY(reads.open(QIODevice::WriteOnly)
            && reads.write("puts [expr {[catch {clipboard get} x] ? {nothing} : $x}]; puts [exec sh -c {xdpyinfo | grep -c RENDER || true}]; flush stdout")
                > 0);
    reads.close();
    m_x->run({u"wish"_s, copies.fileName()});
    QVERIFY(WAIT_FOR(m_x->window(u"owner"_s).has_value()));
    const WindowSession *session = add(program(u"reader"_s, {u"wish"_s, reads.fileName()}, false));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->outputLines().size() >= 2));
    QCOMPARE(session->outputLines().first(2), (QStringList{u"from the desk"_s, u"0"_s}));
}

void WindowSessionTest::trustedProgramSeesOthers()
{
    QVERIFY(startX());
    m_x->run({u"xterm"_s, u"-T"_s, u"secret"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"secret"_s).has_value()));
    const WindowSession *session = add(program(u"spy"_s, spy(m_x->window(u"secret"_s)->id), true));
    QVERIFY(reaches(*session, SessionState::Live));
    const QStringList lines = session->outputLines();
    QVERIFY2(lines.contains(u"picture seen"_s), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(u"window changed"_s), qPrintable(lines.join(u'\n')));
}

void WindowSessionTest::saysHowTheProgramEnded_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<SessionState>("state");
    QTest::addColumn<QString>("what"); ///< is part of it
    QTest::addColumn<QString>("advice");
    QTest::newRow("code 0 is no failure") << QStringList{u"true"_s} << SessionState::Ended << QString() << QString();
    QTest::newRow("code 3 with its last words") << QStringList{u"sh"_s, u"-c"_s, u"echo fine; echo no shutter >&2; exit 3"_s} << SessionState::Failed
                                                << u"exit code 3"_s << u"no shutter"_s;
    QTest::newRow("code 1 without a word") << QStringList{u"false"_s} << SessionState::Failed << u"exit code 1"_s << u"wrote no message"_s;
    QTest::newRow("not found") << QStringList{u"ds9-of-nowhere"_s} << SessionState::Failed << u"was not found"_s << u"correct the command"_s;
    QTest::newRow("a directory") << QStringList{u"/tmp"_s} << SessionState::Failed << u"cannot be run"_s << QString();
    QTest::newRow("a signal") << QStringList{u"sh"_s, u"-c"_s, u"kill -SEGV $$"_s} << SessionState::Failed << u"signal SEGV"_s << QString();
    QTest::newRow("no such font") << QStringList{u"sh"_s, u"-c"_s, u"DISPLAY=:9999 xclock"_s} << SessionState::Failed << u"exit code 1"_s << u"display"_s;
}

void WindowSessionTest::saysHowTheProgramEnded()
{
    QFETCH(QStringList, command);
    QFETCH(SessionState, state);
    QFETCH(QString, what);
    QFETCH(QString, advice);
    QVERIFY(startX());
    const WindowSession *session = add(program(u"short"_s, command));
    QVERIFY(reaches(*session, state));
    QVERIFY(session->lastExit().has_value());
    if (state == SessionState::Failed) {
        QVERIFY2(session->failure()->what.contains(what), qPrintable(session->failure()->what));
        QVERIFY2(session->failure()->advice.contains(advice), qPrintable(session->failure()->advice));
        QCOMPARE(session->failure()->kind, FailureKind::Refused);
    } else {
        QCOMPARE(session->failure(), std::nullopt);
    }
}

void WindowSessionTest::keepsWhatTheProgramWrote()
{
    QVERIFY(startX());
    WindowSession *session = add(program(u"talker"_s, {u"sh"_s, u"-c"_s, u"printf 'one\\ntwo\\033[31m red\\n'; printf unfinished; exec xclock"_s}));
    QSignalSpy added(session, &WindowSession::outputAdded);
    QVERIFY(reaches(*session, SessionState::Live));
    QCOMPARE(session->outputLines(), (QStringList{u"one"_s, u"two [31m red"_s, u"unfinished"_s}));
    session->stop();
    QCOMPARE(session->outputLines().value(0), u"one"_s); // still to be read after its end
}

void WindowSessionTest::killedProgramIsToldOf()
{
    QVERIFY(startX());
    const WindowSession *session = add(program(u"victim"_s, {u"sh"_s, u"-c"_s, u"echo $$; exec xclock"_s}));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(session->windowRect() || WAIT_FOR(session->windowRect().has_value()));
    const pid_t pid = session->outputLines().value(0).toInt();
    QVERIFY(pid > 1);
    QCOMPARE(::kill(pid, SIGKILL), 0);
    QVERIFY(reaches(*session, SessionState::Failed));
    QVERIFY2(session->failure()->what.contains(u"KILL"_s), qPrintable(session->failure()->what));
    QCOMPARE(session->windowRect(), std::nullopt);
    QCOMPARE(session->connectionCount(), 0);
    m_sessions.back()->retry();
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(session->outputLines().value(0).toInt() != pid);
}

void WindowSessionTest::starterInTheBackgroundIsWaitedFor()
{
    QVERIFY(startX());
    // Like a wrapper script that starts the real program and is done as soon as that has its window.
    const WindowSession *session =
        add(program(u"wrapper"_s, {u"sh"_s, u"-c"_s, u"xclock -title behind >/dev/null 2>&1 & xdotool search --sync --name '^behind$' >/dev/null"_s}));
    QVERIFY(reaches(*session, SessionState::Live));
    QVERIFY(WAIT_FOR(session->lastExit().has_value()));
    QCOMPARE(session->state(), SessionState::Live);
    QVERIFY(m_x->window(u"behind"_s).has_value());
    QVERIFY(m_x->output({u"xdotool"_s, u"windowkill"_s, QString::number(m_x->window(u"behind"_s)->id)}));
    QVERIFY(reaches(*session, SessionState::Ended));
}

void WindowSessionTest::xServerThatEndsIsToldOf()
{
    QVERIFY(startX());
    WindowSession *session = add(program(u"clock"_s, {u"xclock"_s}));
    QVERIFY(reaches(*session, SessionState::Live));
    m_x->kill();
    QVERIFY(WAIT_FOR(session->state() != SessionState::Live));
    QVERIFY(WAIT_FOR(session->failure().has_value()));
    QCOMPARE(session->windowRect(), std::nullopt);
    session->stop();
    QCOMPARE(session->state(), SessionState::Ended);
    QVERIFY(m_link->isLive()); // no fault of the link
}

void WindowSessionTest::xServerThatRefusesIsToldOf()
{
    QVERIFY(startX());
    m_localX = std::make_unique<LocalX>(m_x->display(), u"/dev/null"_s);
    const WindowSession *session = add(program(u"clock"_s, {u"xclock"_s}));
    QVERIFY(reaches(*session, SessionState::Failed));
    QVERIFY2(session->failure()->what.contains(u"refused Nightdesk"_s), qPrintable(session->failure()->what));
}

void WindowSessionTest::xServerWithoutSecurityOffersTheChoice()
{
    QVERIFY(startX({.arguments = {u"-extension"_s, u"SECURITY"_s}}));
    const WindowSession *session = add(program(u"clock"_s, {u"xclock"_s}, false));
    QVERIFY(reaches(*session, SessionState::Failed));
    QVERIFY2(session->failure()->advice.contains(u"trusted = true"_s), qPrintable(session->failure()->advice));
    const WindowSession *trusted = add(program(u"trusted clock"_s, {u"xclock"_s}, true));
    QVERIFY(reaches(*trusted, SessionState::Live));
}

void WindowSessionTest::badDisplayIsToldOf_data()
{
    QTest::addColumn<QString>("display");
    QTest::addColumn<FailureKind>("kind");
    QTest::newRow("not set") << QString() << FailureKind::Refused;
    QTest::newRow("another machine") << u"summit.example:0"_s << FailureKind::Refused;
    QTest::newRow("nonsense") << u"tonight"_s << FailureKind::Refused;
    QTest::newRow("nobody there") << u":64999"_s << FailureKind::Transient;
}

void WindowSessionTest::badDisplayIsToldOf()
{
    QFETCH(QString, display);
    QFETCH(FailureKind, kind);
    m_localX = std::make_unique<LocalX>(display);
    QCOMPARE(m_localX->problem().has_value(), kind == FailureKind::Refused);
    WindowSession *session = add(program(u"clock"_s, {u"xclock"_s}));
    QVERIFY(reaches(*session, kind == FailureKind::Refused ? SessionState::Failed : SessionState::Retrying));
    QVERIFY(!session->failure()->what.isEmpty());
    QCOMPARE(session->failure()->kind, kind);
    session->stop();
    QCOMPARE(session->state(), SessionState::Ended);
}

void WindowSessionTest::xServerThatHangsHoldsUpNothing()
{
    QVERIFY(startX());
    QVERIFY(m_x->freeze());
    WindowSession *session = add(program(u"clock"_s, {u"xclock"_s}, false));
    QCOMPARE(session->state(), SessionState::Opening);
    // What a person does meanwhile is done at once: no call waits.
    QElapsedTimer calls;
    calls.start();
    session->setScreenArea(QRect(0, 0, 100, 100));
    session->raise();
    session->stop();
    session->start();
    QVERIFY(calls.durationElapsed() < underLoad(1s));
    m_x->thaw();
    QVERIFY(reaches(*session, SessionState::Live));
}

void WindowSessionTest::endsWhileTheXServerHangs()
{
    QVERIFY(startX());
    WindowSession *live = add(program(u"clock"_s, {u"xclock"_s}));
    QVERIFY(reaches(*live, SessionState::Live));
    QVERIFY(m_x->freeze());
    const WindowSession *starting = add(program(u"eyes"_s, {u"xeyes"_s}, false));
    QCOMPARE(starting->state(), SessionState::Opening);
    live->raise(); // now the placer waits for an answer, too
    // cleanup() measures the end of both threads
}

void WindowSessionTest::argumentsArriveThroughTheLink()
{
    QVERIFY(startX());
    const QStringList odd = {u"it's"_s, u"$HOME !! `id` \\ \"x\""_s, u"*"_s, u""_s, u"Größe"_s};
    const WindowSession *session =
        add(program(u"echo"_s, QStringList{u"python3"_s, u"-c"_s, u"import sys\nfor a in sys.argv[1:]: print('<' + a + '>')"_s} + odd));
    QVERIFY(reaches(*session, SessionState::Ended));
    QStringList expected;
    for (const QString &argument : odd) {
        expected << u'<' + argument + u'>';
    }
    QCOMPARE(session->outputLines(), expected);
}

void WindowSessionTest::stopEndsTheProgram()
{
    QVERIFY(startX());
    WindowSession *session = add(program(u"clock"_s, {u"sh"_s, u"-c"_s, u"echo $$; exec xclock"_s}));
    QVERIFY(reaches(*session, SessionState::Live));
    const pid_t pid = session->outputLines().value(0).toInt();
    session->stop();
    QCOMPARE(session->state(), SessionState::Ended);
    QVERIFY(waitFor([&] {
        return ::kill(pid, 0) != 0 && m_x->windows().isEmpty(); // no manager: no window but the program's
    }));
}

void WindowSessionTest::countsBytesAndConnections()
{
    QVERIFY(startX());
    WindowSession *session = add(program(u"two"_s, {u"sh"_s, u"-c"_s, u"xeyes & exec xclock -digital -update 1"_s}));
    QSignalSpy counts(session, &WindowSession::connectionCountChanged);
    QVERIFY(WAIT_FOR(session->connectionCount() == 2));
    Bytes last = session->bytesFromProgram();
    int changes = 0;
    QElapsedTimer since;
    since.start();
    QVERIFY(waitFor([&] { // it draws every second, long after its start
        changes += session->bytesFromProgram() != last && since.elapsed() > 2000 ? 1 : 0;
        last = session->bytesFromProgram();
        return changes >= 2;
    }));
    session->stop();
    QCOMPARE(session->connectionCount(), 0);
    QVERIFY(counts.size() >= 2);
}

void WindowSessionTest::whatMayRunOnceIsNotStartedTwice()
{
    QVERIFY(startX());
    const QString name = u"xpose-%1"_s.arg(::getpid());
    const QString path = m_sshd->directory() + u'/' + name;
    QVERIFY(QFile::copy(QStandardPaths::findExecutable(u"xclock"_s), path));
    WindowSpec spec = program(u"expose"_s, {path});
    spec.isSingleInstance = true;
    const auto addOne = [&] {
        m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
        m_sessions.back()->setProfile(u"windowsessiontest-%1"_s.arg(::getpid()), {});
        m_sessions.back()->setSite(u"waimea"_s);
        m_sessions.back()->start();
        return m_sessions.back().get();
    };
    WindowSession *first = addOne();
    QVERIFY(reaches(*first, SessionState::Live));
    QVERIFY(first->outputLines().isEmpty()); // the answer to its claim is no word of the program's
    QVERIFY(!first->occupancy().holder());
    WindowSession *second = addOne();
    QVERIFY(reaches(*second, SessionState::Failed));
    QVERIFY2(second->occupancy().holder().has_value(), qPrintable(story(*second)));
    QCOMPARE(second->occupancy().holder()->program, name);
    QCOMPARE(second->occupancy().holder()->site, u"waimea"_s);
    QVERIFY(second->occupancy().holder()->isStartedByNightdesk && second->occupancy().holder()->isStartedByThisDesk && !second->occupancy().holder()->canWatch);
    QVERIFY(second->outputLines().isEmpty());
    QCOMPARE(first->state(), SessionState::Live);
    QCOMPARE(m_x->windows().size(), 1);
    // It ends, and somebody looks again at once.
    first->stop();
    second->retry();
    QVERIFY(reaches(*second, SessionState::Live));
    QVERIFY(!second->occupancy().holder());
    // Another one's hand: no Nightdesk to ask.
    second->stop();
    QVERIFY(WAIT_FOR(m_x->windows().isEmpty()));
    QVERIFY(m_x->run({path}));
    QVERIFY(WAIT_FOR(m_x->windows().size() == 1));
    second->retry();
    QVERIFY(reaches(*second, SessionState::Failed));
    QVERIFY2(second->occupancy().holder() && !second->occupancy().holder()->isStartedByNightdesk, qPrintable(story(*second)));
    QCOMPARE(m_x->windows().size(), 1);
    QFile::remove(u"/tmp/nightdesk-%1.one/one.windowsessiontest-%2.expose"_s.arg(::geteuid()).arg(::getpid()));
}

NIGHTDESK_GUILESS_TEST(WindowSessionTest)
#include "windowsessiontest.moc"
