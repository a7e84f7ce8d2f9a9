// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewerwindows.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "tests/widgets/accessible.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/viewer/desktopchip.h"
#include "widgets/viewer/desktopframe.h"
#include "widgets/viewer/fullscreenindicators.h"
#include "widgets/viewer/tilearea.h"
#include "widgets/viewer/viewertoolbar.h"
#include "widgets/viewer/viewerwindow.h"
#include "widgets/viewer/waitinglist.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>
#include <QToolButton>

#include <xcb/xcb.h>

#include <cstdio>
#include <cstdlib>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
DesktopSpec viewerDesktop(const QString &id, const QString &screen)
{
    DesktopSpec spec;
    spec.id = id;
    spec.title = id;
    spec.link = u"summit"_s;
    spec.address = TcpAddress{.port = 1};
    spec.screen = screen;
    return spec;
}

/// A profile whose summit is not there: viewer windows stand all the same, that is their point.
InstrumentProfile profile(const QList<DesktopSpec> &desktops)
{
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.port = 1;
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {link};
    profile.desktops = desktops;
    return profile;
}

QList<ViewerWindow *> viewerWindows()
{
    QList<ViewerWindow *> result;
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *viewerWindow = qobject_cast<ViewerWindow *>(widget)) {
            result.append(viewerWindow);
        }
    }
    std::ranges::sort(result, {}, [](const ViewerWindow *viewerWindow) {
        return viewerWindow->geometry().x();
    });
    return result;
}

bool xrandr(const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(u"xrandr"_s, arguments);
    return process.waitForFinished(20000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// While our own events go on: what it does to us is seen.
bool run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    return QTest::qWaitFor(
               [&process] {
                   return process.state() == QProcess::NotRunning;
               },
               30000)
        && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// What a window manager sends to a window that somebody closes.
void askToClose(xcb_window_t window)
{
    xcb_connection_t *connection = xcb_connect(nullptr, nullptr);
    const auto atom = [connection](const QByteArray &name) {
        xcb_intern_atom_reply_t *reply =
            xcb_intern_atom_reply(connection, xcb_intern_atom(connection, false, static_cast<uint16_t>(name.size()), name.constData()), nullptr);
        const xcb_atom_t result = reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
        std::free(reply);
        return result;
    };
    xcb_client_message_event_t event{};
    event.response_type = XCB_CLIENT_MESSAGE;
    event.format = 32;
    event.window = window;
    event.type = atom("WM_PROTOCOLS");
    event.data.data32[0] = atom("WM_DELETE_WINDOW");
    xcb_send_event(connection, false, window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char *>(&event));
    // A busy server that sees the end of a connection first forgets what came before it.
    std::free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nullptr));
    xcb_disconnect(connection);
}

const QStringList threeScreens{u"left"_s, u"centre"_s, u"right"_s};
const char *const insideServer = "NIGHTDESK_TEST_INSIDE_XVFB";
}

/// The full-screen windows on three real (virtual) monitors of an X server.
class ViewerWindowsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void tiles_data();
    void tiles();
    void theSplitsCanBeDragged();
    void aViewerWindowWithoutDesktops();
    void noChipIsCutWhereThereIsRoom();
    void anEmptyScreenSaysWhatItWaitsFor();
    void everyControlOfAStageHasAName();
    void theMenuCallsTheConsole();
    void theWindowManagerClosesNoViewerWindow();
    void aLookIsTakenOver();
    void oneViewerWindowAMonitorThatHasDisplays();
    void namesOfTheProfileAloneComeLast();
    void hidingTakesThemAway();
    void aMonitorGoesAndComesBack();
    void anotherMappingMovesTheViewerWindows();
    void whatWasArrangedOutlivesAMonitor();
    void aDesktopThatIsClosedLeavesItsViewerWindow();
    void aDesktopThatIsRemovedIsLetGoOf();
    void aDesktopMovesToAnotherScreen();
    void aDesktopIsDraggedToAnotherMonitor();
    void tabsShowOneAtATime();
    void fullScreenHidesTheStripUntilItIsAskedFor();
    void fullScreenOfTilesShowsWhatMayNotBeMissed();
    void oneKeyAlwaysLeaves_data();
    void oneKeyAlwaysLeaves();
    void aDesktopHasItsColorAndItsTitle();
    void theTitleTellsWhereOneIs();
    void resetLayoutForgetsWhatWasArranged();

private:
    RemoteView *viewOf(const QString &id) const;
    ViewerWindow *viewerOf(const QString &id) const;

    std::unique_ptr<Desk> m_desk;
};

void ViewerWindowsTest::initTestCase()
{
    qunsetenv("SSH_AUTH_SOCK");
    QCOMPARE(QGuiApplication::platformName(), u"xcb"_s);
}

void ViewerWindowsTest::init()
{
    QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::screens().size(), 3, 30000);
    m_desk = std::make_unique<Desk>(nullptr);
}

void ViewerWindowsTest::cleanup()
{
    m_desk.reset();
}

void ViewerWindowsTest::tiles_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<int>>("rows");
    QTest::newRow("one fills it") << 1 << QList{1};
    QTest::newRow("two side by side") << 2 << QList{2};
    QTest::newRow("three") << 3 << QList{2, 1};
    QTest::newRow("four") << 4 << QList{2, 2};
    QTest::newRow("five") << 5 << QList{3, 2};
}

