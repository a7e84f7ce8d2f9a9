// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/preferences/shortcuts.h"
#include "app/window/consolefeatures.h"
#include "app/window/consolepages.h"
#include "sessions/desk/desk.h"
#include "sessions/display/session.h"
#include "sessions/xwindows/server/localdisplay.h"
#include "widgets/common/firstplace.h"
#include "widgets/common/shrinkablearea.h"
#include "widgets/common/windowmanager.h"
#include "widgets/facility/helpmenu.h"
#include "widgets/questions/closequestion.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/viewer/viewerwindows.h"

#include <KActionCollection>
#include <KStandardAction>

#include <QAction>
#include <QGuiApplication>
#include <QScreen>
#include <QTabWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString xDisplay()
{
    const QString platform = QGuiApplication::platformName();
    return platform == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : platform.startsWith("wayland"_L1) ? QString(LocalDisplay::waylandName) : QString();
}
}

MainWindow::MainWindow(const QString &facility, const QString &site)
    : m_console(
          new Console({.facility = facility, .site = site, .xDisplay = xDisplay(), .authority = qEnvironmentVariable("XAUTHORITY")}, this, actionCollection()))
    , m_pages(new ConsolePages(*m_console))
{
    setCentralWidget(new ShrinkableArea(m_pages));
    m_features = new ConsoleFeatures(*m_console, *m_pages, this);
    KStandardAction::quit(this, &MainWindow::close, actionCollection());
    setupGUI(QSizeF(fontMetrics().averageCharWidth() * 118, fontMetrics().height() * 34).toSize(), ToolBar | Keys | Save | Create, u"nightdeskui.rc"_s);
    WindowPlacement::resize(this, size()); // limited again, because the saved size may be from another screen
    auto *help = new HelpMenu(this, m_console->support());
    connect(help, &HelpMenu::handbookFailed, m_console->messageBar(), &MessageBar::showWarning);
    new Shortcuts(this, m_console->messageBar());
    // Must follow setupGUI(), which reads the shortcuts that the user chose.
    m_console->questions()->setBarShortcutText(actionCollection()->action(u"session_answer"_s)->shortcut().toString(QKeySequence::NativeText));

    connect(m_features, &ConsoleFeatures::titleChanged, this, qOverload<const QString &>(&MainWindow::setCaption));
    connect(m_features, &ConsoleFeatures::nightDetermined, this, &MainWindow::nightDetermined);
    connect(m_features, &ConsoleFeatures::instrumentConnected, this, &MainWindow::showNewConnection);
    connect(m_features, &ConsoleFeatures::consoleRequested, this, &MainWindow::raiseConsole);
    connect(m_features, &ConsoleFeatures::showDisplayRequested, this, &MainWindow::showDisplay);
    connect(m_pages, &ConsolePages::raiseRequested, this, &MainWindow::showDisplay);
    connect(m_console->desk(), &Desk::connectedChanged, this, &MainWindow::applyConnectedState);
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, m_console->viewerWindows(), [this](const QWindow *window) {
        // Without a window manager, this window would always cover the same part of a desktop. A click on the desktop lowers it; the release key
        // raises it again.
        if (m_console->viewerWindows()->ownsWindow(window) && !hasWindowManager()) {
            lower();
        }
    });
    m_features->start();
    applyConnectedState(false);
    m_pages->tabs()->currentWidget()->setFocus();
}

MainWindow::~MainWindow()
{
    m_features->disconnectAndSignOff();
    delete m_console; // deleted before the widgets that its features use
}

void MainWindow::connectWhenFacilityIsRead(const QString &profileId)
{
    m_console->flow()->requestById(profileId);
}

void MainWindow::showInfo(const QString &text)
{
    m_console->messageBar()->showInfo(text);
}

ConsoleFeatures *MainWindow::features() const
{
    return m_features;
}

void MainWindow::showNewConnection(bool isInPreviousLayout)
{
    m_pages->showDisplays();
    if (!isInPreviousLayout && m_console->desk()->profiles().size() == 1 && !hasWindowManager()) {
        const QRect area = screen()->availableGeometry();
        // Centered, so that the window does not cover the toolbar at the upper edge of a viewer window.
        move(area.center() - rect().center());
    }
    raiseConsole();
}

void MainWindow::applyConnectedState(bool connected)
{
    if (!connected) {
        m_console->viewerWindows()->hide();
    }
    m_pages->setConnected(connected);
}

void MainWindow::raiseConsole()
{
    if (isMinimized()) {
        showNormal();
    }
    show();
    raise();
    activateWindow();
}

void MainWindow::showDisplay(Session *session)
{
    session->deiconify(); // restored first, because the display may be minimized
    m_console->viewerWindows()->raiseDisplay(session);
    // A viewer window stays below all other windows, so this window may cover the desktop: minimize it. The release key restores it.
    const QRect place = m_console->viewerWindows()->displayRects().value(session->key());
    if (session->kind() == Session::Kind::Desktop && hasWindowManager() && place.intersects(frameGeometry())) {
        showMinimized();
    }
}

bool MainWindow::queryClose()
{
    if (qGuiApp->isSavingSession()) {
        m_console->desk()->leaveProgramsRunning();
        return true;
    }
    return !m_console->desk()->isConnected() || isCloseConfirmed(this, m_console->desk()->profiles());
}
}
