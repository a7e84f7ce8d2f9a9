// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appwindowagent.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "tests/sessions/apps/fakexserver.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"

#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr QSize displaySize(800, 600);

AppDisplayFacts placeOf(const QString &display, const QByteArray &cookie, bool hasWindowManager)
{
    AppDisplayFacts place;
    place.xDisplayNumber = display.sliced(1).toInt();
    place.xSocketPath = u"/tmp/.X11-unix/X%1"_s.arg(place.xDisplayNumber);
    place.xCookie = cookie;
    place.hasWindowManager = hasWindowManager;
    return place;
}

/// A steward with everything that it said.
class AgentProbe
{
public:
    AgentProbe(Link &link, const AppDisplayFacts &place)
        : windowAgent(std::make_unique<AppWindowAgent>(&link, place))
        , titles(windowAgent.get(), &AppWindowAgent::titleChanged)
        , icons(windowAgent.get(), &AppWindowAgent::iconChanged)
        , startFinished(windowAgent.get(), &AppWindowAgent::startFinished)
        , cannotBeClosed(windowAgent.get(), &AppWindowAgent::programCannotBeClosed)
        , userQuestionAsked(windowAgent.get(), &AppWindowAgent::userQuestionAsked)
        , lost(windowAgent.get(), &AppWindowAgent::connectionLost)
    {
    }
    bool hasTitle(const QString &title)
    {
        const bool reached = WAIT_FOR(windowAgent->title() == title);
        if (!reached) {
            qWarning().noquote() << "its title is" << windowAgent->title() << (lost.isEmpty() ? QString() : lost.first().first().toString());
        }
        return reached;
    }

    std::unique_ptr<AppWindowAgent> windowAgent;
    QSignalSpy titles;
    QSignalSpy icons;
    QSignalSpy startFinished;
    QSignalSpy cannotBeClosed;
    QSignalSpy userQuestionAsked;
    QSignalSpy lost;
};
}

/// Our own client in a program's display, with real programs and real servers.
class AppWindowAgentTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void knowsTheTitle_data();
    void knowsTheTitle();
    void comesThroughAnSshServer();
    void followsTheTitle();
    void restlessTitleIsFollowedAtItsOwnPace();
    void showsTheIcon();
    void fillsTheDisplay();
    void followsTheDisplaysSize();
    void dialogStandsInFrontOfItsWindow();
    void keyboardGoesToWhatIsNew();
    void managerArrangesItself();
    void standsInWhenTheManagerGoes();
    void closesWhatCanBeAsked_data();
    void closesWhatCanBeAsked();
    void aQuestionIsHeard();
    void cannotCloseWhatCannotBeAsked_data();
    void cannotCloseWhatCannotBeAsked();
    void nextWindowIsMainWhenTheFirstGoes();
    void settlesWhenNothingIsNew();
    void saysThatTheServerWent();
    void endsInTime_data();
    void endsInTime();
    void believesNoServer_data();
    void believesNoServer();
    void saysThatNobodyIsThere();

private:
    QProcess *runTk(const QString &script);
    bool stands(const QString &title, const QRect &rect);
    /// Its window can be asked to close: some say so when it is up already.
    bool canBeAsked(const QString &title);

    Link m_link{LinkTarget{}};
    QTemporaryDir m_directory;
    std::unique_ptr<XServer> m_server;
};

void AppWindowAgentTest::initTestCase()
{
    QVERIFY(m_directory.isValid());
    m_link.open();
    QVERIFY(WAIT_FOR(m_link.isLive()));
}

void AppWindowAgentTest::init()
{
    const QByteArray function = QTest::currentTestFunction();
    if (function == "believesNoServer" || function == "saysThatNobodyIsThere" || function == "followsTheDisplaysSize") {
        return; // it brings its own
    }
    m_server = std::make_unique<XServer>(XServer::Options{.size = displaySize});
    QVERIFY2(m_server->start(), qPrintable(m_server->problem()));
}

void AppWindowAgentTest::cleanup()
{
    m_server.reset();
}