void ViewerWindowsTest::tiles()
{
    QFETCH(int, count);
    QFETCH(QList<int>, rows);
    QList<DesktopSpec> specs;
    for (int i = 0; i < count; ++i) {
        specs.append(viewerDesktop(u"d%1"_s.arg(i), u"left"_s));
    }
    m_desk->connectProfile(profile(specs));
    QList<DesktopSession *> sessions;
    for (Session *session : m_desk->sessions()) {
        sessions.append(qobject_cast<DesktopSession *>(session));
    }
    ViewerWindow viewerWindow(QGuiApplication::screens().first(), u"left"_s, sessions);
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    const auto views = viewerWindow.findChildren<RemoteView *>();
    QCOMPARE(views.size(), count);

    QMap<int, int> perRow; // by their upper edge
    const QRect area = viewerWindow.programAreaOnRoot();
    QCOMPARE(area.width(), QGuiApplication::screens().first()->geometry().width());
    for (const RemoteView *view : views) {
        const QRect place(view->mapToGlobal(QPoint()), view->size());
        ++perRow[place.y()];
        QVERIFY2(area.contains(place), qPrintable(u"%1,%2 %3x%4"_s.arg(place.x()).arg(place.y()).arg(place.width()).arg(place.height())));
        for (const RemoteView *other : views) {
            QVERIFY(other == view || !place.intersects(QRect(other->mapToGlobal(QPoint()), other->size())));
        }
        QVERIFY(viewerWindow.desktops().contains(view->session()));
        QVERIFY(area.contains(viewerWindow.imageRectOnRoot(view->session())));
    }
    QCOMPARE(perRow.values(), rows);
    // None gets much less room than its fair share of its row.
    for (const RemoteView *view : views) {
        QVERIFY(view->width() * rows.first() > area.width() * 3 / 4);
        QVERIFY(view->height() * rows.size() > area.height() * 3 / 4);
    }
    // However many there are, the clock and the menu stay on the monitor.
    const auto *strip = viewerWindow.findChild<ViewerToolbar *>();
    for (const QWidget *part : strip->findChildren<QWidget *>()) {
        const bool isClock = part->accessibleDescription().contains(u"Universal");
        const auto *tool = qobject_cast<const QToolButton *>(part);
        if (isClock || (tool && tool->menu())) {
            QVERIFY(part->width() >= part->minimumSizeHint().width());
            QVERIFY(strip->rect().contains(QRect(part->mapTo(strip, QPoint()), part->size())));
        }
    }
    DesktopSession stranger(viewerDesktop(u"stranger"_s, u"left"_s), m_desk->links().first());
    QVERIFY(!viewerWindow.desktops().contains(&stranger));
    QVERIFY(viewerWindow.imageRectOnRoot(&stranger).isNull());
    QVERIFY(!viewerWindow.desktops().contains(static_cast<DesktopSession *>(nullptr)));
}

void ViewerWindowsTest::theSplitsCanBeDragged()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindow viewerWindow(QGuiApplication::screens().first(),
                              u"left"_s,
                              {qobject_cast<DesktopSession *>(m_desk->sessions().at(0)), qobject_cast<DesktopSession *>(m_desk->sessions().at(1))});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    const auto views = viewerWindow.findChildren<RemoteView *>();
    QSplitterHandle *handle = nullptr;
    for (auto *splitter : viewerWindow.findChildren<QSplitter *>()) {
        handle = splitter->orientation() == Qt::Horizontal ? splitter->handle(1) : handle;
    }
    QVERIFY(handle);
    const int before = views.first()->width();
    const QPoint middle = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, middle);
    QTest::mouseMove(handle, middle + QPoint(150, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, middle + QPoint(150, 0));
    QTRY_VERIFY(qAbs(views.first()->width() - before) > 100);
}

void ViewerWindowsTest::aViewerWindowWithoutDesktops()
{
    QScreen *screen = QGuiApplication::screens().first();
    ViewerWindow viewerWindow(screen, QString(), {});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    QVERIFY(!viewerWindow.programAreaOnRoot().isEmpty());
    QVERIFY(screen->geometry().contains(viewerWindow.programAreaOnRoot()));
    QVERIFY(viewerWindow.programAreaOnRoot().height() < screen->geometry().height()); // the strip stays free
    QVERIFY(!viewerWindow.windowTitle().isEmpty());
    QVERIFY(!viewerWindow.grab().isNull());
}

void ViewerWindowsTest::noChipIsCutWhereThereIsRoom()
{
    m_desk->connectProfile(profile({viewerDesktop(u"Control 0"_s, u"left"_s), viewerDesktop(u"Control 1"_s, u"left"_s)}));
    ViewerWindow viewerWindow(QGuiApplication::screens().first(),
                              u"left"_s,
                              {qobject_cast<DesktopSession *>(m_desk->sessions().at(0)), qobject_cast<DesktopSession *>(m_desk->sessions().at(1))});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    auto *strip = viewerWindow.findChild<ViewerToolbar *>();
    QTRY_COMPARE(strip->width(), viewerWindow.width());
    const auto chips = strip->findChildren<DesktopChip *>();
    QCOMPARE(chips.size(), 2);
    const auto freeWidth = [&] { // between the chips and what is beside them
        int chipsEnd = 0;
        for (const DesktopChip *chip : chips) {
            chipsEnd = std::max(chipsEnd, chip->geometry().right());
        }
        int next = strip->width();
        for (const QWidget *other : strip->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (!other->isHidden() && !qobject_cast<const DesktopChip *>(other) && other->x() > chipsEnd) {
                next = std::min(next, other->x());
            }
        }
        return next - chipsEnd;
    };
    const auto isCut = [&chips] {
        return std::ranges::any_of(chips, [](const DesktopChip *chip) {
            return !chip->text().contains(chip->session()->label());
        });
    };
    // Meanwhile the connection fails, which changes texts: a chip is fitted at once, and what is beside it moves a moment later.
    QTRY_VERIFY2(!isCut() || freeWidth() < 40, qPrintable(u"%1 pixels are free beside “%2”"_s.arg(freeWidth()).arg(chips.first()->text())));
}

void ViewerWindowsTest::anEmptyScreenSaysWhatItWaitsFor()
{
    InstrumentProfile both = profile({viewerDesktop(u"a"_s, u"left"_s)});
    WindowSpec clock;
    clock.id = u"clock"_s;
    clock.title = u"Clock"_s;
    clock.link = u"summit"_s;
    clock.command = {u"xclock"_s};
    clock.screen = u"left"_s;
    both.windows = {clock};
    m_desk->connectProfile(both);
    ViewerWindows all;
    QSignalSpy requested(&all, &ViewerWindows::displayRequested);
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    auto *list = viewerWindow->findChild<WaitingDisplayList *>();
    QVERIFY(list && !list->isVisible()); // the desktop's own view says how it is
    m_desk->session(u"a"_s)->iconify();
    QTRY_VERIFY(list->isVisible());
    const auto says = [list](const QString &words) {
        return std::ranges::any_of(list->findChildren<QLabel *>(), [&words](const QLabel *label) {
            return label->isVisible() && label->text().contains(words);
        });
    };
    QVERIFY(says(u"a"_s) && says(u"minimized"_s));
    QVERIFY(says(u"Clock"_s));
    QCOMPARE(namelessControls(*list), QStringList());
    QPushButton *back = nullptr;
    for (auto *button : list->findChildren<QPushButton *>()) {
        back = button->isVisible() && button->text() == u"Bring Back" ? button : back;
    }
    QVERIFY(back);
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(requested.value(0).value(0).value<Session *>(), m_desk->session(u"a"_s));
    m_desk->session(u"a"_s)->deiconify();
    QTRY_VERIFY(!list->isVisible());
}

