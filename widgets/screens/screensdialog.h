// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;

namespace Nightdesk
{
class ScreenPlan;

/// "Screens of This Desk": assigns a monitor to each screen of the site and draws the choice at once. Saves nothing itself. GUI thread. Opened by
/// DeskScreensController, a child of the main window.
class ScreensDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p siteName may be empty. @p names: screens of the site, then screens that only @p profile names. The displays of @p profile are drawn.
    ScreensDialog(const QString &siteName, const QStringList &names, const InstrumentProfile &profile, QWidget *parent = nullptr);

    void setMonitors(const QList<PhysicalMonitor> &monitors);
    /// Sets the assignment of screens to monitors that is in effect now, and shows it as the chosen one.
    void setEffectiveMapping(const ScreenMapping &mapping);
    /// The assignment now chosen in the dialog.
    const ScreenMapping &chosenMapping() const
    {
        return m_chosenMapping;
    }
    /// The map of screens to monitors that results from chosenMapping(), with automatic monitors for the other screens.
    ScreenMap chosenScreenMap() const;
    QPushButton *identifyButton() const
    {
        return m_identifyButton;
    }

Q_SIGNALS:
    void mappingApplied(const Nightdesk::ScreenMapping &chosen);
    void identifyScreensRequested();
    /// The choice in the open dialog changed; it is not effective yet.
    void unsavedMappingChanged();

private:
    void fillMonitorBoxes();
    /// Text for a screen without a chosen monitor.
    QString textOfAutomaticMonitor(const QString &screenName) const;
    void chooseMonitor(const QString &name, const QComboBox *box);
    void showChosenMonitors();
    void applyMapping();

    const QStringList m_screenNames;
    QList<PhysicalMonitor> m_monitors;
    ScreenMapping m_effectiveMapping;
    ScreenMapping m_chosenMapping;
    QList<QComboBox *> m_monitorBoxes; ///< one box per screen to choose its monitor, in the order of the screen names
    ScreenPlan *m_screenPlan;
    QLabel *m_sharedMonitorHint;
    QPushButton *m_identifyButton;
    QPushButton *m_resetButton;
    QPushButton *m_applyButton;
};
}
