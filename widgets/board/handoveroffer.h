// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskmove.h"

#include <QFrame>
#include <QTimeZone>

class QCheckBox;
class QLabel;
class QPushButton;

namespace Nightdesk
{
/// The bar above the instruments at a second desk of the same people: one click goes on here with what the first has; then it says
/// whether that has let go. Takes no focus. GUI thread.
class MoveOffer : public QFrame
{
    Q_OBJECT
public:
    explicit MoveOffer(QWidget *parent = nullptr);

    /// What the other desk has, in words from outside.
    struct Before {
        DeskName from;
        QStringList people;
        QStringList instruments; ///< names
        int displays = 0;
        QStringList stay; ///< titles of X programs that cannot move
        bool canRunHere = true; ///< they can be started here in displays of their own
        QDateTime at; ///< UTC; when that was told
    };
    void offer(const Before &before);
    /// How it goes after it was taken up; @p reason of Refused.
    void show(DeskMove::State state, BoardWire::Move::Reason reason = BoardWire::Move::Reason::None);
    bool startsPrograms() const; ///< those that stay are to be started here as well, in displays of their own
    QString text() const;

Q_SIGNALS:
    void accepted();
    void declined();
    void askedAgain(); ///< the other desk has not let go
    void done(); ///< the answer was read

private:
    void say(const QString &text, bool hasAgain);
    QString refusal(BoardWire::Move::Reason reason) const;

    Before m_before;
    QLabel *m_text;
    QCheckBox *m_programs;
    QPushButton *m_decline;
    QPushButton *m_accept;
    QPushButton *m_again;
    QPushButton *m_close;
};
}
