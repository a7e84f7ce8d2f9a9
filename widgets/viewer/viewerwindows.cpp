// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewerwindows.h"

#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/viewer/keyboardowner.h"
#include "widgets/viewer/programnotices.h"
#include "widgets/viewer/programwindow.h"
#include "widgets/viewer/viewerlooktext.h"
#include "widgets/viewer/viewerwindow.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <map>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Whether a desktop belongs on a viewer window now.
bool belongsOnViewerWindow(const Session *session)
{
    return session->state() != SessionState::Idle && session->state() != SessionState::Ended && !session->isIconified();
}

/// The session as a desktop for a viewer window; null: it has a separate window, or @p session is null.
DesktopSession *viewerDesktopOf(Session *session)
{
    return session && session->kind() == Session::Kind::Desktop ? qobject_cast<DesktopSession *>(session) : nullptr;
}
}

ViewerWindows::ViewerWindows(QObject *parent)
    : QObject(parent)
    , m_keyboardOwnerTracker(new KeyboardOwnerTracker(this))
    , m_programNotices(new ProgramNotices(this))
{
    connect(m_keyboardOwnerTracker, &KeyboardOwnerTracker::keyboardOwnerTextsChanged, this, &ViewerWindows::showKeyboardOwner);
    m_rebuildTimer.setSingleShot(true);
    connect(&m_rebuildTimer, &QTimer::timeout, this, &ViewerWindows::rebuild);
    connect(&m_deskMonitorWatcher, &DeskMonitorWatcher::monitorsChanged, this, &ViewerWindows::rebuild);
    connect(&m_deskMonitorWatcher, &DeskMonitorWatcher::screenAboutToBeRemoved, this, &ViewerWindows::hideWindowsOfRemovedMonitor);
}

ViewerWindows::~ViewerWindows() = default;

void ViewerWindows::show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen, const ViewerLook &look)
{
    hide();
    m_desk = desk;
    m_siteScreenNames = screenNames;
    m_screenMapping = chosen;
    m_viewerLook = look;
    for (Session *session : desk->sessions()) {
        add(session);
    }
    connect(desk, &Desk::sessionAdded, this, &ViewerWindows::add);
    connect(desk, &Desk::sessionAboutToBeRemoved, this, &ViewerWindows::forgetSession);
    connect(desk, &Desk::profileConnected, this, &ViewerWindows::rebuild);
    rebuild();
    Q_EMIT arrangementChanged();
}

void ViewerWindows::hide()
{
    m_viewerWindows.clear();
    m_programWindows.clear();
    m_programNotices->clear();
    if (m_desk) {
        m_desk->disconnect(this);
        for (const Session *session : std::as_const(m_sessions)) {
            session->disconnect(this);
        }
    }
    m_rebuildTimer.stop();
    m_sessions.clear();
    m_keyboardOwnerTracker->setSessions({});
    m_shownDesktops.clear();
    m_viewerLook = {};
    m_desk = nullptr;
}

void ViewerWindows::add(Session *session)
{
    if (m_sessions.contains(session)) {
        return;
    }
    m_sessions.append(session);
    m_keyboardOwnerTracker->setSessions(m_sessions);
    connect(session, &Session::stateChanged, this, &ViewerWindows::rebuildIfNeeded);
    connect(session, &Session::iconifiedChanged, this, &ViewerWindows::rebuildIfNeeded);
    if (auto *app = qobject_cast<AppSession *>(session)) {
        addProgramWindow(app);
    } else if (auto *window = qobject_cast<WindowSession *>(session)) {
        m_programNotices->add(window);
    }
    m_rebuildTimer.start();
}

void ViewerWindows::addProgramWindow(AppSession *session)
{
    auto window = std::make_unique<ProgramWindow>(session);
    window->setPrefs(m_viewPrefs);
    if (m_nightIndicators) {
        window->setIndicators(m_nightIndicators);
    }
    connect(window.get(), &ProgramWindow::consoleRequested, this, &ViewerWindows::consoleRequested);
    const auto move = [this, session](int step) {
        moveToNeighborScreen(session, step);
    };
    connect(window.get(), &ProgramWindow::neighborScreenRequested, this, move, Qt::QueuedConnection);
    m_programWindows.push_back(std::move(window));
}

void ViewerWindows::forgetSession(Session *session)
{
    session->disconnect(this);
    std::erase_if(m_programWindows, [session](const auto &window) {
        return window->session() == session;
    });
    if (const auto *window = qobject_cast<const WindowSession *>(session)) {
        m_programNotices->remove(window);
    }
    m_sessions.removeOne(session);
    m_keyboardOwnerTracker->setSessions(m_sessions);
    rebuild(); // immediately, because the session is about to be deleted
}

