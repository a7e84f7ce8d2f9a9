// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/programwindow.h"

#include "widgets/common/windowmanager.h"
#include "widgets/displays/displayactions.h"
#include "widgets/view/nightdeskkeys.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbell.h"
#include "widgets/view/viewkeyboard.h"

#include <KLocalizedString>

#include <QAction>
#include <QCloseEvent>
#include <QDialog>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QVBoxLayout>
#include <QWindow>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using DisplayCommands::Command;

namespace
{
// Time for a busy machine's window manager to place a window and add its frame.
constexpr auto settleDelay = 350ms;

/// Nightdesk's icon with @p emblem in its lower right quarter.
QIcon withEmblem(const QIcon &emblem)
{
    QIcon icon;
    for (const int side : {16, 22, 32, 48, 64, 128}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QGuiApplication::windowIcon().paint(&painter, pixmap.rect());
        emblem.paint(&painter, side / 2, side / 2, side / 2, side / 2);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}
}

ProgramWindow::ProgramWindow(AppSession *session)
    : m_appSession(session)
    , m_remoteView(new RemoteView(session, this))
    , m_displayActions(new DisplayActions(session, this))
{
    setAttribute(Qt::WA_DeleteOnClose, false);
    setAttribute(Qt::WA_QuitOnClose, false);
    setAttribute(Qt::WA_ShowWithoutActivating); // the window may appear while the user types elsewhere
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_remoteView);
    m_remoteView->setFocusFrameShown(false); // the title bar shows the focus
    m_remoteView->inputRouter()->add(InputPriority::Window, this);
    setFocusProxy(m_remoteView);
    m_correctPlacementTimer.setSingleShot(true);
    m_correctPlacementTimer.setInterval(settleDelay);
    connect(&m_correctPlacementTimer, &QTimer::timeout, this, &ProgramWindow::correctPlacement);

    connect(m_remoteView, &RemoteView::keyboardReleased, this, &ProgramWindow::consoleRequested);
    connect(m_remoteView, &RemoteView::commandRequested, this, &ProgramWindow::executeCommand);
    // Queued, so that the slot runs after the view has updated its layout for the new size.
    connect(
        m_remoteView,
        &RemoteView::resized,
        this,
        [this] {
            reportViewSize();
            updateScaling();
        },
        Qt::QueuedConnection);
    connect(m_remoteView, &RemoteView::zoomedByUser, this, [this] {
        m_isViewZoomed = m_remoteView->scaling() == RemoteView::Scaling::Zoomed;
        reportViewSize();
        updateScaling();
    });
    connect(session, &Session::stateChanged, this, &ProgramWindow::updateForState);
    connect(session, &Session::iconifiedChanged, this, &ProgramWindow::updateForMinimizedState);
    connect(session, &Session::labelChanged, this, &ProgramWindow::updateWindowTitle);
    connect(session, &AppSession::programTitleChanged, this, &ProgramWindow::updateWindowTitle);
    connect(session, &AppSession::programIconChanged, this, &ProgramWindow::updateWindowIcon);
    connect(session, &AppSession::screenAreaChanged, this, &ProgramWindow::moveToChangedMonitorArea);
    connect(session, &AppSession::raiseRequested, this, &ProgramWindow::bringToFront);
    // brings the window to the front, because the program waits for the user's answer
    connect(session, &AppSession::userQuestionAsked, this, &ProgramWindow::bringToFront);
    connect(session, &DesktopSession::viewOnlyChanged, this, &ProgramWindow::updateWindowTitle);
    connect(session, &DesktopSession::pictureChanged, this, &ProgramWindow::updateScaling);
    connect(session, &DesktopSession::factsChanged, this, &ProgramWindow::updateScaling);
    updateWindowTitle();
    updateWindowIcon();
    updateForState();
}

void ProgramWindow::setPrefs(const ViewPrefs &prefs)
{
    m_remoteView->setPrefs(prefs);
    m_remoteView->keyboard()->setSettings(prefs.input);
}

void ProgramWindow::setIndicators(NightIndicators *indicators)
{
    new ViewBell(m_remoteView, indicators);
    new NightdeskKeys(m_remoteView, indicators);
}

void ProgramWindow::updateWindowTitle()
{
    const QString own = m_appSession->programTitle();
    const QString label = m_appSession->label();
    // The label comes first because the program's title comes from the remote host and must not imitate another program's window.
    QString title = own.isEmpty() || own == m_appSession->title()
        ? label
        : i18nc("@title:window %1: what the profile calls a program, %2: what the program calls its window", "%1 – %2", label, own);
    if (m_appSession->isWatchingOtherDesk()) {
        title = i18nc("@title:window of a program that another user has started", "%1 (watching)", title);
    } else if (m_appSession->isViewOnly()) {
        title = i18nc("@info:status a desktop’s title, nothing is sent to it", "%1 (view-only)", title);
    }
    setWindowTitle(title);
    setAccessibleName(title);
}

