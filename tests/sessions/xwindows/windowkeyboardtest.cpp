// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/xwindows/programbench.h"
#include "tests/sessions/xwindows/tkprogram.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QRect place(1000, 100, 900, 700);
constexpr XKey home{.keysym = 0xff50, .modifiers = 4 | 8}; // Ctrl+Alt+Home
}

/// Who has the keyboard when X programs come and go, whoever manages the windows of this desk.
class WindowKeyboardTest : public QObject, ProgramBench
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aProgramThatComesDoesNotTakeIt_data();
    void aProgramThatComesDoesNotTakeIt();
    void theDialogOfTheProgramInUseGetsIt_data();
    void theDialogOfTheProgramInUseGetsIt();
    void theConsolesKeyWorksInAProgram_data();
    void theConsolesKeyWorksInAProgram();

private:
    bool start(bool windowManager, XServer::Manager manager);
    std::unique_ptr<WindowSession> begin(const QStringList &command);
    /// An xterm of somebody who works here; what was typed there is in the root's property HOLDER after Return.
    bool startHolder();
    bool focusHolder();
    bool isIn(const char *property, const QByteArray &text);
};

void WindowKeyboardTest::initTestCase()
{
    QVERIFY(startHost());
}

void WindowKeyboardTest::cleanup()
{
    reportWindows();
    clear();
}

bool WindowKeyboardTest::start(bool windowManager, XServer::Manager manager)
{
    if (!startX({.windowManager = windowManager, .manager = manager})) {
        return false;
    }
    m_localX->setConsoleShortcut(home);
    return connectHost();
}

std::unique_ptr<WindowSession> WindowKeyboardTest::begin(const QStringList &command)
{
    WindowSpec spec;
    spec.id = u"program"_s;
    spec.title = spec.id;
    const QString own = m_home.filePath(u"program"_s);
    spec.command = QStringList{u"env"_s,
                               u"HOME="_s + own,
                               u"XDG_CONFIG_HOME="_s + own,
                               u"DBUS_SESSION_BUS_ADDRESS=disabled:"_s,
                               u"GSETTINGS_BACKEND=memory"_s,
                               u"NO_AT_BRIDGE=1"_s,
                               u"QT_QPA_PLATFORM=xcb"_s}
        + command;
    spec.isTrusted = true;
    auto session = std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get());
    session->setScreenArea(place);
    session->start();
    return session;
}

bool WindowKeyboardTest::startHolder()
{
    m_x->run({u"xterm"_s,
              u"-T"_s,
              u"holder"_s,
              u"-geometry"_s,
              u"40x5+20+900"_s,
              u"-e"_s,
              u"sh"_s,
              u"-c"_s,
              u"xprop -root -f READY 8s -set READY yes; while read a; do xprop -root -f HOLDER 8s -set HOLDER \"$a\"; done"_s});
    if (!WAIT_FOR(m_x->window(u"holder"_s).has_value()) || !WAIT_FOR(isIn("READY", "yes"))) {
        return false;
    }
    return focusHolder();
}

bool WindowKeyboardTest::focusHolder()
{
    const auto holder = *m_x->window(u"holder"_s);
    // Where there is no manager the pointer alone gives nobody the focus.
    return m_x->output({u"xdotool"_s, u"windowfocus"_s, u"--sync"_s, QString::number(holder.id)}) && m_x->click(holder.rect.center())
        && WAIT_FOR(m_x->focus() == holder.id);
}

bool WindowKeyboardTest::isIn(const char *property, const QByteArray &text)
{
    return m_x->output({u"xprop"_s, u"-root"_s, QString::fromLatin1(property)}).value_or("").contains(text);
}

void WindowKeyboardTest::aProgramThatComesDoesNotTakeIt_data()
{
    using Manager = XServer::Manager;
    QTest::addColumn<bool>("windowManager");
    QTest::addColumn<Manager>("manager");
    QTest::addColumn<QStringList>("command");
    const std::pair<const char *, QStringList> programs[] = {
        {"xterm", {u"xterm"_s, u"-T"_s, u"program"_s}},
        {"Tk that takes it", tk(u"wm title . program; wm geometry . 300x200; bind . <Map> {focus -force .; winfo pointerx .; puts taken; flush stdout}"_s)},
        {"GTK", {u"mousepad"_s, u"--disable-server"_s}},
        {"Qt", {u"featherpad"_s, u"--standalone"_s}},
    };
    const std::tuple<const char *, bool, Manager> managers[] = {
        {"no manager", false, Manager::Openbox},
        {"openbox", true, Manager::Openbox},
        {"KWin", true, Manager::KWin},
    };
    for (const auto &[managerName, managed, manager] : managers) {
        for (const auto &[name, command] : programs) {
            QTest::addRow("%s, %s", managerName, name) << managed << manager << command;
        }
    }
}

