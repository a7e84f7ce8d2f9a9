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

/// Asks for one secret. What a server said is shown as the server's words. Opened by Questions, a child of its window.
class SecretDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString title; ///< of the window; translated
        QString what; ///< "Password of lris1@summit:"; translated
        QString serverText; ///< display-safe; may be empty
        QString complaint; ///< "That was not accepted."; may be empty
        bool echo = false;
        bool canKeep = false; ///< in the wallet, if ticked
        bool mayBeEmpty = true;
    };

    explicit SecretDialog(const Question &question, QWidget *parent = nullptr);

    /// The question is void: nothing is answered any more. Where something was being typed it stands, and swallows that,
    /// until the keyboard has been quiet for a second; then it deletes itself.
    void withdraw();

Q_SIGNALS:
    /// Exactly once; an empty optional: cancelled.
    void answered(const std::optional<Nightdesk::Secret> &secret, bool keep);

protected:
    void done(int result) override;
    bool event(QEvent *event) override;

private:
    void end();

    QLabel *m_void;
    QWidget *m_asking; ///< all that is asked and answered with
    QTimer m_quiet; ///< runs from the last key
    SecretEdit *m_secret;
    QCheckBox *m_keep = nullptr;
    bool m_isAnswered = false;
    bool m_isVoid = false;
};
}