void ProgramWindow::updateWindowIcon()
{
    const QIcon own = m_appSession->programIcon();
    setWindowIcon(own.isNull() ? QGuiApplication::windowIcon() : withEmblem(own));
}

void ProgramWindow::updateForState()
{
    const SessionState state = m_appSession->state();
    if (state == SessionState::Live) {
        m_isProgramRunning = true;
        updateWindowTitle(); // the title also says whether the program is only watched, which was not known before
    } else if (state == SessionState::Idle || state == SessionState::Ended || state == SessionState::Failed) {
        m_isProgramRunning = false;
        // After a failure the window returns to its old place; after a normal end, to the place in the profile.
        m_isWindowPlaced = m_isWindowPlaced && state == SessionState::Failed;
    }
    if (!m_isProgramRunning) {
        m_correctPlacementTimer.stop();
        hide();
    } else if (!isVisible() && !m_appSession->isIconified()) {
        if (!m_isWindowPlaced) {
            placeWindow();
        }
        show();
        updateScaling();
        reportViewSize();
        m_correctPlacementTimer.start();
    }
}

void ProgramWindow::updateForMinimizedState()
{
    if (!m_isProgramRunning) {
        return;
    }
    const bool isIconified = m_appSession->isIconified();
    if (!isIconified) {
        updateForState(); // shows the window if it is hidden
        if (isMinimized()) {
            setWindowState(windowState() & ~Qt::WindowMinimized);
        }
    } else if (!hasWindowManager()) {
        hide(); // without a window manager, a minimized window would have no icon
    } else if (!isMinimized()) {
        showMinimized();
    }
}

void ProgramWindow::bringToFront()
{
    if (!m_isProgramRunning) {
        return;
    }
    updateForMinimizedState();
    raise();
    activateWindow();
    m_remoteView->setFocus(Qt::OtherFocusReason);
}

FrameExtents ProgramWindow::frameExtents(qreal ratio) const
{
    const QMargins margins = windowHandle() ? windowHandle()->frameMargins() : QMargins();
    return {qRound(margins.left() * ratio), qRound(margins.right() * ratio), qRound(margins.top() * ratio), qRound(margins.bottom() * ratio)};
}

QRect ProgramWindow::availableArea() const
{
    const QRect told = m_appSession->screenArea();
    return told.isEmpty() ? screen()->availableGeometry() : told;
}

void ProgramWindow::moveWindowTo(const QRect &rect)
{
    m_placementCorrector.notePositionRequest(rect, PlacementCorrector::Clock::now());
    setGeometry(rect);
}

/// Places the window as the profile says. The profile's numbers are monitor pixels, as for every X program.
void ProgramWindow::placeWindow()
{
    m_placementArea = availableArea();
    if (QScreen *const there = QGuiApplication::screenAt(m_placementArea.center())) {
        setScreen(there);
    }
    const qreal ratio = devicePixelRatioF();
    const QRect glass(QPoint(), (QSizeF(m_placementArea.size()) * ratio).toSize());
    const WindowGeometry &geometry = m_appSession->windowSpec().geometry;
    const QSize size = Placement::mainWindowSize(geometry, glass, m_appSession->picture().image.size(), frameExtents(ratio));
    const QRect rect = Placement::mainWindowRect(geometry, glass, size, frameExtents(ratio));
    moveWindowTo(QRect(m_placementArea.topLeft() + (QPointF(rect.topLeft()) / ratio).toPoint(), (QSizeF(rect.size()) / ratio).toSize()));
    m_isWindowPlaced = true;
}

void ProgramWindow::correctPlacement()
{
    if (!isVisible() || isMinimized() || isMaximized() || isFullScreen()) {
        return;
    }
    // The window frame's size is now known. If the window manager placed the window elsewhere, it is moved once, not repeatedly.
    const QRect now = geometry();
    if (m_placementCorrector.mustRequestAgain(now, PlacementCorrector::Clock::now())) {
        placeWindow();
        m_correctPlacementTimer.start();
        return;
    }
    const FrameExtents extents = frameExtents(1);
    const QSize size = Placement::mainWindowSize({}, m_placementArea, now.size(), extents);
    const QRect fitting(now.topLeft(), size);
    if (const QRect there = Placement::otherWindowRect(fitting, m_placementArea, {}, extents).value_or(fitting);
        there != now && m_placementArea.contains(now.center())) {
        moveWindowTo(there);
    }
}