void ViewerWindows::showKeyboardOwner()
{
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setKeyboardOwnerTexts(m_keyboardOwnerTracker->keyboardOwnerTexts());
    }
}

void ViewerWindows::rebuildIfNeeded()
{
    const bool isOther = std::ranges::any_of(m_sessions, [this](const Session *session) {
        return session->kind() == Session::Kind::Desktop && belongsOnViewerWindow(session) != m_shownDesktops.contains(session);
    });
    if (isOther) {
        m_rebuildTimer.start(); // delayed, because a desktop that is restarted ends for a moment and must keep its place
    }
}

void ViewerWindows::mergeStoredLook(const ViewerLook &storedLook)
{
    const ViewerLook now = std::exchange(m_viewerLook, storedLook);
    ViewerLookText::merge(m_viewerLook, now);
    m_viewerLook.tabbedScreens = now.tabbedScreens.isEmpty() ? storedLook.tabbedScreens : now.tabbedScreens;
}

bool ViewerWindows::areShown() const
{
    return m_desk != nullptr;
}

void ViewerWindows::setTitleContext(const QString &context)
{
    m_titleContext = context;
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setTitleContext(context);
    }
}

void ViewerWindows::setPrefs(const ViewPrefs &prefs)
{
    m_viewPrefs = prefs;
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setPrefs(prefs);
    }
    for (const auto &window : m_programWindows) {
        window->setPrefs(prefs);
    }
}

void ViewerWindows::moveDisplayTo(Session *session, const QString &screenName)
{
    if (!m_sessions.contains(session)) {
        return;
    }
    m_viewerLook = look(); // saves the current sizes before the move
    m_viewerLook.movedDisplayScreens.insert(session->key(), screenName);
    rebuild();
    Q_EMIT arrangementChanged();
}

void ViewerWindows::resetLook()
{
    m_viewerLook = {};
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->resetLook();
    }
    rebuild();
    Q_EMIT arrangementChanged();
}

int ViewerWindows::monitorOf(const Session *session) const
{
    return m_displayPlaces.monitorFor(session->screenName(), m_viewerLook.movedDisplayScreens.value(session->key()));
}

void ViewerWindows::moveToNeighborScreen(Session *session, int step)
{
    if (!m_sessions.contains(session)) {
        return; // the session was removed in the meantime
    }
    if (const auto monitor = m_displayPlaces.neighborMonitor(monitorOf(session), step)) {
        moveDisplayTo(session, m_displayPlaces.targetNameOf(*monitor));
        raiseDisplay(session);
    }
}

void ViewerWindows::showDropTarget(const QPoint &global)
{
    const QScreen *screen = QGuiApplication::screenAt(global);
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setDropTarget(screen && entry.viewerWindow->shownScreen() == screen);
    }
}

void ViewerWindows::dropDesktop(DesktopSession *session, const QPoint &global)
{
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setDropTarget(false);
    }
    const qsizetype monitor = QGuiApplication::screens().indexOf(QGuiApplication::screenAt(global));
    if (m_sessions.contains(session) && m_displayPlaces.screenMap().monitorIndexesLeftToRight().contains(monitor) && monitor != monitorOf(session)) {
        moveDisplayTo(session, m_displayPlaces.targetNameOf(static_cast<int>(monitor)));
        raiseDisplay(session);
    }
}

void ViewerWindows::setOpenQuestionText(const QString &words)
{
    m_questionText = words;
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setOpenQuestionText(words);
    }
}

void ViewerWindows::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
}

void ViewerWindows::setScreenMapping(const ScreenMapping &chosen)
{
    m_screenMapping = chosen;
    rebuild();
}

void ViewerWindows::hideWindowsOfRemovedMonitor(const QScreen *screen)
{
    // Qt would move the viewer window to another monitor, over the viewer window there; rebuild() finds a place for it.
    for (Entry &entry : m_viewerWindows) {
        if (entry.viewerWindow->shownScreen() == screen) {
            entry.viewerWindow->hideAndForgetMonitor();
        }
    }
}

ViewerLook ViewerWindows::look() const
{
    ViewerLook look = m_viewerLook;
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->saveLookTo(look);
    }
    return look;
}

