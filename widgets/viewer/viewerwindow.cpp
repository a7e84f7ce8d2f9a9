// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewerwindow.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/windowmanager.h"
#include "widgets/viewer/desktopframe.h"
#include "widgets/viewer/fullscreenindicators.h"
#include "widgets/viewer/tilearea.h"
#include "widgets/viewer/toolbarreveal.h"
#include "widgets/viewer/viewerdesktops.h"
#include "widgets/viewer/viewertoolbar.h"
#include "widgets/viewer/waitinglist.h"

#include <KLocalizedString>

#include <QCloseEvent>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>
#include <QtMath>

#include <utility>

namespace Nightdesk
{
ViewerWindow::ViewerWindow(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const ViewerLook &look)
    : m_viewerToolbar(new ViewerToolbar(screenName))
    , m_tileArea(new TileArea)
    , m_viewerDesktops(new ViewerDesktops(m_tileArea, m_viewerToolbar, this))
    , m_waitingDisplayList(new WaitingDisplayList(m_tileArea))
    , m_columnLayout(new QVBoxLayout(this))
{
    setAttribute(Qt::WA_DeleteOnClose, false);
    setAttribute(Qt::WA_QuitOnClose, false);
    setAttribute(Qt::WA_ShowWithoutActivating);
    // No "full screen" state: window managers put such windows above everything, but X programs belong above the viewer window.
    setWindowFlags(Qt::Window | Qt::FramelessWindowHint | Qt::WindowStaysOnBottomHint);
    m_columnLayout->setContentsMargins(0, 0, 0, 0);
    m_columnLayout->setSpacing(0);
    m_columnLayout->setSizeConstraint(QLayout::SetNoConstraint); // a viewer window must never reach into the next monitor, whatever its content
    m_columnLayout->addWidget(m_viewerToolbar);
    m_columnLayout->addWidget(m_tileArea, 1);
    m_toolbarReveal = new ToolbarReveal(this, m_viewerToolbar, m_viewerToolbar->menu());
    m_fullScreenIndicators = new FullScreenIndicators(this);
    connect(m_toolbarReveal, &ToolbarReveal::shownChanged, this, [this](bool shown) {
        m_fullScreenIndicators->setShownWhenNotEmpty(!shown);
    });
    connect(m_viewerToolbar, &ViewerToolbar::connectionTextChanged, m_fullScreenIndicators, &FullScreenIndicators::setConnectionText);
    connect(m_viewerToolbar, &ViewerToolbar::keyboardTextChanged, m_fullScreenIndicators, &FullScreenIndicators::setKeyboardOwnerText);
    m_viewerMenu = new ViewerMenu(this, m_viewerToolbar->menu(), m_viewerToolbar->viewOnlyAction());
    m_viewerToolbar->setReleaseKey(ViewPrefs().keys.key(ViewCommand::ReleaseKeyboard).toString(QKeySequence::NativeText));
    connect(m_viewerDesktops, &ViewerDesktops::frameAdded, this, &ViewerWindow::addFrame);
    connect(m_viewerDesktops, &ViewerDesktops::currentDesktopChanged, this, &ViewerWindow::updateWindowTitle);
    connect(m_viewerDesktops, &ViewerDesktops::titleRectsChanged, this, [this] {
        const QList<QRect> titleRects = m_viewerDesktops->titleRects(this);
        m_fullScreenIndicators->setTopMargin(titleRects.isEmpty() ? 0 : titleRects.constFirst().height());
        Q_EMIT titleRectsOnRootChanged();
    });
    connect(m_viewerDesktops, &ViewerDesktops::arrangementChanged, this, &ViewerWindow::arrangementChanged);
    connect(m_waitingDisplayList, &WaitingDisplayList::displayShowRequested, this, &ViewerWindow::displayRequested);
    connect(m_viewerToolbar, &ViewerToolbar::desktopChosen, this, &ViewerWindow::focusDesktop);
    connect(m_viewerToolbar, &ViewerToolbar::showQuestionRequested, this, &ViewerWindow::showQuestionRequested);
    connect(m_viewerToolbar, &ViewerToolbar::programProblemsRequested, this, &ViewerWindow::consoleRequested);
    connect(m_viewerToolbar, &ViewerToolbar::desktopDragged, this, &ViewerWindow::desktopDragged);
    connect(m_viewerToolbar, &ViewerToolbar::desktopDropped, this, &ViewerWindow::desktopDropped);
    m_tileArea->setTabbed(look.tabbedScreens.contains(screenName));
    setDesktops(desktops, look);
    showOnScreen(screen, screenName);
}

void ViewerWindow::showOnScreen(QScreen *screen, const QString &screenName)
{
    m_screen = screen;
    m_screenName = screenName;
    m_viewerToolbar->setScreenName(screenName);
    updateWindowTitle();
    if (isOnWayland()) {
        showFullScreenOn(this, screen);
        Q_EMIT programAreaChanged();
        return;
    }
    setScreen(screen);
    // One line shorter than the screen: openbox and Mutter treat a frameless window of exactly the screen's size as full screen and raise it, while
    // it has the focus, above X programs and the main window. Only a full-screen viewer window without X programs may cover the whole monitor.
    const bool covers = isFullScreenViewerWindow() && m_separateWindows.isEmpty();
    setGeometry(screen->geometry().adjusted(0, 0, 0, covers ? 0 : -1));
    if (std::exchange(m_coversMonitor, covers) != covers) {
        setKeptBelow(this, !covers);
    }
    Q_EMIT programAreaChanged(); // the X windows of this screen may have to move, even if the size is the same
}

const QScreen *ViewerWindow::shownScreen() const
{
    return m_screen;
}

void ViewerWindow::hideAndForgetMonitor()
{
    m_screen = nullptr;
    hide();
}

QList<DesktopSession *> ViewerWindow::desktops() const
{
    return m_viewerDesktops->allDesktops();
}

void ViewerWindow::saveLookTo(ViewerLook &look) const
{
    m_viewerDesktops->saveLookTo(look);
    look.tabbedScreens.removeAll(m_screenName);
    if (isTabbed()) {
        look.tabbedScreens.append(m_screenName);
    }
}

void ViewerWindow::resetLook()
{
    m_viewerDesktops->resetLook();
}

void ViewerWindow::addFrame(DesktopFrame *frame)
{
    RemoteView *view = frame->view();
    m_toolbarReveal->watch(view);
    m_toolbarReveal->watchWidget(frame);
    view->setCoveringRects([this, view] {
        return coveringProgramRects(view);
    });
    connect(view, &RemoteView::keyboardReleased, this, &ViewerWindow::leaveFullScreenAndShowConsole);
    connect(view, &RemoteView::commandRequested, this, &ViewerWindow::executeCommand);
}

QList<QRect> ViewerWindow::coveringProgramRects(const QWidget *view) const
{
    QList<QRect> covers;
    for (const Session *session : m_separateWindows) {
        const auto *window = qobject_cast<const WindowSession *>(session);
        const auto rect = window && !window->isIconified() ? window->windowRect() : std::nullopt;
        if (rect && m_screen) {
            const QRect there = rect->translated(-m_screen->geometry().topLeft());
            const qreal ratio = m_screen->devicePixelRatio();
            const QRect here(QPoint(qFloor(there.left() / ratio), qFloor(there.top() / ratio)),
                             QPoint(qCeil(there.right() / ratio), qCeil(there.bottom() / ratio)));
            constexpr int frame = 24; // height of the title bar that a window manager draws above the window
            covers.append(here.adjusted(0, -frame, 0, 0).translated(-view->mapTo(this, QPoint())));
        }
    }
    return covers;
}

void ViewerWindow::setDesktops(const QList<DesktopSession *> &desktops, const ViewerLook &look)
{
    m_viewerDesktops->replaceDesktops(desktops, look);
    m_waitingDisplayList->setShownWhenNotEmpty(desktops.isEmpty());
}

void ViewerWindow::setColor(DesktopSession *session, const std::optional<QString> &color)
{
    m_viewerDesktops->setColor(session, color);
}

void ViewerWindow::setTitleContext(const QString &context)
{
    m_titleContext = context;
    updateWindowTitle();
}

void ViewerWindow::updateWindowTitle()
{
    QString title =
        m_screenName.isEmpty() ? i18nc("@title:window", "Nightdesk Viewer") : i18nc("@title:window a screen's name", "Nightdesk Viewer: %1", m_screenName);
    if (const DesktopSession *shown = currentDesktop()) {
        title = i18nc("@title:window %1 is a desktop’s title, %2 the viewer window that it is in", "%1 – %2", shown->label(), title);
    }
    if (!m_titleContext.isEmpty()) {
        title = i18nc("@title:window %1 is what is shown there, %2 an instrument, a site and an account", "%1 – %2", title, m_titleContext);
    }
    setWindowTitle(title);
    setAccessibleName(title);
}

void ViewerWindow::setPrefs(const ViewPrefs &prefs)
{
    m_viewerMenu->setPrefs(prefs);
    m_fullScreenIndicators->setEndFullScreenKey(prefs.keys.key(ViewCommand::ToggleFullScreen).toString(QKeySequence::NativeText));
    m_viewerToolbar->setReleaseKey(prefs.keys.key(ViewCommand::ReleaseKeyboard).toString(QKeySequence::NativeText));
    m_viewerDesktops->setPrefs(prefs);
}

void ViewerWindow::setScreens(const QList<MoveTargetScreen> &screens)
{
    m_viewerMenu->setScreens(screens);
}

void ViewerWindow::executeCommand(ViewCommand command)
{
    switch (command) {
    case ViewCommand::ToggleFullScreen:
        setFullScreenViewerWindow(!isFullScreenViewerWindow());
        return;
    case ViewCommand::ToggleToolbar:
        m_toolbarReveal->toggle();
        return;
    case ViewCommand::NextDesktop:
    case ViewCommand::PreviousDesktop:
        if (DesktopSession *other = m_viewerDesktops->neighborDesktop(command == ViewCommand::NextDesktop ? 1 : -1)) {
            focusDesktop(other);
        }
        return;
    case ViewCommand::NextScreen:
    case ViewCommand::PreviousScreen:
        if (currentDesktop()) {
            Q_EMIT neighborScreenRequested(currentDesktop(), command == ViewCommand::NextScreen ? 1 : -1);
        }
        return;
    case ViewCommand::ReleaseKeyboard:
        leaveFullScreenAndShowConsole();
        return;
    case ViewCommand::ToggleMagnifier:
    case ViewCommand::ToggleFigures:
    case ViewCommand::ZoomIn:
    case ViewCommand::ZoomOut:
    case ViewCommand::ActualSize:
    case ViewCommand::Fit:
        if (RemoteView *view = currentView()) {
            view->executeCommand(command);
        }
    }
}

void ViewerWindow::leaveFullScreenAndShowConsole()
{
    m_viewerDesktops->hideMagnifiers();
    setFullScreenViewerWindow(false);
    Q_EMIT consoleRequested();
}

bool ViewerWindow::isTabbed() const
{
    return m_tileArea->isTabbed();
}

void ViewerWindow::setTabbed(bool tabbed)
{
    if (tabbed == isTabbed()) {
        return;
    }
    m_viewerDesktops->setTabbed(tabbed);
}

bool ViewerWindow::isFullScreenViewerWindow() const
{
    return m_toolbarReveal->autoHidesToolbar();
}

void ViewerWindow::setFullScreenViewerWindow(bool full)
{
    if (full == isFullScreenViewerWindow()) {
        return;
    }
    if (full) {
        m_columnLayout->removeWidget(m_viewerToolbar);
    } else {
        m_columnLayout->insertWidget(0, m_viewerToolbar);
    }
    m_toolbarReveal->setAutoHidesToolbar(full);
    if (m_screen) {
        showOnScreen(m_screen, m_screenName);
    }
}

void ViewerWindow::setDropTarget(bool target)
{
    if (std::exchange(m_isDropTarget, target) != target) {
        m_viewerToolbar->setDropHintShown(target);
    }
}

DesktopSession *ViewerWindow::currentDesktop() const
{
    return m_viewerDesktops->currentDesktop();
}

RemoteView *ViewerWindow::currentView() const
{
    return m_viewerDesktops->viewOf(currentDesktop());
}

void ViewerWindow::focusDesktop(DesktopSession *session)
{
    if (RemoteView *view = m_viewerDesktops->viewOf(session)) {
        m_viewerDesktops->setCurrent(session);
        activateWindow();
        view->setFocus(Qt::OtherFocusReason);
    }
}

void ViewerWindow::setOpenQuestionText(const QString &words)
{
    m_viewerToolbar->setOpenQuestionText(words);
    m_fullScreenIndicators->setOpenQuestionText(words);
}

void ViewerWindow::setKeyboardOwnerTexts(const KeyboardOwnerTexts &words)
{
    m_viewerToolbar->setKeyboardOwnerTexts(words);
}

void ViewerWindow::setIndicators(NightIndicators *indicators)
{
    m_viewerToolbar->setIndicators(indicators);
    m_fullScreenIndicators->setIndicators(indicators);
    m_viewerDesktops->setIndicators(indicators);
    m_viewerMenu->setIndicators(indicators);
}

void ViewerWindow::setSessionsOfScreen(const QList<Session *> &sessions)
{
    m_waitingDisplayList->setSessions(sessions);
}

void ViewerWindow::setSeparateWindows(const QList<Session *> &windows)
{
    const bool were = !m_separateWindows.isEmpty();
    m_separateWindows = windows;
    QList<WindowSession *> foreign; // the other programs show their state in their own windows
    for (Session *session : windows) {
        if (auto *window = qobject_cast<WindowSession *>(session)) {
            foreign.append(window);
        }
    }
    m_viewerToolbar->setWindowSessions(foreign);
    if (were == windows.isEmpty() && isFullScreenViewerWindow() && m_screen) {
        showOnScreen(m_screen, m_screenName); // decides again whether to cover the whole monitor, because X programs appeared or disappeared
    }
}

QRect ViewerWindow::rectOnRoot(const QRect &local) const
{
    if (!m_screen) {
        return {};
    }
    // On X11 Qt keeps a screen's origin in root-window pixels and divides sizes by its pixel ratio.
    const qreal ratio = m_screen->devicePixelRatio();
    const QPoint origin = m_screen->geometry().topLeft();
    return QRect(origin + (QPointF(local.topLeft()) * ratio).toPoint(), (QSizeF(local.size()) * ratio).toSize());
}

QRect ViewerWindow::programAreaOnRoot() const
{
    return rectOnRoot(m_tileArea->geometry());
}

QList<QRect> ViewerWindow::titleRectsOnRoot() const
{
    QList<QRect> titleRects;
    for (const QRect &line : m_viewerDesktops->titleRects(this)) {
        titleRects.append(rectOnRoot(line));
    }
    return titleRects;
}

QRect ViewerWindow::programArea() const
{
    return m_screen ? m_tileArea->geometry().translated(m_screen->geometry().topLeft()) : QRect();
}

QRect ViewerWindow::imageRectOnRoot(const DesktopSession *session) const
{
    const RemoteView *view = m_viewerDesktops->viewOf(session);
    if (!view) {
        return {};
    }
    const QRect picture = view->remoteRectOnWidget();
    const QRect local = picture.isNull() ? view->rect() : picture;
    return rectOnRoot(QRect(view->mapTo(this, local.topLeft()), local.size()));
}

QSize ViewerWindow::viewSizeOf(const DesktopSession *session) const
{
    const RemoteView *view = m_viewerDesktops->viewOf(session);
    return view ? (QSizeF(view->size()) * view->devicePixelRatioF()).toSize() : QSize();
}

void ViewerWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    lower();
    m_viewerDesktops->applyAutomaticScalings();
}

void ViewerWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    Q_EMIT programAreaChanged();
}

void ViewerWindow::closeEvent(QCloseEvent *event)
{
    // Closing by the window manager (a key meant for a program below, a task bar) would leave the desktops without a window. They are closed from the
    // console.
    if (event->spontaneous()) {
        event->ignore();
        Q_EMIT consoleRequested();
        return;
    }
    QWidget::closeEvent(event);
}

void ViewerWindow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Dark).darker(180));
}
}