QProcess *AppWindowAgentTest::runTk(const QString &script)
{
    QFile file(m_directory.filePath(u"%1.tcl"_s.arg(QString::fromLatin1(QTest::currentTestFunction()))));
    if (!file.open(QIODevice::WriteOnly) || file.write(script.toUtf8()) < 0) {
        return nullptr;
    }
    file.close();
    return m_server->run({u"wish"_s, u"-encoding"_s, u"utf-8"_s, file.fileName()});
}

bool AppWindowAgentTest::stands(const QString &title, const QRect &rect)
{
    const bool reached = waitFor([&] {
        const auto window = m_server->window(title);
        return window && window->rect == rect;
    });
    if (!reached) {
        const auto window = m_server->window(title);
        qWarning() << title << "is at" << (window ? window->rect : QRect());
    }
    return reached;
}

bool AppWindowAgentTest::canBeAsked(const QString &title)
{
    return waitFor([&] {
        const auto protocols = m_server->output({u"xprop"_s, u"-name"_s, title, u"WM_PROTOCOLS"_s});
        return protocols && protocols->contains("WM_DELETE_WINDOW");
    });
}

void AppWindowAgentTest::knowsTheTitle_data()
{
    QTest::addColumn<bool>("manager");
    QTest::addColumn<bool>("told");
    QTest::addColumn<bool>("before");
    QTest::newRow("no manager, the program comes later") << false << false << false;
    QTest::newRow("no manager, the program is there") << false << false << true;
    QTest::newRow("openbox, the program comes later") << true << true << false;
    QTest::newRow("openbox, the program is there") << true << true << true;
    QTest::newRow("openbox, of which nobody told") << true << false << true;
}

void AppWindowAgentTest::knowsTheTitle()
{
    QFETCH(bool, manager);
    QFETCH(bool, told);
    QFETCH(bool, before);
    if (manager) {
        QVERIFY2(m_server->startWindowManager(), qPrintable(m_server->problem()));
    }
    const QString title = u"Größe 5 ⟶ x"_s;
    const auto start = [&] {
        runTk(u"wm title . {%1}"_s.arg(title));
    };
    if (before) {
        start();
        QVERIFY(WAIT_FOR(m_server->windows().size() > 0));
    }
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), told));
    if (!before) {
        start();
    }
    QVERIFY(probe.hasTitle(title));
    QTRY_COMPARE_WITH_TIMEOUT(probe.windowAgent->windowCount(), 1, 30000);
    QVERIFY(probe.lost.isEmpty());
}

void AppWindowAgentTest::comesThroughAnSshServer()
{
    SshServer summit;
    QVERIFY(summit.start());
    Link link(LinkTarget{.spec = summit.linkSpec()});
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    m_server->run({u"xterm"_s, u"-T"_s, u"far away"_s});
    AgentProbe probe(link, placeOf(m_server->display(), m_server->cookie(), false));
    QVERIFY(probe.hasTitle(u"far away"_s));
    QVERIFY(stands(u"far away"_s, QRect(QPoint(0, 0), displaySize)));
    link.close();
    QVERIFY(WAIT_FOR(!probe.lost.isEmpty()));
    QVERIFY(!probe.lost.first().first().toString().isEmpty());
}

void AppWindowAgentTest::followsTheTitle()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    m_server->run(
        {u"xterm"_s, u"-T"_s, u"first"_s, u"-e"_s, u"sh -c 'xprop -root -f READY 8s -set READY yes; read go; printf \"\\033]0;second\\007\"; sleep 1000'"_s});
    QVERIFY(probe.hasTitle(u"first"_s));
    QVERIFY(waitFor([&] { // an xterm loses keys that come while it starts
        return m_server->output({u"xprop"_s, u"-root"_s, u"READY"_s}).value_or("").contains("yes");
    }));
    QVERIFY(m_server->key(u"Return"_s));
    QVERIFY(probe.hasTitle(u"second"_s));
    m_server->run({u"xprop"_s, u"-name"_s, u"second"_s, u"-f"_s, u"_NET_WM_NAME"_s, u"8u"_s, u"-set"_s, u"_NET_WM_NAME"_s, u"by\u202e way\tof\nanother"_s});
    QVERIFY(probe.hasTitle(u"by way of another"_s)); // display-safe
}

