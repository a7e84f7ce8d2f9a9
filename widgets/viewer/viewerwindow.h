// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/remoteview.h"
#include "widgets/viewer/keyboardowner.h"
#include "widgets/viewer/viewerlook.h"
#include "widgets/viewer/viewermenu.h"

#include <QPointer>
#include <QWidget>

class QScreen;
class QVBoxLayout;

namespace Nightdesk
{
class DesktopFrame;
class DesktopSession;
class FullScreenIndicators;
class NightIndicators;
class ViewerDesktops;
class ViewerToolbar;
class ToolbarReveal;
class TileArea;
class WaitingDisplayList;

/// The viewer window on one monitor: the toolbar, and below it the desktops of that screen: one, or several in tiles with draggable splits, or as
/// tabs. Stays below the X windows of the same screen. In full screen the toolbar appears on request. GUI thread, owned by ViewerWindows.
class ViewerWindow : public QWidget
{
    Q_OBJECT
public:
    ViewerWindow(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const ViewerLook &look = {});

    /// Frames of desktops that are already shown are kept unchanged. @p look: the arrangement from which added desktops get theirs.
    void setDesktops(const QList<DesktopSession *> &desktops, const ViewerLook &look);
    /// Moves the viewer window to the monitor @p screen. @p screenName: the site's name of this screen, for the title.
    void showOnScreen(QScreen *screen, const QString &screenName);
    const QScreen *shownScreen() const; ///< the monitor that the viewer window is on; null: none
    /// The monitor is being disconnected: hides the viewer window until showOnScreen().
    void hideAndForgetMonitor();
    QList<DesktopSession *> desktops() const; ///< the desktops in the order passed to setDesktops()
    void saveLookTo(ViewerLook &look) const;
    /// Discards all arrangements of the user.
    void resetLook();

    /// Instrument, site and account for the window title; empty: not shown.
    void setTitleContext(const QString &context);
    void setPrefs(const ViewPrefs &prefs);
    void setScreens(const QList<MoveTargetScreen> &screens);

    /// The rectangle below the toolbar, in root-window pixels: where X windows of this screen belong.
    QRect programAreaOnRoot() const;
    QList<QRect> titleRectsOnRoot() const; ///< the title lines of the tiles, which X programs must not cover
    QRect programArea() const; ///< like programAreaOnRoot(), but in Qt's device-independent pixels
    /// The rectangle of the desktop's image, in root-window pixels; null: not on this viewer window.
    QRect imageRectOnRoot(const DesktopSession *session) const;
    /// size of the desktop's view in monitor pixels; empty: the desktop is not on this viewer window
    QSize viewSizeOf(const DesktopSession *session) const;
    void focusDesktop(DesktopSession *session);
    DesktopSession *currentDesktop() const; ///< the desktop that has or last had the focus; null: there is none
    RemoteView *currentView() const;
    void setOpenQuestionText(const QString &words);
    void setKeyboardOwnerTexts(const KeyboardOwnerTexts &words); ///< sets the texts that say which window has the keyboard
    /// Sets the source of clocks, bell and keys; call this only once.
    void setIndicators(NightIndicators *indicators);
    /// All displays that belong on this screen, open or not: a viewer window without an open desktop lists what each of them waits for.
    void setSessionsOfScreen(const QList<Session *> &sessions);
    void setSeparateWindows(const QList<Session *> &windows); ///< programs of this screen that have separate windows

    bool isTabbed() const;
    bool isFullScreenViewerWindow() const;
    /// Shows that a dragged desktop would be dropped on this viewer window.
    void setDropTarget(bool target);

public Q_SLOTS:
    void setTabbed(bool tabbed);
    void setFullScreenViewerWindow(bool full);
    void executeCommand(Nightdesk::ViewCommand command);
    /// An empty optional stands for the profile's color, an empty text for no color.
    void setColor(Nightdesk::DesktopSession *session, const std::optional<QString> &color);

Q_SIGNALS:
    void titleRectsOnRootChanged(); ///< titleRectsOnRoot() may have changed
    /// The release key or a menu entry asks for the main window.
    void consoleRequested();
    void showQuestionRequested(); ///< the user wants to see the open question, to answer it
    void programAreaChanged();
    void displayRequested(Nightdesk::Session *session); ///< the user wants to see a hidden display again
    void endNightRequested();
    void arrangementChanged(); ///< the user changed something that saveLookTo() saves
    void resetAllLooksRequested(); ///< the user wants to discard the arrangement, scaling and colors of the desktops in all viewer windows
    void moveRequested(Nightdesk::DesktopSession *session, const QString &screenName);
    void neighborScreenRequested(Nightdesk::DesktopSession *session, int step); ///< 1: to the next screen; -1: to the previous one
    void desktopDragged(const QPoint &global);
    void desktopDropped(Nightdesk::DesktopSession *session, const QPoint &global);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void addFrame(DesktopFrame *frame);
    QList<QRect> coveringProgramRects(const QWidget *view) const; ///< X programs that cover the view
    void updateWindowTitle();
    void leaveFullScreenAndShowConsole();
    QRect rectOnRoot(const QRect &local) const;

    QPointer<QScreen> m_screen;
    QString m_screenName;
    QString m_titleContext;
    ViewerToolbar *m_viewerToolbar;
    TileArea *m_tileArea;
    ViewerDesktops *m_viewerDesktops;
    WaitingDisplayList *m_waitingDisplayList;
    QVBoxLayout *m_columnLayout;
    ToolbarReveal *m_toolbarReveal;
    FullScreenIndicators *m_fullScreenIndicators; ///< notices that are visible while the toolbar is hidden
    ViewerMenu *m_viewerMenu;
    QList<Session *> m_separateWindows;
    bool m_isDropTarget = false;
    bool m_coversMonitor = false; ///< the viewer window covers its whole monitor
};
}
