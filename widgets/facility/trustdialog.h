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
/// Shows what a profile would run in the observer's name, and what of it changed since it was agreed to, and asks. Cancel is
/// the default answer: Return or Escape agree to nothing. Where another question stood a moment ago it says so, and cannot be
/// agreed to at once: a click that was meant for the other must not answer this one. Opened by ConnectFlow, a child of its window.
class TrustDialog : public QDialog
{
    Q_OBJECT
public:
    struct Question {
        QString instrument; ///< its name
        QString file; ///< that the profile is read from
        QString account; ///< tonight's; empty: it wants none
        TrustVerdict verdict;
        bool isReplacement = false; ///< of a question that was taken back while somebody read it
    };
    /// How long a replacement cannot be agreed to.
    static constexpr std::chrono::milliseconds patience{1000};
    explicit TrustDialog(const Question &question, QWidget *parent = nullptr);

Q_SIGNALS:
    void answered(bool agreed); ///< exactly once

protected:
    void done(int result) override;
    void changeEvent(QEvent *event) override;

private:
    void append(const QList<RunWording::Line> &lines);
    void fill();

    const TrustVerdict m_verdict;
    QTextEdit *m_text;
    QCheckBox *m_all = nullptr; ///< null: nothing is unchanged, or all is new
    bool m_isAnswered = false;
};
}