void ViewerWindowsTest::everyControlOfAStageHasAName()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindow viewerWindow(QGuiApplication::screens().first(),
                              u"left"_s,
                              {qobject_cast<DesktopSession *>(m_desk->sessions().at(0)), qobject_cast<DesktopSession *>(m_desk->sessions().at(1))});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    QCOMPARE(namelessControls(viewerWindow), QStringList());
    QVERIFY(!viewerWindow.accessibleName().isEmpty());
}

void ViewerWindowsTest::theMenuCallsTheConsole()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s)}));
    ViewerWindow viewerWindow(QGuiApplication::screens().first(), u"left"_s, {qobject_cast<DesktopSession *>(m_desk->sessions().first())});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    QSignalSpy wanted(&viewerWindow, &ViewerWindow::consoleRequested);
    QMenu *menu = viewerWindow.findChild<ViewerToolbar *>()->menu();
    QMetaObject::invokeMethod(menu, &QMenu::aboutToShow);
    int checked = 0;
    for (const QAction *action : menu->actions()) {
        QVERIFY(action->isSeparator() || !action->text().isEmpty());
        checked += action->isChecked() ? 1 : 0;
    }
    QCOMPARE(checked, 1); // one of the two scalings
    const auto action = [menu](const QString &text) {
        const auto actions = menu->actions();
        return *std::ranges::find(actions, text, &QAction::text);
    };
    action(u"Show the Nightdesk Window"_s)->trigger();
    QCOMPARE(wanted.size(), 1);
    QSignalSpy end(&viewerWindow, &ViewerWindow::endNightRequested);
    action(u"End Session…"_s)->trigger();
    QCOMPARE(end.size(), 1);
    QCOMPARE(wanted.size(), 1);
    auto *view = viewerWindow.findChild<RemoteView *>();
    QVERIFY(QMetaObject::invokeMethod(view, &RemoteView::keyboardReleased));
    QCOMPARE(wanted.size(), 2);
}

void ViewerWindowsTest::theWindowManagerClosesNoViewerWindow()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QTRY_COMPARE(viewerWindows().size(), 1);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    QSignalSpy wanted(&all, &ViewerWindows::consoleRequested);
    askToClose(static_cast<xcb_window_t>(viewerWindow->winId()));
    QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 1, 30000);
    QVERIFY(viewerWindow->isVisible());
    // We do, though: the end of the program is not held up.
    QVERIFY(viewerWindow->close());
}

void ViewerWindowsTest::aLookIsTakenOver()
{
    const InstrumentProfile instrument = profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s), viewerDesktop(u"c"_s, u"right"_s)});
    m_desk->connectProfile(instrument);
    auto all = std::make_unique<ViewerWindows>();
    QSignalSpy arrangementChanged(all.get(), &ViewerWindows::arrangementChanged);
    all->show(m_desk.get(), threeScreens);
    QTRY_COMPARE(viewerWindows().size(), 2);
    QCOMPARE(arrangementChanged.size(), 1); // as it was before is told, too
    QMenu *menu = viewerWindows().constFirst()->findChild<ViewerToolbar *>()->menu();
    QMetaObject::invokeMethod(menu, &QMenu::aboutToShow);
    menu->actions().first()->trigger(); // fit to the screen
    QCOMPARE(arrangementChanged.size(), 2);
    auto *row = viewerWindows().constFirst()->findChildren<QSplitter *>().constLast();
    QCOMPARE(row->count(), 2);
    row->setSizes({450, 190});
    const QList<int> sizes = row->sizes();
    const ViewerLook look = all->look();
    QCOMPARE(look.desktopScalings, (QHash<QString, ViewGeometry::Scaling>{{u"lris/a"_s, ViewGeometry::Scaling::Fit}}));
    all = std::make_unique<ViewerWindows>(); // another console
    all->show(m_desk.get(), threeScreens, {}, look);
    QTRY_COMPARE(viewerWindows().size(), 2);
    QTRY_COMPARE(viewerWindows().constFirst()->findChildren<QSplitter *>().constLast()->sizes(), sizes);
    QVERIFY(all->look() == look);
}

void ViewerWindowsTest::oneViewerWindowAMonitorThatHasDisplays()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"right"_s), viewerDesktop(u"b"_s, u"left"_s), viewerDesktop(u"c"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QTRY_COMPARE(viewerWindows().size(), 2);
    // All of the monitor but its last row: window managers put what is exactly as large above everything.
    QCOMPARE(viewerWindows().at(0)->geometry(), QRect(0, 0, 640, 599));
    QCOMPARE(viewerWindows().at(1)->geometry(), QRect(1280, 0, 640, 599));
    QCOMPARE(viewerWindows().at(0)->findChildren<RemoteView *>().size(), 2);
    QVERIFY(viewerWindows().at(1)->windowTitle().contains(u"right"));
    const auto displayRects = all.displayRects();
    QCOMPARE(displayRects.size(), 3);
    QVERIFY(QRect(1280, 0, 640, 600).contains(displayRects.value(u"lris/a"_s)));
    QVERIFY(QRect(0, 0, 640, 600).contains(displayRects.value(u"lris/b"_s)));
    QCOMPARE(all.screenMap().names(), threeScreens);
    all.raiseDisplay(m_desk->session(u"c"_s));
    all.raiseDisplay(nullptr);
}

void ViewerWindowsTest::namesOfTheProfileAloneComeLast()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"wall"_s), viewerDesktop(u"b"_s, QString())}));
    ViewerWindows all;
    all.show(m_desk.get(), {u"left"_s});
    QCOMPARE(all.screenMap().names(), (QStringList{u"left"_s, u"wall"_s}));
    QTRY_COMPARE(viewerWindows().size(), 2);
    QCOMPARE(viewerWindows().at(0)->geometry().x(), 0);
    QCOMPARE(viewerWindows().at(1)->geometry().x(), 640);
    QVERIFY(viewerWindows().at(1)->desktops().contains(qobject_cast<DesktopSession *>(m_desk->session(u"a"_s))));
}

