// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/moverequest.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace Nightdesk
{
/// At the desk that people left: their other desk asks it to let go, with the seconds that are left to answer. Takes no focus: what
/// is being typed must reach no button. GUI thread.
class LetGoBar : public QFrame
{
    Q_OBJECT
public:
    explicit LetGoBar(QWidget *parent = nullptr);

    struct Question {
        DeskName by;
        QStringList people;
        QStringList instruments; ///< names
        int programs = 0; ///< X programs that end with it
        MoveRequest::Time dueAt;
    };
    void ask(const Question &question);
    /// What happens at the end of the countdown.
    void setByItself(MoveRequest::Answer answer);
    void close();
    QString text() const;

Q_SIGNALS:
    void answered(bool letsGo); ///< by a person
    void over(); ///< nobody answered

private:
    void refresh();

    Question m_question;
    MoveRequest::Answer m_byItself = MoveRequest::Answer::Keep;
    QLabel *m_text;
    QPushButton *m_keep;
    QPushButton *m_letGo;
    QTimer m_second;
};
}