std::unique_ptr<ViewerWindow> ViewerWindows::makeViewerWindow(int monitor, const QList<DesktopSession *> &desktops)
{
    auto viewerWindow = std::make_unique<ViewerWindow>(QGuiApplication::screens().at(monitor),
                                                       m_displayPlaces.screenMap().viewerWindowTitleOf(monitor),
                                                       desktops,
                                                       m_viewerLook);
    connect(viewerWindow.get(), &ViewerWindow::consoleRequested, this, &ViewerWindows::consoleRequested);
    connect(viewerWindow.get(), &ViewerWindow::endNightRequested, this, &ViewerWindows::endNightRequested);
    connect(viewerWindow.get(), &ViewerWindow::arrangementChanged, this, &ViewerWindows::arrangementChanged);
    connect(viewerWindow.get(), &ViewerWindow::showQuestionRequested, this, &ViewerWindows::showQuestionRequested);
    connect(viewerWindow.get(),
            &ViewerWindow::resetAllLooksRequested,
            this,
            &ViewerWindows::resetLook,
            Qt::QueuedConnection); // queued, because a menu of the viewer window emits the signal and the slot may delete the window
    connect(viewerWindow.get(), &ViewerWindow::moveRequested, this, &ViewerWindows::moveDisplayTo, Qt::QueuedConnection);
    connect(viewerWindow.get(), &ViewerWindow::neighborScreenRequested, this, &ViewerWindows::moveToNeighborScreen, Qt::QueuedConnection);
    connect(viewerWindow.get(), &ViewerWindow::desktopDragged, this, &ViewerWindows::showDropTarget);
    connect(viewerWindow.get(), &ViewerWindow::desktopDropped, this, &ViewerWindows::dropDesktop);
    viewerWindow->setPrefs(m_viewPrefs);
    viewerWindow->setTitleContext(m_titleContext);
    viewerWindow->setOpenQuestionText(m_questionText);
    viewerWindow->setKeyboardOwnerTexts(m_keyboardOwnerTracker->keyboardOwnerTexts());
    if (m_nightIndicators) {
        viewerWindow->setIndicators(m_nightIndicators);
    }
    connect(viewerWindow.get(), &ViewerWindow::programAreaChanged, this, &ViewerWindows::placeWindows);
    connect(viewerWindow.get(), &ViewerWindow::titleRectsOnRootChanged, this, &ViewerWindows::placeWindows, Qt::QueuedConnection);
    connect(viewerWindow.get(), &ViewerWindow::displayRequested, this, &ViewerWindows::displayRequested);
    return viewerWindow;
}

void ViewerWindows::rebuild()
{
    if (!m_desk) {
        return;
    }
    m_rebuildTimer.stop();
    const QList<QScreen *> screens = QGuiApplication::screens();
    QStringList names = m_siteScreenNames;
    for (const Session *session : std::as_const(m_sessions)) {
        if (!session->screenName().isEmpty() && !names.contains(session->screenName())) {
            names.append(session->screenName());
        }
    }
    // Sorted as in the desk, so that the displays of a profile that is connected again have their earlier positions.
    std::ranges::sort(m_sessions, {}, [all = m_desk->sessions()](Session *session) {
        return all.indexOf(session);
    });
    m_displayPlaces = DisplayPlaces(names, DeskMonitorWatcher::currentMonitors(), m_screenMapping);
    m_viewerLook = look();
    m_shownDesktops.clear();
    std::map<int, QList<DesktopSession *>> desktops;
    for (Session *session : std::as_const(m_sessions)) {
        DesktopSession *desktop = viewerDesktopOf(session);
        if (desktop && !belongsOnViewerWindow(session)) {
            continue;
        }
        if (desktop) {
            m_shownDesktops.insert(session);
        }
        if (const int monitor = monitorOf(session); monitor >= 0) {
            QList<DesktopSession *> &list = desktops[monitor]; // empty for a monitor with X programs only
            if (desktop) {
                list.append(desktop);
            }
        }
    }
    // First reuse viewer windows whose desktops stay together, on any monitor; then viewer windows that stay on their monitor.
    std::vector<Entry> kept;
    for (const auto &[monitor, list] : desktops) {
        const auto same = std::ranges::find_if(m_viewerWindows, [&list](const Entry &entry) {
            return entry.viewerWindow && entry.viewerWindow->desktops() == list;
        });
        kept.push_back({monitor, same == m_viewerWindows.end() ? nullptr : std::move(same->viewerWindow)});
    }
    for (Entry &entry : kept) {
        const auto here = std::ranges::find_if(m_viewerWindows, [&](const Entry &old) {
            return old.viewerWindow && old.viewerWindow->shownScreen() == screens.at(entry.monitor);
        });
        if (!entry.viewerWindow && here != m_viewerWindows.end()) {
            entry.viewerWindow = std::move(here->viewerWindow);
        }
    }
    m_viewerWindows.clear(); // deletes unused viewer windows first: two viewer windows must never share a monitor, even briefly
    // A desktop leaves its old viewer window before it is added to the new one: it is never shown twice.
    for (const Entry &entry : kept) {
        if (entry.viewerWindow) {
            QList<DesktopSession *> staying = entry.viewerWindow->desktops();
            const QList<DesktopSession *> &wanted = desktops.at(entry.monitor);
            staying.removeIf([&wanted](DesktopSession *session) {
                return !wanted.contains(session);
            });
            if (staying != entry.viewerWindow->desktops()) {
                entry.viewerWindow->setDesktops(staying, m_viewerLook);
            }
        }
    }
    for (Entry &entry : kept) {
        const QList<DesktopSession *> &wanted = desktops.at(entry.monitor);
        if (!entry.viewerWindow) {
            entry.viewerWindow = makeViewerWindow(entry.monitor, wanted);
        } else {
            if (entry.viewerWindow->desktops() != wanted) {
                entry.viewerWindow->setDesktops(wanted, m_viewerLook);
            }
            entry.viewerWindow->showOnScreen(screens.at(entry.monitor), m_displayPlaces.screenMap().viewerWindowTitleOf(entry.monitor));
        }
        entry.viewerWindow->setScreens(m_displayPlaces.targetScreens(entry.monitor));
        entry.viewerWindow->show();
        m_viewerWindows.push_back(std::move(entry));
    }
    placeWindows();
}