void ViewerWindowsTest::hidingTakesThemAway()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s)}));
    ViewerWindows all;
    all.hide(); // nothing to hide yet
    QVERIFY(all.displayRects().isEmpty());
    all.show(m_desk.get(), threeScreens);
    QCOMPARE(viewerWindows().size(), 1);
    all.hide();
    QVERIFY(viewerWindows().isEmpty());
    QVERIFY(all.displayRects().isEmpty());
    m_desk.reset(); // the desk may go now
    all.raiseDisplay(nullptr);
    QVERIFY(xrandr({u"--delmonitor"_s, u"right"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::screens().size(), 2, 30000);
    QVERIFY(xrandr({u"--setmonitor"_s, u"right"_s, u"640/160x600/150+1280+0"_s, u"none"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::screens().size(), 3, 30000);
    QVERIFY(viewerWindows().isEmpty());
}

void ViewerWindowsTest::aMonitorGoesAndComesBack()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"centre"_s), viewerDesktop(u"c"_s, u"right"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QTRY_COMPARE(viewerWindows().size(), 3);
    QVERIFY(xrandr({u"--delmonitor"_s, u"right"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::screens().size(), 2, 30000);
    // What stood on it moves to the last one that is left; nothing is lost.
    QTRY_COMPARE_WITH_TIMEOUT(viewerWindows().size(), 2, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(all.displayRects().size(), 3, 30000);
    QCOMPARE(viewerWindows().at(1)->findChildren<RemoteView *>().size(), 2);
    QVERIFY(QRect(640, 0, 640, 600).contains(all.displayRects().value(u"lris/c"_s)));
    QVERIFY(xrandr({u"--setmonitor"_s, u"right"_s, u"640/160x600/150+1280+0"_s, u"none"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(viewerWindows().size(), 3, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(QRect(1280, 0, 640, 600).contains(all.displayRects().value(u"lris/c"_s)), 30000);
}

void ViewerWindowsTest::anotherMappingMovesTheViewerWindows()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"right"_s)}));
    ViewerWindows all;
    const MonitorId rightMonitor{.connector = u"right"_s, .maker = {}, .model = {}, .serial = {}};
    const MonitorId leftMonitor{.connector = u"left"_s, .maker = {}, .model = {}, .serial = {}};
    all.setScreenMapping({{u"left"_s, rightMonitor}}); // nothing to move yet
    QVERIFY(viewerWindows().isEmpty());
    all.show(m_desk.get(), threeScreens, {{u"left"_s, rightMonitor}});
    QTRY_COMPARE(viewerWindows().size(), 2);
    QTRY_VERIFY(QRect(1280, 0, 640, 600).contains(all.displayRects().value(u"lris/a"_s)));
    QVERIFY(QRect(640, 0, 640, 600).contains(all.displayRects().value(u"lris/b"_s))); // left, centre, right: the second of the free ones
    const QList<ViewerWindow *> before = viewerWindows();
    all.setScreenMapping({});
    QCOMPARE(viewerWindows().size(), 2);
    QTRY_VERIFY(QRect(0, 0, 640, 600).contains(all.displayRects().value(u"lris/a"_s)));
    QVERIFY(QRect(1280, 0, 640, 600).contains(all.displayRects().value(u"lris/b"_s)));
    // They moved as they were, and are called by what they show now.
    QCOMPARE(viewerWindows(), (QList<ViewerWindow *>{before.at(1), before.at(0)}));
    QVERIFY(viewerWindows().first()->windowTitle().contains(u"left"));
    for (const ViewerWindow *viewerWindow : viewerWindows()) {
        QVERIFY(viewerWindow->isVisible());
        QVERIFY(viewerWindow->screen()->geometry().contains(viewerWindow->geometry()));
    }
    // Two screens on one monitor on purpose: one viewer window with both.
    all.setScreenMapping({{u"left"_s, leftMonitor}, {u"right"_s, leftMonitor}});
    QTRY_COMPARE(viewerWindows().size(), 1);
    QCOMPARE(viewerWindows().first()->findChildren<RemoteView *>().size(), 2);
    QCOMPARE(viewerWindows().first()->windowTitle().section(u' ', -1), u"left/right"_s);
}

void ViewerWindowsTest::whatWasArrangedOutlivesAMonitor()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s),
                                    viewerDesktop(u"b"_s, u"left"_s),
                                    viewerDesktop(u"c"_s, u"right"_s),
                                    viewerDesktop(u"d"_s, u"right"_s),
                                    viewerDesktop(u"e"_s, u"centre"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QTRY_COMPARE(viewerWindows().size(), 3);
    const auto split = [](const ViewerWindow *viewerWindow) {
        for (auto *splitter : viewerWindow->findChildren<QSplitter *>()) {
            if (splitter->orientation() == Qt::Horizontal && splitter->count() == 2) {
                return splitter;
            }
        }
        return static_cast<QSplitter *>(nullptr);
    };
    const ViewerWindow *leftViewerWindow = viewerWindows().at(0);
    split(viewerWindows().at(0))->setSizes({400, 240});
    split(viewerWindows().at(2))->setSizes({200, 440});
    const QList<int> leftSizes = split(viewerWindows().at(0))->sizes();
    const QList<int> rightSizes = split(viewerWindows().at(2))->sizes();
    QVERIFY(leftSizes.first() > 380 && rightSizes.first() < 220);
    QMenu *menu = viewerWindows().at(2)->findChild<ViewerToolbar *>()->menu();
    QMetaObject::invokeMethod(menu, &QMenu::aboutToShow);
    menu->actions().first()->trigger(); // fit to the screen
    const auto scalingOf = [](const QString &id) {
        for (const ViewerWindow *viewerWindow : viewerWindows()) {
            for (const RemoteView *view : viewerWindow->findChildren<RemoteView *>()) {
                if (view->session()->id() == id) {
                    return view->scaling();
                }
            }
        }
        return RemoteView::Scaling::OneToOne;
    };
    QCOMPARE(scalingOf(u"c"_s), RemoteView::Scaling::Fit);
    // The right monitor goes: its desktops join that of the centre one; the left viewer window is not touched.
    QVERIFY(xrandr({u"--delmonitor"_s, u"right"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(QRect(640, 0, 640, 600).contains(all.displayRects().value(u"lris/c"_s)), 30000);
    QCOMPARE(viewerWindows().size(), 2);
    QCOMPARE(viewerWindows().at(0), leftViewerWindow);
    QCOMPARE(split(viewerWindows().at(0))->sizes(), leftSizes);
    QCOMPARE(scalingOf(u"c"_s), RemoteView::Scaling::Fit);
    QVERIFY(xrandr({u"--setmonitor"_s, u"right"_s, u"640/160x600/150+1280+0"_s, u"none"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(QRect(1280, 0, 640, 600).contains(all.displayRects().value(u"lris/c"_s)), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(split(viewerWindows().at(2))->sizes(), rightSizes, 30000);
    QCOMPARE(viewerWindows().at(0), leftViewerWindow);
    QCOMPARE(scalingOf(u"c"_s), RemoteView::Scaling::Fit);
    QCOMPARE(scalingOf(u"d"_s), RemoteView::Scaling::OneToOne);
}

RemoteView *ViewerWindowsTest::viewOf(const QString &id) const
{
    for (const ViewerWindow *viewerWindow : viewerWindows()) {
        for (RemoteView *view : viewerWindow->findChildren<RemoteView *>()) {
            if (view->session()->id() == id) {
                return view;
            }
        }
    }
    return nullptr;
}

ViewerWindow *ViewerWindowsTest::viewerOf(const QString &id) const
{
    RemoteView *view = viewOf(id);
    return view ? qobject_cast<ViewerWindow *>(view->window()) : nullptr;
}

void ViewerWindowsTest::aDesktopThatIsClosedLeavesItsViewerWindow()
{
    m_desk->connectProfile(
        profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s), viewerDesktop(u"c"_s, u"left"_s), viewerDesktop(u"d"_s, u"right"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QCOMPARE(viewerWindows().size(), 2);
    const QPointer<RemoteView> stays = viewOf(u"a"_s);
    const QPointer<RemoteView> staysToo = viewOf(u"c"_s);
    stays->setZoom(2);
    Session *closed = m_desk->session(u"b"_s);
    closed->stop();
    QTRY_COMPARE(viewerWindows().constFirst()->findChildren<RemoteView *>().size(), 2);
    QVERIFY(!viewOf(u"b"_s));
    // Neither of the others was made anew.
    QCOMPARE(viewOf(u"a"_s), stays.data());
    QCOMPARE(viewOf(u"c"_s), staysToo.data());
    QCOMPARE(stays->zoom(), 2.0);
    QVERIFY(all.displayRects().contains(u"lris/c"_s));
    QVERIFY(!all.displayRects().contains(u"lris/b"_s));
    closed->start();
    QTRY_VERIFY(viewOf(u"b"_s));
    QCOMPARE(viewOf(u"a"_s), stays.data());
    QCOMPARE(viewOf(u"c"_s), staysToo.data());
    // It is at its old place: the chips are in the profile's order.
    QStringList chips;
    for (const DesktopChip *chip : viewerWindows().constFirst()->findChildren<DesktopChip *>()) {
        chips.append(chip->session()->id() + u' ' + QString::number(chip->x()));
    }
    QCOMPARE(chips.size(), 3);
    QCOMPARE(viewerWindows().constFirst()->desktops().at(1), closed);
    // Put aside, it leaves too; so does the viewer window that nothing is left on.
    m_desk->session(u"d"_s)->iconify();
    QTRY_COMPARE(viewerWindows().size(), 1);
    m_desk->session(u"d"_s)->deiconify();
    QTRY_COMPARE(viewerWindows().size(), 2);
    // Ended and started in one go it never left.
    const QPointer<RemoteView> restarted = viewOf(u"d"_s);
    m_desk->session(u"d"_s)->stop();
    m_desk->session(u"d"_s)->start();
    QTest::qWait(0);
    QCOMPARE(viewOf(u"d"_s), restarted.data());
}

void ViewerWindowsTest::aDesktopThatIsRemovedIsLetGoOf()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    const QPointer<RemoteView> stays = viewOf(u"b"_s);
    m_desk->removeDisplay(m_desk->session(u"a"_s));
    QVERIFY(!viewOf(u"a"_s)); // at once
    QCOMPARE(viewOf(u"b"_s), stays.data());
    QCOMPARE(all.displayRects().keys(), QStringList{u"lris/b"_s});
    QTest::qWait(0);
    QCOMPARE(viewerWindows().size(), 1);
    Session *further = m_desk->addDisplay(u"lris"_s, viewerDesktop(u"e"_s, u"right"_s));
    QVERIFY(further);
    QTest::qWait(0);
    QVERIFY(!viewOf(u"e"_s)); // not before it is started
    further->start();
    QTRY_VERIFY(viewOf(u"e"_s));
    QCOMPARE(viewOf(u"b"_s), stays.data());
}

void ViewerWindowsTest::aDesktopMovesToAnotherScreen()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s), viewerDesktop(u"c"_s, u"right"_s)}));
    auto all = std::make_unique<ViewerWindows>();
    QSignalSpy arrangementChanged(all.get(), &ViewerWindows::arrangementChanged);
    all->show(m_desk.get(), threeScreens);
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindows().constFirst(), 30000));
    const QPointer<RemoteView> stays = viewOf(u"a"_s);
    const QPointer<RemoteView> staysToo = viewOf(u"c"_s);
    viewOf(u"b"_s)->executeCommand(ViewCommand::ZoomIn);
    const qreal zoom = viewOf(u"b"_s)->zoom();
    QVERIFY(zoom > 1);
    all->moveDisplayTo(m_desk->session(u"b"_s), u"right"_s);
    QCOMPARE(viewerWindows().size(), 2);
    QCOMPARE(viewerOf(u"b"_s), viewerOf(u"c"_s));
    QCOMPARE(viewOf(u"b"_s)->zoom(), zoom); // as large as it was
    QCOMPARE(viewOf(u"a"_s), stays.data());
    QCOMPARE(viewOf(u"c"_s), staysToo.data());
    QVERIFY(arrangementChanged.size() >= 2);
    QTRY_VERIFY(QRect(1280, 0, 640, 600).contains(all->displayRects().value(u"lris/b"_s)));
    // By its menu, to a monitor without a viewer window; by its key, on round the corner.
    QMenu *menu = viewerOf(u"a"_s)->findChild<ViewerToolbar *>()->menu();
    QMetaObject::invokeMethod(menu, &QMenu::aboutToShow);
    QAction *centre = nullptr;
    for (const QMenu *sub : menu->findChildren<QMenu *>()) {
        for (QAction *action : sub->actions()) {
            centre = action->text() == u"centre" ? action : centre;
        }
    }
    QVERIFY(centre && centre->isEnabled());
    centre->trigger();
    QTRY_VERIFY(QRect(640, 0, 640, 600).contains(all->displayRects().value(u"lris/a"_s)));
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_Right, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
    QTRY_VERIFY(QRect(1280, 0, 640, 600).contains(all->displayRects().value(u"lris/a"_s)));
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_Right, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
    QTRY_VERIFY(QRect(0, 0, 640, 600).contains(all->displayRects().value(u"lris/a"_s)));
    // Another night.
    const ViewerLook look = all->look();
    all = std::make_unique<ViewerWindows>();
    all->show(m_desk.get(), threeScreens, {}, look);
    QTRY_VERIFY(QRect(1280, 0, 640, 600).contains(all->displayRects().value(u"lris/b"_s)));
    all->moveDisplayTo(nullptr, u"left"_s); // no such display
    all->moveDisplayTo(m_desk->session(u"b"_s), u"@nowhere"_s); // a monitor that is gone: where the profile wants it
    QTRY_VERIFY(QRect(0, 0, 640, 600).contains(all->displayRects().value(u"lris/b"_s)));
}

void ViewerWindowsTest::aDesktopIsDraggedToAnotherMonitor()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), {u"left"_s}); // the other monitors have no name
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindows().constFirst(), 30000));
    const auto chipOf = [](const QString &id) {
        for (const ViewerWindow *viewerWindow : viewerWindows()) {
            for (DesktopChip *chip : viewerWindow->findChildren<DesktopChip *>()) {
                if (chip->session()->id() == id) {
                    return chip;
                }
            }
        }
        return static_cast<DesktopChip *>(nullptr);
    };
    const QPointer<RemoteView> stays = viewOf(u"a"_s);
    const auto drag = [&](const QPoint &to) {
        QPoint from;
        QElapsedTimer atRest;
        const bool isThere = QTest::qWaitFor(
            [&] { // a chip is laid out a moment after it came to a strip, and again when the strip names who has the keyboard
                DesktopChip *chip = chipOf(u"b"_s);
                const QPoint place = chip ? chip->mapToGlobal(chip->rect().center()) : QPoint();
                if (std::exchange(from, place) != place || !atRest.isValid()) {
                    atRest.start();
                }
                return chip && QApplication::widgetAt(from) == chip && atRest.hasExpired(500);
            },
            30000);
        if (!isThere) {
            return false;
        }
        const auto place = [](const QPoint &point) {
            return QStringList{u"mousemove"_s, u"--sync"_s, QString::number(point.x()), QString::number(point.y())};
        };
        return run(u"xdotool"_s,
                   place(from) + QStringList{u"mousedown"_s, u"1"_s} + place(from + QPoint(30, 10)) + place(to) + QStringList{u"mouseup"_s, u"1"_s});
    };
    QVERIFY(drag({900, 300}));
    QTRY_VERIFY_WITH_TIMEOUT(QRect(640, 0, 640, 600).contains(all.displayRects().value(u"lris/b"_s)), 30000);
    QCOMPARE(viewerWindows().size(), 2);
    QCOMPARE(viewOf(u"a"_s), stays.data());
    QVERIFY(QRect(0, 0, 640, 600).contains(all.displayRects().value(u"lris/a"_s)));
    QVERIFY(drag({300, 300})); // and back
    QTRY_COMPARE_WITH_TIMEOUT(viewerWindows().size(), 1, 30000);
    QVERIFY(QRect(0, 0, 640, 600).contains(all.displayRects().value(u"lris/b"_s)));
    QSignalSpy dropped(viewerWindows().constFirst(), &ViewerWindow::desktopDropped); // told after the viewer windows have acted on it
    QSignalSpy arrangementChanged(&all, &ViewerWindows::arrangementChanged);
    QVERIFY(drag({200, 400})); // on its own screen: nothing
    QTRY_COMPARE_WITH_TIMEOUT(dropped.size(), 1, 30000);
    QCOMPARE(arrangementChanged.size(), 0);
    QCOMPARE(viewerWindows().size(), 1);
    QVERIFY(!chipOf(u"b"_s)->isDown());
}

