// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QDialog>

#include <expected>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace Nightdesk
{
/// Asks which VNC desktop to show without a facility: the arguments of `nightdesk view`. GUI thread. Opened by FirstSteps; a child of its window.
class DesktopAddressDialog : public QDialog
{
    Q_OBJECT
public:
    explicit DesktopAddressDialog(QWidget *parent = nullptr);

Q_SIGNALS:
    void desktopChosen(const Nightdesk::DesktopCommand &desktop);

private:
    /// The error says what is wrong with the input, translated; empty: the input is incomplete.
    std::expected<DesktopCommand, QString> desktopCommand() const;
    void refresh();

    QLineEdit *m_sshHostEdit;
    QLineEdit *m_addressEdit;
    QCheckBox *m_viewOnlyBox;
    QLabel *m_problemLabel;
    QPushButton *m_showButton;
};
}
