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

/// A question in a link's strip, for people at work: it opens no window and takes no focus from a desktop that someone types
/// in. It is announced, and a key of the main window leads to it. GUI thread. Made by Questions.
class QuestionBar : public QFrame
{
    Q_OBJECT
public:
    /// Asks for a secret. @p key leads here; may be empty.
    QuestionBar(const SecretDialog::Question &question, const QString &key, QWidget *parent = nullptr);
    /// Says @p text and offers @p button, which leads to where it can be answered.
    QuestionBar(const QString &text, const QString &button, const QString &key, QWidget *parent = nullptr);

    /// Nobody has typed anything yet.
    bool isUntouched() const;
    /// The keyboard goes here: the person asked for that.
    void takeFocus();

Q_SIGNALS:
    void answered(const Nightdesk::Secret &secret, bool keep); ///< once
    void buttonPressed(); ///< of the second kind
    void declined(); ///< once

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build(const QString &text, const QString &complaint, const QString &serverText, const QString &key);
    QPushButton *addButtons(const QString &yes);
    void showColours();
    void answer();
    void announce();

    QVBoxLayout *m_column = nullptr;
    QHBoxLayout *m_row = nullptr;
    QLabel *m_messageLabel = nullptr;
    SecretEdit *m_secret = nullptr;
    QCheckBox *m_keep = nullptr;
    QPushButton *m_yes = nullptr;
    bool m_isOver = false;
};
}