void ViewerWindows::placeWindows()
{
    if (!m_desk) {
        return;
    }
    std::map<int, QList<Session *>> windows;
    std::map<int, QList<Session *>> belonging;
    for (Session *session : std::as_const(m_sessions)) {
        belonging[monitorOf(session)].append(session);
        if (viewerDesktopOf(session)) {
            continue;
        }
        const int monitor = monitorOf(session);
        windows[monitor].append(session);
        for (const Entry &entry : m_viewerWindows) {
            if (entry.monitor != monitor || entry.viewerWindow->programAreaOnRoot().isEmpty()) {
                continue;
            }
            if (auto *window = qobject_cast<WindowSession *>(session)) {
                window->setTitleLinesToKeepVisible(entry.viewerWindow->titleRectsOnRoot());
                window->setScreenArea(entry.viewerWindow->programAreaOnRoot());
            } else if (auto *app = qobject_cast<AppSession *>(session)) {
                app->setScreenArea(entry.viewerWindow->programArea());
            }
        }
    }
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->setSeparateWindows(windows[entry.monitor]);
        entry.viewerWindow->setSessionsOfScreen(belonging[entry.monitor]);
    }
}

void ViewerWindows::raiseDisplay(Session *session)
{
    if (auto *window = qobject_cast<WindowSession *>(session)) {
        window->raise();
        return;
    }
    if (auto *app = qobject_cast<AppSession *>(session)) {
        app->raise();
        return;
    }
    if (m_rebuildTimer.isActive()) {
        rebuild(); // a minimized desktop may be returning to its viewer window
    }
    DesktopSession *desktop = viewerDesktopOf(session);
    for (const Entry &entry : m_viewerWindows) {
        entry.viewerWindow->focusDesktop(desktop); // does nothing in the viewer windows that do not show it
    }
}

bool ViewerWindows::ownsWindow(const QWindow *window) const
{
    const bool isViewerWindow = std::ranges::any_of(m_viewerWindows, [window](const Entry &entry) {
        return entry.viewerWindow->windowHandle() == window;
    });
    return window && (isViewerWindow || std::ranges::contains(m_programWindows, window, &ProgramWindow::windowHandle));
}

QHash<QString, QRect> ViewerWindows::displayRects() const
{
    QHash<QString, QRect> displayRects;
    const auto add = [&displayRects](const Session *session, const QRect &rect) {
        if (!rect.isNull()) {
            displayRects.insert(session->key(), rect);
        }
    };
    for (Session *session : m_sessions) {
        if (const auto *window = qobject_cast<const WindowSession *>(session)) {
            add(session, window->windowRect().value_or(QRect()));
        }
    }
    for (const auto &window : m_programWindows) {
        add(window->session(), window->imageRectOnRoot());
    }
    for (const Entry &entry : m_viewerWindows) {
        for (const DesktopSession *desktop : entry.viewerWindow->desktops()) {
            add(desktop, entry.viewerWindow->imageRectOnRoot(desktop));
        }
    }
    return displayRects;
}

QHash<QString, QSize> ViewerWindows::viewSizes() const
{
    QHash<QString, QSize> viewSizes;
    for (const Entry &entry : m_viewerWindows) {
        for (const DesktopSession *session : entry.viewerWindow->desktops()) {
            if (const QSize room = entry.viewerWindow->viewSizeOf(session); !room.isEmpty()) {
                viewSizes.insert(session->key(), room);
            }
        }
    }
    return viewSizes;
}

const ScreenMap &ViewerWindows::screenMap() const
{
    return m_displayPlaces.screenMap();
}
}
