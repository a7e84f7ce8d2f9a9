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

/// "Screens of This Desk": which monitor each screen of the site is, drawn as it will be while it is chosen. It keeps
/// nothing itself. GUI thread. Opened by DeskScreens, a child of the main window.
class ScreensDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p siteName may be empty. @p names: the site's screens and what else @p profile names; its displays are drawn.
    ScreensDialog(const QString &siteName, const QStringList &names, const InstrumentProfile &profile, QWidget *parent = nullptr);

    void setMonitors(const QList<Monitor> &monitors);
    /// As it is in force.
    void setMapping(const ScreenMapping &chosen);
    /// As it is chosen in the dialog now.
    const ScreenMapping &mapping() const;
    /// Of this choice and the monitors.
    ScreenMap map() const;
    QPushButton *identifyButton() const;

Q_SIGNALS:
    void applied(const Nightdesk::ScreenMapping &chosen);
    void identifyRequested();
    /// While the dialog is open; nothing is in force yet.
    void choiceChanged();

private:
    void fillBoxes();
    /// What a screen is when nothing is chosen for it.
    QString automatic(const QString &name) const;
    void choose(const QString &name, const QComboBox *box);
    void showChoice();
    void apply();

    const QStringList m_names;
    QList<Monitor> m_monitors;
    ScreenMapping m_inForce;
    ScreenMapping m_chosen;
    QList<QComboBox *> m_boxes; ///< by name
    ScreenPlan *m_plan;
    QLabel *m_folding;
    QPushButton *m_identify;
    QPushButton *m_reset;
    QPushButton *m_apply;
};
}
