// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/night/nightstate.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
class Desk;
class DeskScreensController;
class FacilityChoice;
class NightRecord;
class ViewerWindows;

/// Saves what is connected and its layout, soon after each change and once a minute, so that it can be resumed. GUI thread. A child of the main
/// window.
class NightStateSaver : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object. @p window: the window whose position is saved.
    NightStateSaver(Desk *desk, FacilityChoice *choice, DeskScreensController *screens, ViewerWindows *viewerWindows, NightRecord *record, QWidget *window);

    /// The present state; has no profiles if nothing is connected.
    NightState currentState() const;
    /// Stops saving. Call when a logout or a shutdown ends the console, so that the next console offers to resume what
    /// is connected now.
    void stopSaving();

Q_SIGNALS:
    /// Emitted when the state was saved, even if only its time has changed. Empty: nothing is connected.
    void stateSaved(const std::optional<Nightdesk::NightState> &state);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void handleProfileConnected(const QString &profileId);
    void handleProfileDisconnected(const QString &profileId);
    void saveSoon();
    void saveNow();

    Desk *m_desk;
    FacilityChoice *m_facilityChoice;
    DeskScreensController *m_deskScreensController;
    ViewerWindows *m_viewerWindows;
    NightRecord *m_nightRecord;
    QWidget *m_mainWindow;
    NightState m_unchangingStateParts; ///< the parts of the state that do not change during a connection
    bool m_isSavingStopped = false;
    QTimer m_saveTimer;
    QTimer m_periodicSaveTimer;
};
}
