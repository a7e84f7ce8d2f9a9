// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/trust/runwording.h"

#include <QDialog>

#include <chrono>

class QCheckBox;
class QTextEdit;

namespace Nightdesk
{
/// Shows what a profile would run in the observer's name, and what has changed since the observer approved it, and asks for approval. Cancel is the
/// default: Return and Escape approve nothing. If this dialog replaces a question that was open a moment ago, it says so, and Approve is disabled at
/// first: a click meant for the previous question must not approve this one. Opened by ConnectFlow, a child of its window.
class TrustDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString instrument; ///< the instrument's name
        QString file; ///< the file from which the profile is read
        QString account; ///< the account that observers use tonight; empty: the profile needs none
        TrustVerdict verdict;
        bool replacesWithdrawnQuestion = false; ///< replaces a question that was withdrawn while the user read it
    };
    /// How long Approve is disabled at first in a dialog that replaces another question.
    static constexpr std::chrono::milliseconds approveDelay{1000};
    explicit TrustDialog(const Question &question, QWidget *parent = nullptr);

Q_SIGNALS:
    void answered(bool agreed); ///< emitted exactly once

protected:
    void done(int result) override;
    void changeEvent(QEvent *event) override;

private:
    void appendLines(const QList<RunWording::RunLine> &lines);
    void showItems();

    const TrustVerdict m_verdict;
    QTextEdit *m_textEdit;
    QCheckBox *m_showAllCheckBox = nullptr; ///< also shows the items already approved; null: there are none
    bool m_isAnswered = false;
};
}
