// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/xwindows/programbench.h"
#include "tests/sessions/xwindows/tkprogram.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QSize glass(5760, 1200);
}

/// Programs of every toolkit stand where they belong, whoever manages the windows of this desk.
class WindowManagersTest : public QObject, ProgramBench
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void programsStandWhereTheyBelong_data();
    void programsStandWhereTheyBelong();

private:
    bool start(bool windowManager, XServer::Manager manager);
    WindowSession *add(const QString &id, const QStringList &command, const QRect &area, const WindowGeometry &geometry = {});
    /// The highest window of that title, with its frame.
    std::optional<QRect> outer(const QString &title);
    std::optional<XServer::Window> dialogOf(const QString &className, std::uint32_t main);
    void dialogComesToItsParent(WindowSession *session, const QString &className, const QRect &area);

    std::vector<std::unique_ptr<WindowSession>> m_sessions;
};

void WindowManagersTest::initTestCase()
{
    QVERIFY(startHost());
}

void WindowManagersTest::cleanup()
{
    if (m_x && QTest::currentTestFailed()) {
        for (const auto &session : m_sessions) {
            qWarning() << session->id() << static_cast<int>(session->state()) << session->windowRect().value_or(QRect())
                       << session->failure().value_or(Failure()).what << session->outputLines();
        }
    }
    reportWindows();
    m_sessions.clear();
    clear();
}

bool WindowManagersTest::start(bool windowManager, XServer::Manager manager)
{
    return startX({.size = glass, .threeMonitors = true, .windowManager = windowManager, .manager = manager}) && connectHost();
}

WindowSession *WindowManagersTest::add(const QString &id, const QStringList &command, const QRect &area, const WindowGeometry &geometry)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    // Nobody's own settings, and no bus on which one copy would find another.
    const QString home = m_home.filePath(id);
    spec.command = QStringList{u"env"_s,
                               u"HOME="_s + home,
                               u"XDG_CONFIG_HOME="_s + home,
                               u"XDG_DATA_HOME="_s + home,
                               u"DBUS_SESSION_BUS_ADDRESS=disabled:"_s,
                               u"GSETTINGS_BACKEND=memory"_s,
                               u"NO_AT_BRIDGE=1"_s,
                               u"QT_QPA_PLATFORM=xcb"_s}
        + command;
    spec.isTrusted = true;
    spec.geometry = geometry;
    m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
    m_sessions.back()->setScreenArea(area);
    m_sessions.back()->start();
    return m_sessions.back().get();
}

std::optional<QRect> WindowManagersTest::outer(const QString &title)
{
    const auto window = m_x->window(title);
    if (!window) {
        return {};
    }
    const QByteArray text = m_x->output({u"xprop"_s, u"-id"_s, QString::number(window->id), u"_NET_FRAME_EXTENTS"_s}).value_or("");
    const QList<QByteArray> numbers = text.mid(text.indexOf('=') + 1).split(',');
    return numbers.size() == 4 ? window->rect + QMargins(numbers[0].toInt(), numbers[2].toInt(), numbers[1].toInt(), numbers[3].toInt()) : window->rect;
}

