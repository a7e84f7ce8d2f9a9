// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLineEdit;

namespace Nightdesk
{
class SecretEdit;

/// Asks for one secret, and for a user name where one is wanted. What a server said is shown as the server's words.
class SecretDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString title; ///< of the window; translated
        QString what; ///< "Password of lris1@summit:"; translated
        QString serverText; ///< display-safe; may be empty
        QString complaint; ///< "That was not accepted."; may be empty
        bool wantsUser = false;
        bool echo = false;
        bool canKeep = false; ///< in the wallet, if ticked
        bool mayBeEmpty = true;
    };

    explicit SecretDialog(const Question &question, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Exactly once; an empty optional: cancelled.
    void answered(const std::optional<Nightdesk::Secret> &secret, const QString &user, bool keep);

protected:
    void done(int result) override;

private:
    QLineEdit *m_user = nullptr;
    SecretEdit *m_secret;
    QCheckBox *m_keep = nullptr;
    bool m_isAnswered = false;
};
}
