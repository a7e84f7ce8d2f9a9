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

/// Settings ▸ Configure Nightdesk…: opens the dialog, once, and makes what is applied there count. Whoever uses a setting
/// takes it at Settings::self()'s configChanged(). GUI thread. A child of the main window.
class ConsoleSettings : public QObject
{
    Q_OBJECT
public:
    /// @p actions gets options_configure. All outlive it.
    ConsoleSettings(KActionCollection *actions, FacilityChoice *choice, QWidget *window);

    SettingsDialog *open();

private:
    void applySettings();

    FacilityChoice *m_choice;
    QWidget *m_window;
    QPointer<SettingsDialog> m_dialog;
};
}
