// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/newfacility.h"

#include <QDialog>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace Nightdesk
{
/// Asks for the contents of a first facility directory, and creates the directory. Stays open until the directory
/// exists or the user cancels. GUI thread; files are written on another thread. Opened by FirstSteps; a child of its
/// window.
class NewFacilityDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p screens: names for the monitors of this workstation, from left to right; at least one.
    explicit NewFacilityDialog(const QStringList &screens, QWidget *parent = nullptr);

Q_SIGNALS:
    void facilityCreated(const QString &directory); ///< @p directory: the new directory, which contains facility.toml

private:
    QLineEdit *addTextRow(QFormLayout *form, const QString &label, const QString &example);
    void refresh();
    void createFacility();
    void chooseDirectory();

    const QStringList m_screenNames;
    QLineEdit *m_nameEdit;
    QLineEdit *m_hostEdit;
    QLineEdit *m_userEdit;
    QLineEdit *m_vncDisplayEdit;
    QLineEdit *m_directoryEdit;
    QLabel *m_errorLabel;
    QPushButton *m_createButton;
    bool m_isCreating = false;
};
}
