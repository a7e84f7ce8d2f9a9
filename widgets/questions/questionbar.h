// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/questions/secretdialog.h"

#include <QFrame>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Nightdesk
{
class SecretEdit;

/// A question in a link's strip, for users who are working: it opens no window and does not take the focus from a desktop in which the user types.
/// Screen readers announce it, and a shortcut of the main window moves the focus to it. GUI thread. Made by Questions.
class QuestionBar : public QFrame
{
    Q_OBJECT
public:
    /// Asks for a secret. @p shortcutText: the shortcut that moves the focus to this bar; may be empty.
    QuestionBar(const SecretDialog::Question &question, const QString &shortcutText, QWidget *parent = nullptr);
    /// Shows @p text and a button with the text @p button, which opens the place where the question can be answered.
    QuestionBar(const QString &text, const QString &button, const QString &shortcutText, QWidget *parent = nullptr);

    /// The user has not typed anything yet.
    bool isUntouched() const;
    /// Moves the focus here, at the user's request.
    void takeFocus();

Q_SIGNALS:
    void answered(const Nightdesk::Secret &secret, bool keep); ///< emitted at most once; @p keep: save the secret in the keychain
    void buttonPressed(); ///< the button of a bar that asks for no secret was pressed
    void declined(); ///< the user pressed Not Now; emitted at most once

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildWidgets(const QString &text, const QString &refusalText, const QString &serverText, const QString &shortcutText);
    /// Returns the button that answers.
    QPushButton *addAnswerAndNotNowButtons(const QString &answerButtonText);
    void showColors();
    void submitAnswer();
    void announceQuestion();

    QVBoxLayout *m_columnLayout = nullptr;
    QHBoxLayout *m_rowLayout = nullptr;
    QLabel *m_messageLabel = nullptr;
    SecretEdit *m_secretEdit = nullptr;
    QCheckBox *m_saveCheckBox = nullptr;
    QPushButton *m_answerButton = nullptr;
    bool m_isAnsweredOrDeclined = false;
};
}