void WindowKeyboardTest::aProgramThatComesDoesNotTakeIt()
{
    QFETCH(bool, windowManager);
    QFETCH(XServer::Manager, manager);
    QFETCH(QStringList, command);
    QVERIFY(start(windowManager, manager));
    QVERIFY(startHolder());
    auto session = begin(command);
    QElapsedTimer sinceNoWindow;
    const auto hasWindow = [&] {
        if (!session->windowRect()) {
            sinceNoWindow.start();
        }
        return session->windowRect().has_value();
    };
    sinceNoWindow.start();
    QVERIFY(WAIT_FOR(hasWindow()));
    // What a window takes 2 s after it came it may have. A program that this machine kept from it for nearly so long is started again.
    const bool takes = command.last().contains(u"puts taken"_s);
    for (int attempt = 0; takes && attempt < 5; ++attempt) {
        QVERIFY(WAIT_FOR(session->outputLines().contains(u"taken"_s)));
        if (sinceNoWindow.durationElapsed() < 1500ms) {
            break;
        }
        session.reset();
        QVERIFY(WAIT_FOR(!m_x->window(u"program"_s)));
        QVERIFY(focusHolder());
        session = begin(command);
        QVERIFY(WAIT_FOR(hasWindow()));
    }
    QVERIFY(!WAIT_FOR(session->hasKeyboard(), 1500ms)); // as long as a manager takes
    QVERIFY(WAIT_FOR(m_x->focus() == m_x->window(u"holder"_s)->id)); // it may have been taken just now, and is given back
    QVERIFY(m_x->type(u"dark"_s));
    QVERIFY(m_x->key(u"Return"_s));
    QVERIFY(WAIT_FOR(isIn("HOLDER", "dark")));
    // Who asks for it gets it.
    session->raise();
    QVERIFY(WAIT_FOR(session->hasKeyboard()));
    QVERIFY(m_x->focus() != m_x->window(u"holder"_s)->id);
}

void WindowKeyboardTest::theDialogOfTheProgramInUseGetsIt_data()
{
    using Manager = XServer::Manager;
    QTest::addColumn<Manager>("manager");
    QTest::newRow("openbox") << Manager::Openbox;
    QTest::newRow("KWin") << Manager::KWin;
}

void WindowKeyboardTest::theDialogOfTheProgramInUseGetsIt()
{
    QFETCH(XServer::Manager, manager);
    QVERIFY(start(true, manager));
    QVERIFY(startHolder());
    const auto session = begin(tk(u"wm title . program; wm geometry . 300x200; bind . <Key-o> {toplevel .d; wm title .d dialog; wm transient .d .}"_s));
    QVERIFY(WAIT_FOR(session->windowRect()));
    session->raise();
    QVERIFY(WAIT_FOR(session->hasKeyboard()));
    const std::uint32_t main = m_x->focus();
    QVERIFY(m_x->key(u"o"_s));
    QVERIFY(WAIT_FOR(m_x->window(u"dialog"_s).has_value()));
    QVERIFY(WAIT_FOR(m_x->focus() != main && session->hasKeyboard()));
}

void WindowKeyboardTest::theConsolesKeyWorksInAProgram_data()
{
    addManagers();
}

void WindowKeyboardTest::theConsolesKeyWorksInAProgram()
{
    QFETCH(bool, windowManager);
    QFETCH(XServer::Manager, manager);
    QVERIFY(start(windowManager, manager));
    QVERIFY(startHolder()); // stands for the console's window
    QVERIFY(m_x->key(u"Shift_L"_s)); // the first key of XTEST changes the keymap: for a moment the console would have no key then
    const auto session = begin({u"xterm"_s,
                                u"-T"_s,
                                u"program"_s,
                                u"-e"_s,
                                u"sh"_s,
                                u"-c"_s,
                                u"stty -echo; xprop -root -f STARTED 8s -set STARTED yes; read a; xprop -root -f TYPED 8s -set TYPED \"<$a>\"; read b"_s});
    QVERIFY(WAIT_FOR(session->windowRect()) && WAIT_FOR(isIn("STARTED", "yes")));
    session->raise();
    QVERIFY(WAIT_FOR(session->hasKeyboard()));
    QSignalSpy requested(m_localX.get(), &LocalX::consoleRequested);
    QVERIFY(m_x->key(u"a"_s));
    QVERIFY(m_x->key(u"ctrl+alt+Home"_s));
    QVERIFY(WAIT_FOR(requested.size() == 1));
    QVERIFY(m_x->key(u"b"_s)); // an ordinary key is the program's as before
    QVERIFY(m_x->key(u"Return"_s));
    QVERIFY(WAIT_FOR(isIn("TYPED", "<ab>")));
    m_localX->activateWindow(m_x->window(u"holder"_s)->id);
    QVERIFY(WAIT_FOR(m_x->focus() == m_x->window(u"holder"_s)->id && !session->hasKeyboard()));
    // Another key from now on.
    m_localX->setConsoleShortcut({.keysym = 0xffc9, .modifiers = 0}); // F12
    session->raise();
    QVERIFY(WAIT_FOR(session->hasKeyboard()));
    QVERIFY(m_x->key(u"F12"_s));
    QVERIFY(WAIT_FOR(requested.size() == 2));
}

NIGHTDESK_GUILESS_TEST(WindowKeyboardTest)
#include "windowkeyboardtest.moc"
