// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/displays/accessiblenames.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace Nightdesk
{
class Session;
class Warmth;
class WindowSession;

/// What becomes of a display that is not simply live, in a sentence, with a person's answers to that: start it again, leave it closed,
/// end it now, watch it at another desk. Hidden where there is nothing to say. Its card owns it. GUI thread; the session may go before it.
class SessionAnswers : public QWidget
{
    Q_OBJECT
public:
    explicit SessionAnswers(Session *session, QWidget *parent = nullptr);

    void setLabel(const QString &label); ///< of the display, for who hears a control alone
    void refresh();

Q_SIGNALS:
    void startRequested(); ///< again, or for the first time

private:
    Session *m_session;
    WindowSession *m_window; ///< null: a desktop, or a program in a private X server
    Warmth *m_warmth; ///< null: it is not started before it is needed
    AccessibleNames m_names;
    QLabel *m_silence;
    QWidget *m_buttons;
    QPushButton *m_again;
    QPushButton *m_leaveClosed;
    QPushButton *m_anew;
    QPushButton *m_endNow;
    QPushButton *m_keepOpen;
    QPushButton *m_watch;
    QPushButton *m_leave;
    QPushButton *m_lookAgain;
    QTimer m_count; ///< while it does not answer: what is left out grows
};
}
