// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appsession.h"
#include "sessions/xwindows/server/placement.h"
#include "widgets/input/inputsettings.h"
#include "widgets/view/inputrouter.h"
#include "widgets/view/viewprefs.h"

#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
class DisplayActions;
class NightSigns;
class RemoteView;

/// The ordinary window of a program that has a display of its own at the summit (topology vnc-app): that display and nothing
/// else, under the profile's label with the program's title behind it, and our icon with the program's as an emblem. Resizing it resizes the display, so that a
/// pixel of the program is one of the monitor. It comes with the first picture, stays over a link that broke, and goes with the program; its close button asks
/// as Close in the list does. GUI thread; goes before the session. Owned by ProgramWindows.
class ProgramWindow : public QWidget, private InputHandler
{
    Q_OBJECT
public:
    explicit ProgramWindow(AppSession *session);
    ~ProgramWindow() override;

    AppSession *session() const;
    RemoteView *view() const;
    void setPrefs(const ViewPrefs &prefs);
    void setInputSettings(const InputSettings &settings);
    void setSigns(NightSigns *signs); ///< once
    /// Where the picture stands, root-window pixels; null: out of sight.
    QRect rectOnRoot() const;

Q_SIGNALS:
    void consoleRequested(); ///< the key that leaves
    void stepRequested(int step); ///< to the next screen or the one before

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    bool takeInput(RemoteView *view, QEvent *event) override;
    void showTitle();
    void showIcon();
    void follow();
    void followIcon();
    void comeForward();
    void place();
    void placeSettled();
    void moveToArea();
    QSize room() const;
    void fit();
    void reportSize();
    void askToClose();
    void executeCommand(ViewCommand command);
    FrameExtents frame() const;
    QRect area() const;
    void standAt(const QRect &rect);

    AppSession *const m_session;
    RemoteView *m_view;
    DisplayActions *m_actions;
    QRect m_area; ///< that it was placed on
    PlacementCorrector m_corrector;
    QRect m_wanted; ///< where it was put
    QTimer m_settleTimer;
    bool m_isUp = false; ///< the program was seen and has not ended
    bool m_isPlaced = false;
    bool m_isZoomed = false; ///< by the person
};
}