void ViewerWindowsTest::tabsShowOneAtATime()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s), viewerDesktop(u"c"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    const QStringList ids{u"a"_s, u"b"_s, u"c"_s};
    const auto visible = [&] {
        QStringList shown;
        for (const QString &id : ids) {
            if (viewOf(id)->isVisible()) {
                shown.append(id);
            }
        }
        return shown;
    };
    QCOMPARE(visible(), ids);
    auto *splitter = viewerWindow->findChildren<QSplitter *>().at(1);
    splitter->setSizes({400, 240});
    const QList<int> sizes = splitter->sizes();
    viewerWindow->setTabbed(true);
    viewerWindow->setTabbed(false);
    QTRY_COMPARE(splitter->sizes(), sizes);
    viewerWindow->focusDesktop(qobject_cast<DesktopSession *>(m_desk->session(u"b"_s)));
    viewerWindow->setTabbed(true);
    QCOMPARE(visible(), QStringList{u"b"_s});
    QTRY_COMPARE(viewOf(u"b"_s)->size(), viewerWindow->findChild<TileArea *>()->size());
    for (DesktopChip *chip : viewerWindow->findChildren<DesktopChip *>()) {
        if (chip->session()->id() == u"c") {
            QTest::mouseClick(chip, Qt::LeftButton);
        }
    }
    QCOMPARE(visible(), QStringList{u"c"_s});
    QTest::keyClick(viewOf(u"c"_s), Qt::Key_PageDown, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(visible(), QStringList{u"a"_s});
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_PageUp, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(visible(), QStringList{u"c"_s});
    // The one that is looked at goes: another is there, never none.
    m_desk->session(u"c"_s)->stop();
    QTRY_VERIFY(!viewOf(u"c"_s));
    QVERIFY(viewOf(u"a"_s)->isVisible());
    m_desk->session(u"c"_s)->start();
    QTRY_VERIFY(viewOf(u"c"_s));
    QCOMPARE(all.look().tabbedScreens, QStringList{u"left"_s});
    const ViewerLook look = all.look();
    viewerWindow->setTabbed(false);
    QCOMPARE(visible(), ids);
    ViewerWindows other;
    all.hide();
    other.show(m_desk.get(), threeScreens, {}, look);
    QTRY_COMPARE(visible().size(), 1);
    viewerWindows().constFirst()->setTabbed(false);
    QCOMPARE(visible(), ids);
}

void ViewerWindowsTest::fullScreenHidesTheStripUntilItIsAskedFor()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    auto *strip = viewerWindow->findChild<ViewerToolbar *>();
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"300"_s, u"300"_s}));
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(viewerWindow->isFullScreenViewerWindow());
    QVERIFY(!strip->isVisible());
    QTRY_COMPARE(viewOf(u"a"_s)->size(), QGuiApplication::screens().first()->geometry().size());
    QCOMPARE(all.displayRects().value(u"lris/a"_s).size(), QSize(640, 600));
    // The pointer at the upper edge calls it, away from it it goes.
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"310"_s, u"0"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible(), 30000);
    QCOMPARE(strip->geometry().topLeft(), QPoint(0, 0));
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"300"_s, u"5"_s, u"mousemove"_s, u"--sync"_s, u"300"_s, u"400"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(!strip->isVisible(), 30000);
    // So does a key, until it is pressed again.
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(strip->isVisible());
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!strip->isVisible());
    QTest::keyClick(viewOf(u"a"_s), Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(strip->isVisible());
    QCOMPARE(viewerWindow->geometry(), QRect(0, 0, 640, 599));
    QTRY_VERIFY(viewOf(u"a"_s)->height() < 600);
}

