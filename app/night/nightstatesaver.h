// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
class Desk;
class DeskScreens;
class FacilityChoice;
class NightRecord;
class ViewerWindows;

/// Saves what is connected and its layout, soon after each change and once a minute, so that it can be resumed. GUI thread. A child of the main
/// window.
class NightStateSaver : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this. @p window: its position is saved.
    NightStateSaver(Desk *desk, FacilityChoice *choice, DeskScreens *screens, ViewerWindows *viewerWindows, NightRecord *record, QWidget *window);

    /// The present state; without profiles if nothing is connected.
    NightState now() const;
    /// Call when a logout or a shutdown ends the console: the saved state is not changed any more, so that the next console offers to resume it.
    void seal();

Q_SIGNALS:
    /// The state was saved, even if only its time has changed; empty: nothing is connected.
    void noted(const std::optional<Nightdesk::NightState> &state);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void profileConnected(const QString &profileId);
    void profileDisconnected(const QString &profileId);
    void noteSoon();
    void note();

    Desk *m_desk;
    FacilityChoice *m_choice;
    DeskScreens *m_screens;
    ViewerWindows *m_viewerWindows;
    NightRecord *m_record;
    QWidget *m_window;
    NightState m_connected; ///< the parts of the state that do not change during a connection
    bool m_isSealed = false;
    QTimer m_soon;
    QTimer m_alive;
};
}
