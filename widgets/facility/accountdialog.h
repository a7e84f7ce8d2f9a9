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
/// Asks for tonight's account: one of a list where the profile has one, else any that can be a user name. Opened by ConnectFlow, a child of its window.
class AccountDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString instrument; ///< its name
        QStringList accounts; ///< empty: free
        QString proposal; ///< may be empty
    };
    explicit AccountDialog(const Question &question, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Exactly once; empty: cancelled.
    void answered(const std::optional<QString> &account);

protected:
    void done(int result) override;

private:
    void check();
    QString account() const;

    QComboBox *m_choice = nullptr;
    QLineEdit *m_edit = nullptr;
    QLabel *m_complaint;
    QPushButton *m_ok = nullptr;
    bool m_isAnswered = false;
};
}
