// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QLayout;
class QPushButton;

namespace Nightdesk
{
class SupportDesk;
class SupportLine;
class WindowSession;

/// One display in the session list: what it is, where it is, how far it got and how long each step took; if it failed, why
/// and what to do, with Retry. Of an X program whose link is in trouble also what becomes of it, with the answers to that. GUI thread; the session may go
/// before it (then delete the card).
class SessionCard : public QFrame
{
    Q_OBJECT
public:
    /// @p support may be null: then it names nobody who can help.
    explicit SessionCard(Session *session, SupportDesk *support = nullptr, QWidget *parent = nullptr);

    Session *session() const;

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);

private:
    void addAnswers(QLayout *column);
    void refresh();
    void showTrouble();

    Session *m_session;
    WindowSession *m_window; ///< null: a desktop
    QLabel *m_title;
    QLabel *m_state;
    QLabel *m_steps;
    QLabel *m_failure;
    QLabel *m_silence;
    QWidget *m_answers;
    QPushButton *m_again;
    QPushButton *m_leaveClosed;
    QPushButton *m_anew;
    QTimer m_count; ///< while it does not answer: what is left out grows
    SupportLine *m_support;
    QPushButton *m_retry;
    QPushButton *m_raise;
};
}
