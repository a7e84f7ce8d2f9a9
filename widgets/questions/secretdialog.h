// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QLabel;

namespace Nightdesk
{
class SecretEdit;

/// Asks for one secret. A server's message is shown as a quotation. Opened by Questions, a child of its window.
class SecretDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString title; ///< title of the window; translated
        QString promptText; ///< "Password of lris1@summit:"; translated
        QString serverText; ///< the server's message, safe to show; may be empty
        QString refusalText; ///< "The password was not accepted."; may be empty
        bool echo = false;
        bool offersSaving = false; ///< offers a check box to save the secret in the keychain
        bool mayBeEmpty = true;
    };

    explicit SecretDialog(const Question &question, QWidget *parent = nullptr);

    /// The question is obsolete: no answer is emitted any more. If the user was typing, the dialog remains open and discards the keys until there was
    /// no key for one second; then it deletes itself.
    void withdrawQuestion();

Q_SIGNALS:
    /// Emitted exactly once. Empty: the user canceled. @p keep: save the secret in the keychain.
    void answered(const std::optional<Nightdesk::Secret> &secret, bool keep);

protected:
    void done(int result) override;
    bool event(QEvent *event) override;

private:
    void rejectAndDelete();

    QLabel *m_withdrawnLabel;
    QWidget *m_questionArea; ///< all widgets of the question and its answer
    QTimer m_typingPauseTimer; ///< expires after one second without a key; then the withdrawn dialog closes
    SecretEdit *m_secretEdit;
    QCheckBox *m_saveCheckBox = nullptr;
    bool m_isAnswered = false;
    bool m_isWithdrawn = false;
};
}
