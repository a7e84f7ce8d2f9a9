// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace Nightdesk
{
/// Asks for tonight's account: one from the profile's list if it has one, otherwise any valid user name. Opened by ConnectFlow, a child of its
/// window.
class AccountDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString instrument; ///< the instrument's name
        QStringList accounts; ///< the accounts to choose from; empty: the user types any valid user name
        QString proposedAccount; ///< the preselected account; may be empty
    };
    explicit AccountDialog(const Question &question, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Emitted exactly once; empty: canceled.
    void answered(const std::optional<QString> &account);

protected:
    void done(int result) override;

private:
    void updateOkButton();
    QString account() const;

    QComboBox *m_accountBox = nullptr;
    QLineEdit *m_accountEdit = nullptr;
    QLabel *m_errorLabel;
    QPushButton *m_okButton = nullptr;
    bool m_isAnswered = false;
};
}