void AppWindowAgentTest::restlessTitleIsFollowedAtItsOwnPace()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    const QString sign = m_directory.filePath(u"followed"_s); // it comes to rest when it was followed
    runTk(
        u"set n 0\n"
        "proc turn {} { global n; incr n; wm title . \"turn $n\"; if {$n < 1000 || ![file exists {%1}]} {after 1 turn} else {wm title . {at rest}} }\n"
        "after 500 turn"_s.arg(sign));
    QVERIFY2(WAIT_FOR(probe.titles.size() > 1), "it was followed");
    QVERIFY(QFile(sign).open(QIODevice::WriteOnly));
    QVERIFY(probe.hasTitle(u"at rest"_s));
    // A second for each four: the machine may be slow, and then there is more time for them.
    QVERIFY2(probe.titles.size() < 300, qPrintable(u"%1 titles"_s.arg(probe.titles.size())));
}

void AppWindowAgentTest::showsTheIcon()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    runTk(
        u"image create photo i -width 48 -height 48\n"
        "i put #00ff00 -to 0 0 48 48\n"
        "wm iconphoto . i\n"_s);
    QVERIFY(WAIT_FOR(!probe.windowAgent->icon().isNull()));
    const QImage image = probe.windowAgent->icon().pixmap(48).toImage();
    QCOMPARE(image.size(), QSize(48, 48));
    QCOMPARE(image.pixelColor(24, 24), QColor(0, 255, 0));
}

void AppWindowAgentTest::fillsTheDisplay()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    m_server->run({u"xclock"_s, u"-geometry"_s, u"200x200+100+100"_s});
    QVERIFY(stands(u"xclock"_s, QRect(QPoint(0, 0), displaySize)));
}

void AppWindowAgentTest::followsTheDisplaysSize()
{
    XvncServer server({.size = displaySize});
    QVERIFY(server.start());
    AgentProbe probe(m_link, placeOf(server.x().display(), {}, false));
    server.x().run({u"xterm"_s, u"-T"_s, u"grows"_s, u"-bg"_s, u"#204060"_s});
    QVERIFY(probe.hasTitle(u"grows"_s));
    QVERIFY(WAIT_FOR(server.x().pixel(QPoint(790, 590)) == QColor(0x20, 0x40, 0x60)));
    QVERIFY(server.resize(QSize(1024, 700)));
    probe.windowAgent->fitMainWindowToDisplay();
    QVERIFY(WAIT_FOR(server.x().pixel(QPoint(1015, 690)) == QColor(0x20, 0x40, 0x60)));
}

void AppWindowAgentTest::dialogStandsInFrontOfItsWindow()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    runTk(
        u"wm title . main\n"
        "after 500 {toplevel .d -width 200 -height 100; wm title .d dialog; wm transient .d .; after 500 {wm title . waits}}"_s);
    QVERIFY(probe.hasTitle(u"waits"_s));
    QVERIFY(WAIT_FOR(probe.windowAgent->windowCount() == 2));
    QVERIFY(stands(u"dialog"_s, QRect(300, 250, 200, 100)));
    // Who raises the main window does not lose the dialog behind it.
    const auto main = m_server->window(u"waits"_s);
    QVERIFY(main && m_server->output({u"xdotool"_s, u"windowraise"_s, QString::number(main->id)}).has_value());
    QVERIFY(WAIT_FOR(m_server->window(u"dialog"_s)->stacking > m_server->window(u"waits"_s)->stacking));
}

