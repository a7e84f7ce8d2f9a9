// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/screens/deskmonitors.h"
#include "widgets/view/viewprefs.h"
#include "widgets/viewer/displayplaces.h"
#include "widgets/viewer/viewerlook.h"

#include <QObject>
#include <QPoint>
#include <QSet>
#include <QTimer>

#include <memory>
#include <vector>

class QScreen;
class QWindow;

namespace Nightdesk
{
class AppSession;
class Desk;
class DesktopSession;
class KeyboardOwnerTracker;
class NightIndicators;
class ProgramNotices;
class ProgramWindow;
class Session;
class ViewerWindow;

/// The viewer windows of a workstation: one on each monitor that has displays. A desktop that is closed or minimized leaves its viewer window, an opened one is
/// added to its viewer window, and one can be moved to another; other desktops are not changed. When monitors change, or the user chooses others, a viewer
/// window whose desktops stay together moves with its splits and scalings. Sets the screen area of X programs. GUI thread. Owned by Console.
class ViewerWindows : public QObject
{
    Q_OBJECT
public:
    explicit ViewerWindows(QObject *parent = nullptr);
    ~ViewerWindows() override;

    /// @p screenNames are the site's screens, from left to right; @p chosen assigns them to the monitors of this workstation. @p look is the
    /// arrangement to restore. @p desk must outlive this, or be removed with hide().
    void show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen = {}, const ViewerLook &look = {});
    void hide();
    /// Assigns the screens to other monitors, and moves the viewer windows there at once.
    void setScreenMapping(const ScreenMapping &chosen);

    /// Adds the stored arrangement of desktops that will be shown soon. What the user has arranged since the start has priority.
    void mergeStoredLook(const ViewerLook &storedLook);
    bool areShown() const;
    /// Sets a text for the titles of the viewer windows: instrument, site and account.
    void setTitleContext(const QString &context);
    void setPrefs(const ViewPrefs &prefs);
    /// Moves the display to a screen's name, or to "@" and a monitor's connector. Saved in look().
    void moveDisplayTo(Session *session, const QString &screenName);
    /// Discards all arrangements of the user.
    void resetLook();
    /// A question waits for the user: shown on every viewer window, because the main window may be covered. Empty: no question.
    void setOpenQuestionText(const QString &words);
    /// What all viewer windows show about the session; must outlive this. Until this is called, they show only UT.
    void setIndicators(NightIndicators *indicators);

    /// Brings the display to the front and gives it the keyboard.
    void raiseDisplay(Session *session);
    /// Whether @p window is a viewer window, or the window of a program in a private X server.
    bool ownsWindow(const QWindow *window) const;
    /// The rectangle of each display, by Session::key(), in root-window pixels.
    QHash<QString, QRect> displayRects() const;
    /// The size of the view of each desktop, by Session::key(), in pixels of its monitor.
    QHash<QString, QSize> viewSizes() const;
    const ScreenMap &screenMap() const;
    /// The current arrangement.
    ViewerLook look() const;

Q_SIGNALS:
    void consoleRequested();
    void endNightRequested();
    void arrangementChanged(); ///< look() may have changed
    void showQuestionRequested(); ///< the user wants to see the open question, to answer it
    void displayRequested(Nightdesk::Session *session); ///< the user wants to see a hidden display again

private:
    void add(Session *session);
    void addProgramWindow(AppSession *session);
    void forgetSession(Session *session);
    void showKeyboardOwner();
    void rebuildIfNeeded();
    void rebuild();
    void placeWindows();
    void hideWindowsOfRemovedMonitor(const QScreen *screen);
    int monitorOf(const Session *session) const;
    void moveToNeighborScreen(Session *session, int step);
    void showDropTarget(const QPoint &global);
    void dropDesktop(DesktopSession *session, const QPoint &global);
    std::unique_ptr<ViewerWindow> makeViewerWindow(int monitor, const QList<DesktopSession *> &desktops);

    Desk *m_desk = nullptr;
    QList<Session *> m_sessions; ///< all sessions of the desk, in its order
    QSet<const Session *> m_shownDesktops; ///< the desktops that are on viewer windows now
    QStringList m_siteScreenNames;
    ScreenMapping m_screenMapping;
    DisplayPlaces m_displayPlaces;
    // What windows that are made later get, too.
    QString m_titleContext;
    ViewPrefs m_viewPrefs;
    QString m_questionText;
    NightIndicators *m_nightIndicators = nullptr;
    ViewerLook m_viewerLook; ///< arrangement of removed and current viewer windows
    struct Entry {
        int monitor;
        std::unique_ptr<ViewerWindow> viewerWindow;
    };
    std::vector<Entry> m_viewerWindows;
    DeskMonitorWatcher m_deskMonitorWatcher;
    KeyboardOwnerTracker *m_keyboardOwnerTracker;
    ProgramNotices *m_programNotices;
    std::vector<std::unique_ptr<ProgramWindow>> m_programWindows; ///< of programs in private X servers: one for each session, visible or not
    QTimer m_rebuildTimer; ///< delays the rebuild, so that displays that change together cause only one
};
}
