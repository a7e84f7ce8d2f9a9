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
    , m_choice(choice)
    , m_window(window)
{
    KStandardAction::preferences(this, &ConsoleSettings::open, actions);
    // Only Plasma has settings for a program's single events.
    if (!QStandardPaths::findExecutable(systemSettings).isEmpty()) {
        KStandardAction::configureNotifications(this, &ConsoleSettings::openNotifications, actions);
    }
}

SettingsDialog *ConsoleSettings::open()
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_choice, m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        // Blocks the menus, because the dialog would undo changes made there meanwhile.
        m_dialog->setWindowModality(Qt::WindowModal);
        connect(m_dialog, &SettingsDialog::applied, this, &ConsoleSettings::applySettings);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    return m_dialog;
}

void ConsoleSettings::openNotifications()
{
    QProcess::startDetached(systemSettings, {u"kcm_notifications"_s, u"--args"_s, u"--notifyrc nightdesk"_s});
}

void ConsoleSettings::applySettings()
{
    m_choice->applyChangedSettings();
    Q_EMIT Settings::self()->configChanged();
}
}
