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
class Stages;

/// Notes what is connected and how it is arranged, soon after each change and every few minutes, so that it can be resumed.
/// GUI thread. A child of the main window.
class NightStateSaver : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this. @p window: whose place is noted.
    NightStateSaver(Desk *desk, FacilityChoice *choice, DeskScreens *screens, Stages *stages, NightRecord *record, QWidget *window);

    /// As it is now; without profiles: nothing is connected.
    NightState now() const;
    /// Somebody ends the console from outside, at a logout or a shutdown: what is connected stays noted as it is, so that the
    /// next one offers to resume it.
    void seal();

Q_SIGNALS:
    /// Noted just now, also when only its time is another; empty: nothing is connected.
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
    Stages *m_stages;
    NightRecord *m_record;
    QWidget *m_window;
    NightState m_connected; ///< what does not change while it is connected
    bool m_isSealed = false;
    QTimer m_soon;
    QTimer m_alive;
};
}