void ViewerWindowsTest::fullScreenOfTilesShowsWhatMayNotBeMissed()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    NightIndicators indicators;
    ViewerWindows all;
    all.setIndicators(&indicators);
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    auto *strip = viewerWindow->findChild<ViewerToolbar *>();
    auto *notices = viewerWindow->findChild<FullScreenIndicators *>();
    QVERIFY(notices && !notices->isVisible());
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"300"_s, u"300"_s}));
    viewerWindow->setFullScreenViewerWindow(true);
    QVERIFY(notices->isVisible());
    QVERIFY2(notices->text().contains(u"Keyboard: "_s), qPrintable(notices->text())); // who has it, and how the toolbar comes back
    QVERIFY2(notices->text().contains(u"Toolbar: upper edge · "_s), qPrintable(notices->text()));
    indicators.setRecording(NightIndicators::Recording{u"A"_s, std::chrono::steady_clock::now(), std::chrono::seconds(60), u"Ctrl+Alt+R"_s});
    QVERIFY2(notices->text().contains(u"· A – Ctrl+Alt+R stops it"_s), qPrintable(notices->text()));
    const auto isRed = [](QColor color) {
        return color.red() > 180 && color.green() < color.red() - 60;
    };
    const QImage look = notices->grab().toImage();
    int red = 0;
    for (int y = 0; y < look.height(); ++y) {
        for (int x = 0; x < look.width(); ++x) {
            red += isRed(look.pixelColor(x, y)) ? 1 : 0;
        }
    }
    QVERIFY2(red > 50, qPrintable(notices->text())); // its dot alone has as many
    const QRect noticesRect = notices->isWindow() ? QRect(viewerWindow->mapFromGlobal(notices->pos()), notices->size()) : notices->geometry();
    QVERIFY(viewerWindow->rect().contains(noticesRect));
    const QList<QRect> titles = viewerWindow->titleRectsOnRoot();
    QCOMPARE(titles.size(), 2);
    QVERIFY(noticesRect.top() > titles.constFirst().height()); // it covers no tile's title
    indicators.showMessageOnToolbars(u"Saved a.png"_s);
    QVERIFY(notices->text().contains(u"Saved a.png"_s));
    indicators.setRecording({});
    QVERIFY(!notices->text().contains(u"REC"_s));
    all.setOpenQuestionText(u"A password is needed"_s);
    QVERIFY(notices->text().contains(u"A password is needed"_s));
    // The upper edge is a title's here; the strip says it all itself.
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"100"_s, u"0"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible(), 30000);
    QVERIFY(!notices->isVisible());
    QVERIFY(run(u"xdotool"_s, {u"mousemove"_s, u"--sync"_s, u"300"_s, u"5"_s, u"mousemove"_s, u"--sync"_s, u"300"_s, u"400"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(!strip->isVisible() && notices->isVisible(), 30000);
    viewerWindow->setFullScreenViewerWindow(false);
    QVERIFY(!notices->isVisible());
}

void ViewerWindowsTest::oneKeyAlwaysLeaves_data()
{
    QTest::addColumn<QString>("from");
    QTest::newRow("tiles") << QString();
    QTest::newRow("tabs") << u"tabs"_s;
    QTest::newRow("full screen") << u"full"_s;
    QTest::newRow("a lens") << u"lens"_s;
    QTest::newRow("all of them") << u"tabs full lens"_s;
    QTest::newRow("all of them, by another key") << u"tabs full lens key"_s;
    QTest::newRow("a key that somebody emptied") << u"full empty"_s;
}

void ViewerWindowsTest::oneKeyAlwaysLeaves()
{
    QFETCH(const QString, from);
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    ViewPrefs prefs;
    if (from.contains(u"key")) {
        prefs.keys.setKey(ViewCommand::ReleaseKeyboard, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F12));
    } else if (from.contains(u"empty")) {
        prefs.keys.setKey(ViewCommand::ReleaseKeyboard, {});
    }
    all.setPrefs(prefs);
    viewerWindow->setTabbed(from.contains(u"tabs"));
    viewerWindow->setFullScreenViewerWindow(from.contains(u"full"));
    viewerWindow->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(viewerWindow, 30000));
    viewOf(u"a"_s)->setFocus();
    viewOf(u"a"_s)->setMagnifierShown(from.contains(u"lens"));
    QSignalSpy console(&all, &ViewerWindows::consoleRequested);
    const bool isOther = from.contains(u"key");
    QTest::keyClick(viewOf(u"a"_s),
                    isOther ? Qt::Key_F12 : Qt::Key_Home,
                    isOther ? Qt::ControlModifier | Qt::ShiftModifier : Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(console.size(), 1);
    QVERIFY(!viewerWindow->isFullScreenViewerWindow());
    QVERIFY(!viewOf(u"a"_s)->isMagnifierShown());
    auto *strip = viewerWindow->findChild<ViewerToolbar *>();
    QVERIFY(strip->isVisible());
    // The strip says which key it is.
    const auto isReported = [strip, isOther] {
        return std::ranges::any_of(strip->findChildren<QLabel *>(), [isOther](const QLabel *label) {
            return label->isVisible() && label->text().startsWith(isOther ? u"Ctrl+Shift+F12" : u"Ctrl+Alt+Home");
        });
    };
    QTRY_VERIFY(isReported());
}

void ViewerWindowsTest::aDesktopHasItsColorAndItsTitle()
{
    DesktopSpec green = viewerDesktop(u"a"_s, u"left"_s);
    green.color = u"#2e8b3d"_s;
    m_desk->connectProfile(profile({green, viewerDesktop(u"b"_s, u"left"_s)}));
    auto all = std::make_unique<ViewerWindows>();
    all->show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindow, 30000));
    const auto frameOf = [this](const QString &id) {
        return qobject_cast<DesktopFrame *>(viewOf(id)->parentWidget());
    };
    const auto edge = [](QWidget *frame) {
        return frame->grab().toImage().pixelColor(1, frame->height() / 2);
    };
    QCOMPARE(edge(frameOf(u"a"_s)), QColor(u"#2e8b3d"_s));
    QCOMPARE(viewOf(u"b"_s)->x(), 0); // without a color no border
    // Color is never the only sign.
    for (const QString &id : {u"a"_s, u"b"_s}) {
        const auto *title = frameOf(id)->findChild<QLabel *>();
        QVERIFY(title->isVisible());
        QCOMPARE(title->text(), id);
    }
    viewerWindow->setColor(qobject_cast<DesktopSession *>(m_desk->session(u"b"_s)), u"#c62828"_s);
    viewerWindow->setColor(qobject_cast<DesktopSession *>(m_desk->session(u"a"_s)), QString());
    QTRY_COMPARE(viewOf(u"a"_s)->x(), 0);
    QTRY_COMPARE(edge(frameOf(u"b"_s)), QColor(u"#c62828"_s));
    const ViewerLook look = all->look();
    QCOMPARE(look.desktopColors, (QHash<QString, QString>{{u"lris/a"_s, QString()}, {u"lris/b"_s, u"#c62828"_s}}));
    all = std::make_unique<ViewerWindows>();
    all->show(m_desk.get(), threeScreens, {}, look);
    QCOMPARE(frameOf(u"b"_s)->color(), QColor(u"#c62828"_s));
    QVERIFY(!frameOf(u"a"_s)->color().isValid());
    // As the profile says, again.
    viewerWindows().constFirst()->setColor(qobject_cast<DesktopSession *>(m_desk->session(u"a"_s)), std::nullopt);
    QCOMPARE(frameOf(u"a"_s)->color(), QColor(u"#2e8b3d"_s));
    viewerWindows().constFirst()->setColor(nullptr, u"#c62828"_s); // of none
}

