// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/consolesettings.h"

#include "app/facility/facilitychoice.h"
#include "app/preferences/settingsdialog.h"
#include "nightdesk.h"

#include <KActionCollection>
#include <KStandardAction>

#include <QProcess>
#include <QStandardPaths>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString systemSettings = u"systemsettings"_s;
}

ConsoleSettings::ConsoleSettings(KActionCollection *actions, FacilityChoice *choice, QWidget *window)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_parentWindow(window)
{
    KStandardAction::preferences(this, &ConsoleSettings::open, actions);
    // Only Plasma has settings for a program's single events.
    if (!QStandardPaths::findExecutable(systemSettings).isEmpty()) {
        KStandardAction::configureNotifications(this, &ConsoleSettings::openNotifications, actions);
    }
}

SettingsDialog *ConsoleSettings::open()
{
    if (!m_settingsDialog) {
        m_settingsDialog = new SettingsDialog(m_facilityChoice, m_parentWindow);
        m_settingsDialog->setAttribute(Qt::WA_DeleteOnClose);
        // Blocks the menus, because the dialog would undo changes made there meanwhile.
        m_settingsDialog->setWindowModality(Qt::WindowModal);
        connect(m_settingsDialog, &SettingsDialog::applied, this, &ConsoleSettings::applySettings);
    }
    m_settingsDialog->show();
    m_settingsDialog->raise();
    m_settingsDialog->activateWindow();
    return m_settingsDialog;
}

void ConsoleSettings::openNotifications()
{
    QProcess::startDetached(systemSettings, {u"kcm_notifications"_s, u"--args"_s, u"--notifyrc nightdesk"_s});
}

void ConsoleSettings::applySettings()
{
    m_facilityChoice->applyChangedSettings();
    Q_EMIT Settings::self()->configChanged();
}
}