void AppWindowAgentTest::keyboardGoesToWhatIsNew()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    QVERIFY(m_server->movePointer(QPoint(5, 5)));
    runTk(
        u"wm title . main\n"
        "after 500 {toplevel .d -width 200 -height 100; wm title .d dialog; wm transient .d .;"
        " bind .d <Key> {wm title . \"dialog heard %K\"}}"_s);
    QVERIFY(waitFor([&] {
        const auto dialog = m_server->window(u"dialog"_s);
        return dialog && m_server->focus() == dialog->id;
    }));
    QVERIFY(m_server->key(u"a"_s));
    QVERIFY(probe.hasTitle(u"dialog heard a"_s));
    // A person goes to the main window beside it.
    QVERIFY(m_server->movePointer(QPoint(400, 300)));
    QVERIFY(m_server->movePointer(QPoint(20, 20)));
    QVERIFY(waitFor([&] {
        const auto main = m_server->window(u"dialog heard a"_s);
        return main && m_server->focus() == main->id;
    }));
}

void AppWindowAgentTest::managerArrangesItself()
{
    QVERIFY2(m_server->startWindowManager(), qPrintable(m_server->problem()));
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), true));
    runTk(u"wm title . main; wm geometry . 300x200"_s);
    QVERIFY(probe.hasTitle(u"main"_s));
    // Asked by us, done by the manager: its frame stands around.
    QVERIFY(waitFor([&] {
        const auto window = m_server->window(u"main"_s);
        return window && window->rect.width() >= 790 && window->rect.height() > 500 && window->rect.height() < 600;
    }));
}

void AppWindowAgentTest::standsInWhenTheManagerGoes()
{
    QVERIFY2(m_server->startWindowManager(), qPrintable(m_server->problem()));
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), true));
    runTk(u"wm title . main; wm maxsize . 300 200; wm geometry . 300x200"_s);
    QVERIFY(probe.hasTitle(u"main"_s));
    m_server->stopWindowManager();
    QVERIFY(stands(u"main"_s, QRect(250, 200, 300, 200)));
    QVERIFY(probe.hasTitle(u"main"_s)); // it has none while all windows are read anew, and that is told here later than the server shows its place
}

void AppWindowAgentTest::closesWhatCanBeAsked_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("title");
    QTest::newRow("xterm") << QStringList{u"xterm"_s, u"-T"_s, u"xterm"_s} << u"xterm"_s;
    QTest::newRow("xclock") << QStringList{u"xclock"_s} << u"xclock"_s;
    QTest::newRow("xcalc") << QStringList{u"xcalc"_s} << u"Calculator"_s;
}

void AppWindowAgentTest::closesWhatCanBeAsked()
{
    QFETCH(QStringList, command);
    QFETCH(QString, title);
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    const QProcess *program = m_server->run(command);
    QVERIFY(probe.hasTitle(title));
    QVERIFY(canBeAsked(title));
    probe.windowAgent->askWindowsToClose();
    QVERIFY(WAIT_FOR(program->state() == QProcess::NotRunning));
    QTRY_COMPARE_WITH_TIMEOUT(probe.windowAgent->windowCount(), 0, 30000);
    QVERIFY(probe.cannotBeClosed.isEmpty() && probe.userQuestionAsked.isEmpty());
}

void AppWindowAgentTest::aQuestionIsHeard()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    runTk(u"wm title . main\nwm protocol . WM_DELETE_WINDOW {toplevel .q; wm title .q {Save?}; wm transient .q .}"_s);
    QVERIFY(probe.hasTitle(u"main"_s));
    probe.windowAgent->askWindowsToClose();
    QVERIFY(WAIT_FOR(!probe.userQuestionAsked.isEmpty()));
    QVERIFY(probe.cannotBeClosed.isEmpty());
    QCOMPARE(probe.windowAgent->title(), u"main"_s);
}

void AppWindowAgentTest::cannotCloseWhatCannotBeAsked_data()
{
    QTest::addColumn<QString>("state");
    QTest::newRow("it has no window") << u"none"_s;
    QTest::newRow("its window does not know of it") << u"deaf"_s;
    QTest::newRow("its display is lost") << u"lost"_s;
}

