// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class KActionCollection;

namespace Nightdesk
{
class FacilityChoice;
class SettingsDialog;

/// The action Settings ▸ Configure Nightdesk…: opens the settings dialog, only one at a time, and makes applied
/// settings effective. Objects that use a setting connect to configChanged() of Settings::self(). Under Plasma,
/// Settings ▸ Configure Notifications… opens the page of its System Settings. GUI thread. A child of the main window.
class ConsoleSettings : public QObject
{
    Q_OBJECT
public:
    /// Adds options_configure and options_configure_notifications to @p actions. All arguments outlive this object.
    ConsoleSettings(KActionCollection *actions, FacilityChoice *choice, QWidget *window);

    SettingsDialog *open();

private:
    void applySettings();
    void openNotifications();

    FacilityChoice *m_facilityChoice;
    QWidget *m_parentWindow;
    QPointer<SettingsDialog> m_settingsDialog;
};
}
