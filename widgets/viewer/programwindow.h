// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appsession.h"
#include "sessions/xwindows/server/placement.h"
#include "widgets/view/inputrouter.h"
#include "widgets/view/viewprefs.h"

#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
class DisplayActions;
class NightIndicators;
class RemoteView;

/// The window of a program in a private X server on the remote host (topology vnc-app). Shows only that display. Its title is the profile's label and
/// the program's title, its icon is Nightdesk's with the program's as emblem. Resizing the window resizes the display: one program pixel is one
/// monitor pixel. Appears with the first image, stays while a broken connection is restored, and closes with the program; its close button asks like
/// Close in the list. GUI thread; must be destroyed before the session. Owned by ViewerWindows.
class ProgramWindow : public QWidget, private InputHandler
{
    Q_OBJECT
public:
    explicit ProgramWindow(AppSession *session);

    AppSession *session() const
    {
        return m_appSession;
    }
    RemoteView *view() const
    {
        return m_remoteView;
    }
    void setPrefs(const ViewPrefs &prefs);
    void setIndicators(NightIndicators *indicators); ///< call this only once
    /// The image's rectangle in root-window pixels; null: not visible.
    QRect imageRectOnRoot() const;

Q_SIGNALS:
    void consoleRequested(); ///< the key of ViewCommand::ReleaseKeyboard was pressed
    void neighborScreenRequested(int step); ///< 1: to the next screen; -1: to the previous one

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void updateWindowTitle();
    void updateWindowIcon();
    void updateForState();
    void updateForMinimizedState();
    void bringToFront();
    void placeWindow();
    void correctPlacement();
    void moveToChangedMonitorArea();
    QSize viewSizeInDevicePixels() const;
    void updateScaling();
    void reportViewSize();
    void askToCloseProgram();
    void executeCommand(ViewCommand command);
    /// The window frame at @p ratio device pixels per unit.
    FrameExtents frameExtents(qreal ratio) const;
    QRect availableArea() const;
    void moveWindowTo(const QRect &rect);

    AppSession *const m_appSession;
    RemoteView *m_remoteView;
    DisplayActions *m_displayActions;
    QRect m_placementArea; ///< screen area on which the window was placed
    PlacementCorrector m_placementCorrector;
    QTimer m_correctPlacementTimer;
    bool m_isProgramRunning = false; ///< the program was live and has not ended
    bool m_isWindowPlaced = false;
    bool m_isViewZoomed = false; ///< the user chose a zoom
};
}