void AppWindowAgentTest::cannotCloseWhatCannotBeAsked()
{
    QFETCH(QString, state);
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    if (state == u"deaf") {
        m_server->run({u"xterm"_s, u"-T"_s, u"deaf"_s});
        QVERIFY(probe.hasTitle(u"deaf"_s));
        QVERIFY(canBeAsked(u"deaf"_s)); // else it might say so after it was removed
        const auto window = m_server->window(u"deaf"_s);
        QVERIFY(window && m_server->output({u"xprop"_s, u"-id"_s, QString::number(window->id), u"-remove"_s, u"WM_PROTOCOLS"_s}).has_value());
        QVERIFY(m_server->output({u"xdotool"_s, u"search"_s, u"--name"_s, u"deaf"_s, u"set_window"_s, u"--name"_s, u"quite deaf"_s}).has_value());
        QVERIFY(probe.hasTitle(u"quite deaf"_s)); // read with or after the other
    } else if (state == u"lost") {
        m_server->kill();
        QVERIFY(WAIT_FOR(!probe.lost.isEmpty()));
    }
    probe.windowAgent->askWindowsToClose();
    QVERIFY(WAIT_FOR(!probe.cannotBeClosed.isEmpty()));
}

void AppWindowAgentTest::nextWindowIsMainWhenTheFirstGoes()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    runTk(
        u"wm title . first\n"
        "after 300 {toplevel .s; wm title .s second; wm geometry .s 300x200; bind .s <Key> {wm withdraw .}}"_s);
    QVERIFY(probe.hasTitle(u"first"_s));
    QTRY_COMPARE_WITH_TIMEOUT(probe.windowAgent->windowCount(), 2, 30000);
    QVERIFY(waitFor([&] {
        const auto second = m_server->window(u"second"_s);
        return second && m_server->focus() == second->id && second->rect.size() == QSize(300, 200);
    }));
    QVERIFY(m_server->key(u"a"_s));
    QVERIFY(probe.hasTitle(u"second"_s));
    QVERIFY(stands(u"second"_s, QRect(QPoint(0, 0), displaySize)));
}

void AppWindowAgentTest::settlesWhenNothingIsNew()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    runTk(u"wm title . first\nafter 300 {toplevel .s; wm title .s second}"_s);
    QVERIFY(probe.hasTitle(u"first"_s));
    QVERIFY(probe.startFinished.isEmpty());
    QVERIFY(WAIT_FOR(!probe.startFinished.isEmpty()));
    QCOMPARE(probe.windowAgent->windowCount(), 2);
}

void AppWindowAgentTest::saysThatTheServerWent()
{
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    m_server->run({u"xterm"_s, u"-T"_s, u"there"_s});
    QVERIFY(probe.hasTitle(u"there"_s));
    m_server->kill();
    QVERIFY(WAIT_FOR(!probe.lost.isEmpty()));
    QCOMPARE(probe.lost.size(), 1);
}

void AppWindowAgentTest::endsInTime_data()
{
    QTest::addColumn<bool>("silent");
    QTest::addColumn<bool>("open");
    QTest::newRow("while it opens") << false << false;
    QTest::newRow("while it opens, and nobody answers") << true << false;
    QTest::newRow("in the middle of its work") << false << true;
    QTest::newRow("in the middle of its work, and nobody answers") << true << true;
}

void AppWindowAgentTest::endsInTime()
{
    QFETCH(bool, silent);
    QFETCH(bool, open);
    if (silent && !open) {
        QVERIFY(m_server->freeze());
    }
    m_server->run({u"xterm"_s, u"-T"_s, u"there"_s});
    AgentProbe probe(m_link, placeOf(m_server->display(), m_server->cookie(), false));
    if (open) {
        QVERIFY(probe.hasTitle(u"there"_s));
    }
    if (silent && open) {
        QVERIFY(m_server->freeze());
        probe.windowAgent->fitMainWindowToDisplay();
    }
    QElapsedTimer clock;
    clock.start();
    probe.windowAgent.reset();
    QVERIFY2(clock.durationElapsed() < underLoad(1s), qPrintable(u"%1 ms"_s.arg(clock.elapsed())));
    m_server->thaw();
}