void ViewerWindowsTest::theTitleTellsWhereOneIs()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindows all;
    all.setTitleContext(u"LRIS, Waimea, obs1"_s);
    all.show(m_desk.get(), threeScreens);
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    QCOMPARE(viewerWindow->windowTitle(), u"a – Nightdesk Viewer: left – LRIS, Waimea, obs1"_s);
    viewerWindow->focusDesktop(qobject_cast<DesktopSession *>(m_desk->session(u"b"_s)));
    QCOMPARE(viewerWindow->windowTitle(), u"b – Nightdesk Viewer: left – LRIS, Waimea, obs1"_s);
    all.setTitleContext(u"LRIS, Hilo"_s);
    QCOMPARE(viewerWindow->windowTitle(), u"b – Nightdesk Viewer: left – LRIS, Hilo"_s);
    QCOMPARE(viewerWindow->accessibleName(), viewerWindow->windowTitle());
}

void ViewerWindowsTest::resetLayoutForgetsWhatWasArranged()
{
    m_desk->connectProfile(profile({viewerDesktop(u"a"_s, u"left"_s), viewerDesktop(u"b"_s, u"left"_s)}));
    ViewerWindows all;
    all.show(m_desk.get(), threeScreens);
    QVERIFY(QTest::qWaitForWindowExposed(viewerWindows().constFirst(), 30000));
    ViewerWindow *viewerWindow = viewerWindows().constFirst();
    const QList<int> even = viewerWindow->findChildren<QSplitter *>().at(1)->sizes();
    QVERIFY(all.look().tileSizesByDesktopKeys.isEmpty()); // nobody arranged anything
    viewerWindow->findChildren<QSplitter *>().at(1)->setSizes({500, 140});
    viewerWindow->setColor(qobject_cast<DesktopSession *>(m_desk->session(u"a"_s)), u"#c62828"_s);
    viewOf(u"a"_s)->executeCommand(ViewCommand::ZoomIn);
    all.moveDisplayTo(m_desk->session(u"b"_s), u"right"_s);
    viewerOf(u"a"_s)->setTabbed(true);
    QMenu *menu = viewerOf(u"a"_s)->findChild<ViewerToolbar *>()->menu();
    const auto actions = menu->actions();
    (*std::ranges::find(actions, u"Reset Layout"_s, &QAction::text))->trigger();
    QTRY_COMPARE(viewerWindows().size(), 1);
    const ViewerLook look = all.look();
    QVERIFY(look.desktopScalings.isEmpty() && look.desktopZooms.isEmpty() && look.desktopColors.isEmpty() && look.movedDisplayScreens.isEmpty()
            && look.tabbedScreens.isEmpty());
    QCOMPARE(viewOf(u"a"_s)->scaling(), RemoteView::Scaling::OneToOne);
    QTRY_VERIFY(qAbs(viewerWindows().constFirst()->findChildren<QSplitter *>().at(1)->sizes().constFirst() - even.constFirst()) < 10);
    QVERIFY(all.look().tileSizesByDesktopKeys.isEmpty());
}