/// The program's monitor changed, or another monitor was chosen: moves the window there, to the same relative position.
void ProgramWindow::moveToChangedMonitorArea()
{
    const QRect before = std::exchange(m_placementArea, availableArea());
    if (!m_isWindowPlaced || before == m_placementArea || m_placementArea.isEmpty()) {
        return;
    }
    const QRect now = geometry();
    const bool wasMoved = !before.contains(now.center()) && QGuiApplication::screenAt(now.center());
    if (wasMoved) {
        return; // not moved: the user has placed the window, and it is still visible
    }
    const FrameExtents extents = frameExtents(1);
    moveWindowTo(Placement::rectForReturningWindow(now.translated(m_placementArea.topLeft() - before.topLeft()), m_placementArea, m_placementArea, extents));
    m_correctPlacementTimer.start();
}

/// The view's size in device pixels, including the space that scroll bars take now, because an image of this size needs no scroll bars.
QSize ProgramWindow::viewSizeInDevicePixels() const
{
    return ViewGeometry(m_remoteView->size(), QSize(1, 1), devicePixelRatioF(), RemoteView::Scaling::OneToOne).deviceViewSize();
}

void ProgramWindow::updateScaling()
{
    if (m_isViewZoomed || m_appSession->picture().image.isNull()) {
        return;
    }
    const QSize viewSizeInDevicePixels = this->viewSizeInDevicePixels();
    const QSize picture = m_appSession->picture().image.size();
    const bool fits = picture.width() <= viewSizeInDevicePixels.width() && picture.height() <= viewSizeInDevicePixels.height();
    // Scaled only while a resize of the server is pending, or if the image would not fit.
    const DesktopFacts facts = m_appSession->facts();
    const bool follows =
        facts.canBeResized && facts.lastResizeRefusal == RfbWire::ResizeRefusal::None && !m_appSession->isWatchingOtherDesk() && !m_appSession->isViewOnly();
    const bool isExact = picture == viewSizeInDevicePixels || (fits && !follows);
    m_remoteView->setScaling(isExact ? RemoteView::Scaling::OneToOne : RemoteView::Scaling::Fit);
}

void ProgramWindow::reportViewSize()
{
    if (!isVisible() || isMinimized()) {
        return;
    }
    m_appSession->requestDesktopSize(m_isViewZoomed ? (QSizeF(viewSizeInDevicePixels()) / m_remoteView->zoom()).toSize() : viewSizeInDevicePixels());
}

QRect ProgramWindow::imageRectOnRoot() const
{
    if (!isVisible() || isMinimized()) {
        return {};
    }
    // On X11 Qt keeps a screen's origin in root-window pixels and divides all other lengths by its pixel ratio.
    const qreal ratio = devicePixelRatioF();
    const QPoint origin = screen()->geometry().topLeft();
    const QRect rect = geometry();
    return QRect(origin + (QPointF(rect.topLeft() - origin) * ratio).toPoint(), (QSizeF(rect.size()) * ratio).toSize());
}

void ProgramWindow::askToCloseProgram()
{
    if (auto *const open = findChild<QDialog *>()) {
        open->raise();
        open->activateWindow();
    } else if (!m_appSession->isClosing()) { // if the program is closing, does nothing: the list of displays can end it at once
        m_displayActions->action(Command::Close)->trigger();
    }
}

void ProgramWindow::executeCommand(ViewCommand command)
{
    switch (command) {
    case ViewCommand::ToggleFullScreen:
        setWindowState(windowState() ^ Qt::WindowFullScreen);
        break;
    case ViewCommand::NextScreen:
    case ViewCommand::PreviousScreen:
        Q_EMIT neighborScreenRequested(command == ViewCommand::NextScreen ? 1 : -1);
        break;
    default:
        break; // the other commands have a meaning only in viewer windows
    }
}

bool ProgramWindow::filterInput(RemoteView *, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress && !isActiveWindow() && !hasWindowManager()) {
        raise(); // without a window manager, nothing else raises the window
        activateWindow();
    }
    return false;
}

void ProgramWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange && m_isProgramRunning && isMinimized() != m_appSession->isIconified()) {
        if (isMinimized()) {
            m_appSession->iconify();
        } else {
            m_appSession->deiconify();
        }
    }
}

void ProgramWindow::closeEvent(QCloseEvent *event)
{
    event->ignore();
    askToCloseProgram();
}
}