void AppWindowAgentTest::believesNoServer_data()
{
    using Octets = std::vector<std::uint8_t>;
    QTest::addColumn<Octets>("words");
    QTest::addColumn<int>("times"); // what it goes on with, behind the setup
    QTest::addColumn<bool>("hangsUp");
    QTest::addColumn<bool>("isLost");
    const auto text = [](QByteArrayView bytes) {
        return Octets(bytes.begin(), bytes.end());
    };
    const auto behindSetup = [](const Octets &words) {
        Octets all = FakeXServer::setup();
        all.insert(all.end(), words.begin(), words.end());
        return all;
    };
    Octets endless(8, 0);
    endless[0] = 1;
    endless[6] = endless[7] = 0xff;
    Octets screenless = FakeXServer::setup();
    screenless[28] = 0;
    Octets giant(32, 0xff);
    giant[0] = 1;
    giant[2] = 1;
    giant[3] = 0;
    Octets unasked(32, 0);
    unasked[0] = 1;
    unasked[3] = 0x10;
    QTest::newRow("says nothing") << Octets() << 0 << false << false;
    QTest::newRow("hangs up at once") << Octets() << 0 << true << true;
    QTest::newRow("is no X server") << text("HTTP/1.0 400 Bad Request\r\n\r\n") << 0 << false << true;
    QTest::newRow("does not let us in") << XSetupReply::failure(false, "\x1b[31mNo\xff") << 0 << false << true;
    QTest::newRow("its setup does not end") << endless << 0 << false << false;
    QTest::newRow("its setup breaks off") << endless << 0 << true << true;
    QTest::newRow("it has no screen") << screenless << 0 << false << true;
    QTest::newRow("answers nothing") << FakeXServer::setup() << 0 << false << false;
    QTest::newRow("announces a giant answer") << behindSetup(giant) << 0 << false << true;
    QTest::newRow("answers what was not asked") << behindSetup(unasked) << 0 << false << true;
    QTest::newRow("floods with events") << FakeXServer::setup() << 500000 << false << false;
}

void AppWindowAgentTest::believesNoServer()
{
    using Octets = std::vector<std::uint8_t>;
    QFETCH(Octets, words);
    QFETCH(int, times);
    QFETCH(bool, hangsUp);
    QFETCH(bool, isLost);
    QLocalServer server;
    QVERIFY(server.listen(m_directory.filePath(u"liar"_s)));
    bool hasSpoken = false;
    QPointer<QLocalSocket> socket;
    connect(&server, &QLocalServer::newConnection, &server, [&] {
        socket = server.nextPendingConnection();
        socket->write(reinterpret_cast<const char *>(words.data()), static_cast<qint64>(words.size()));
        QByteArray event(32, '\0');
        event[0] = 18; // UnmapNotify
        socket->write(event.repeated(times));
        if (hangsUp) {
            socket->disconnectFromServer();
        }
        hasSpoken = true;
    });
    AppDisplayFacts place = placeOf(u":0"_s, "0123456789abcdef", false);
    place.xSocketPath = server.fullServerName();
    AgentProbe probe(m_link, place);
    QVERIFY(WAIT_FOR(hasSpoken && (hangsUp || !socket || socket->bytesToWrite() == 0) && (!isLost || !probe.lost.isEmpty())));
    QCOMPARE(probe.lost.size(), isLost ? 1 : 0);
    QVERIFY(probe.titles.isEmpty() && probe.windowAgent->windowCount() == 0);
    QElapsedTimer clock;
    clock.start();
    probe.windowAgent.reset();
    QVERIFY2(clock.durationElapsed() < underLoad(1s), qPrintable(u"%1 ms"_s.arg(clock.elapsed())));
}

void AppWindowAgentTest::saysThatNobodyIsThere()
{
    AppDisplayFacts place = placeOf(u":0"_s, {}, false);
    place.xSocketPath = m_directory.filePath(u"nobody"_s);
    AgentProbe probe(m_link, place);
    AppDisplayFacts without = place;
    without.xSocketPath.clear();
    AgentProbe other(m_link, without);
    QVERIFY(WAIT_FOR(!probe.lost.isEmpty() && !other.lost.isEmpty()));
    QVERIFY(!probe.lost.first().first().toString().isEmpty() && !other.lost.first().first().toString().isEmpty());
}

NIGHTDESK_TEST(AppWindowAgentTest)
#include "appwindowagenttest.moc"