/// Starts an X server with three monitors and runs the tests inside it, in a process that sees it from its first moment.
static int runInside(int argc, char **argv)
{
    QGuiApplication app(argc, argv);
    XServer server({.size = {1920, 600}, .threeMonitors = true});
    if (!server.start()) {
        std::fprintf(stderr, "no X server: %s\n", qPrintable(server.problem()));
        return 1;
    }
    QTemporaryDir home;
    QProcessEnvironment environment = server.environment();
    environment.insert(QString::fromLatin1(insideServer), u"1"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.insert(u"HOME"_s, home.path());
    // Without a session bus Qt's question to the desktop portal is never answered, and leaks.
    environment.insert(u"QT_NO_XDG_DESKTOP_PORTAL"_s, u"1"_s);
    QProcess tests;
    tests.setProcessEnvironment(environment);
    tests.setProcessChannelMode(QProcess::ForwardedChannels);
    tests.start(QCoreApplication::applicationFilePath(), QCoreApplication::arguments());
    QEventLoop loop;
    QObject::connect(&tests, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&tests, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    if (tests.state() != QProcess::NotRunning) {
        loop.exec();
    }
    return tests.exitStatus() == QProcess::NormalExit ? tests.exitCode() : 1;
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet(insideServer)) {
        return runInside(argc, argv);
    }
    QApplication app(argc, argv);
    ViewerWindowsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "viewerwindowstest.moc"