std::optional<XServer::Window> WindowManagersTest::dialogOf(const QString &className, std::uint32_t main)
{
    const QList<XServer::Window> all = m_x->windows();
    const auto found = std::ranges::find_if(all, [&](const XServer::Window &window) {
        return window.viewable && !window.overrideRedirect && window.id != main && window.className.compare(className, Qt::CaseInsensitive) == 0
            && window.rect.width() > 100;
    });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

void WindowManagersTest::programsStandWhereTheyBelong_data()
{
    addManagers();
}

/// What a person has it open stands on its screen, in front of it.
void WindowManagersTest::dialogComesToItsParent(WindowSession *session, const QString &className, const QRect &area)
{
    std::uint32_t main = 0;
    QVERIFY(waitFor([&] {
        const auto window = dialogOf(className, 0);
        main = window ? window->id : 0;
        return window && window->rect == session->windowRect();
    }));
    session->raise();
    QVERIFY(WAIT_FOR(session->windowRect() && m_x->movePointer(session->windowRect()->center()) && m_x->focus() != 0));
    bool isOpen = false;
    for (int round = 0; round < 6 && !isOpen; ++round) { // one that is not done with starting takes no notice of keys
        QVERIFY(m_x->output({u"xdotool"_s, u"windowfocus"_s, QString::number(main), u"key"_s, u"ctrl+o"_s}));
        isOpen = WAIT_FOR(dialogOf(className, main).has_value(), 5s);
    }
    QVERIFY(isOpen);
    QVERIFY(waitFor([&] {
        const auto dialog = dialogOf(className, main);
        return dialog && area.contains(dialog->rect) && dialog->rect.intersects(*session->windowRect());
    }));
    QVERIFY(m_x->key(u"Escape"_s));
}

void WindowManagersTest::programsStandWhereTheyBelong()
{
    QFETCH(bool, windowManager);
    QFETCH(XServer::Manager, manager);
    QVERIFY(start(windowManager, manager));
    const QList<QRect> screens = XServer::threeMonitors(glass);
    using Geometry = WindowGeometry;
    const Geometry fromCorner{.size = Geometry::Size{600, 400}, .offset = Geometry::Offset{10, 20, true, true}};
    WindowSession *clock = add(u"clock"_s, {u"xclock"_s, u"-title"_s, u"clock"_s, u"-bw"_s, u"0"_s}, screens[2], fromCorner);
    WindowSession *gtk = add(u"gtk"_s, {u"mousepad"_s, u"--disable-server"_s}, screens[1]);
    WindowSession *qt = add(u"qt"_s, {u"featherpad"_s, u"--standalone"_s}, screens[2]);
    add(u"panel"_s,
        tk(u"wm title . panel; wm geometry . 300x200+10+10; "
           "after 300 {toplevel .d; wm title .d dialog; wm transient .d .; wm geometry .d 220x120+5000+900}"_s),
        screens[0]);
    add(u"tool"_s,
        tk(u"wm title . tool; wm geometry . 300x200; "
           "after 300 {toplevel .d; wm title .d placed; wm transient .d .; wm geometry .d 220x120+2300+900}"_s),
        screens[1]);

    // The frame's corner counts, where there is one.
    const auto standsInCorner = [&](const QRect &screen) {
        const auto rect = outer(u"clock"_s);
        return rect && clock->windowRect() && rect->right() == screen.right() - 10 && rect->bottom() == screen.bottom() - 20
            && clock->windowRect()->size() == QSize(600, 400);
    };
    QVERIFY(WAIT_FOR(standsInCorner(screens[2])));
    // A dialog that its program puts onto another screen comes to its parent.
    QVERIFY(waitFor([&] {
        const auto dialog = m_x->window(u"dialog"_s);
        const auto parent = m_x->window(u"panel"_s);
        return dialog && parent && screens[0].contains(dialog->rect) && screens[0].contains(parent->rect)
            && (parent->rect.center() - dialog->rect.center()).manhattanLength() < 60;
    }));
    QVERIFY(WAIT_FOR(m_x->window(u"placed"_s)));
    // A program that moves itself is corrected once, and then goes where it likes. This one goes by what it sees: to the first screen
    // when it stands on the third, and to the second when it was brought back, or when nobody watches anymore (Tk may have moved
    // itself at its start, and that was what was corrected).
    WindowSession *mover = add(u"mover"_s,
                               tk(u"wm title . mover; wm geometry . 200x150\n"
                                  "proc until {condition} {while {![expr $condition]} {after 20 {set ::tick 1}; vwait ::tick}}\n"
                                  "until {[winfo rootx .] >= %1}; wm geometry . +7+9\n"
                                  "after 3500 {set ::late 1}; until {[winfo rootx .] < %1 || [info exists ::late]}\n"
                                  "until {[winfo rootx .] >= %1 || [info exists ::late]}; wm geometry . +2007+509"_s.arg(screens[2].x())),
                               screens[2],
                               Geometry{.size = {}, .offset = Geometry::Offset{100, 100, false, false}});
    QVERIFY(WAIT_FOR(mover->windowRect() && screens[1].contains(mover->windowRect()->topLeft())));
    for (const auto &[session, screen] : {std::pair(gtk, screens[1]), std::pair(qt, screens[2])}) {
        QVERIFY(WAIT_FOR(session->windowRect() && screen.contains(*session->windowRect())));
    }
    dialogComesToItsParent(gtk, u"mousepad"_s, screens[1]);
    dialogComesToItsParent(qt, u"featherpad"_s, screens[2]);
    // One that its program puts onto its own screen is still there: KWin maps it in the corner of all screens, and moves it afterwards.
    const auto placed = outer(u"placed"_s);
    QVERIFY(placed && (placed->topLeft() - QPoint(2300, 900)).manhattanLength() < 60);
}

NIGHTDESK_GUILESS_TEST(WindowManagersTest)
#include "windowmanagerstest.moc"
