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
class PreloadState;
class WindowSession;

/// A question about a display that is not simply live: a sentence that says what will happen, and buttons for the
/// user's answer, for example to start it again, leave it closed, end it now, or watch it. Hidden if there is nothing
/// to ask. Owned by its card. GUI thread; the session may be destroyed first.
class SessionAnswerButtons : public QWidget
{
    Q_OBJECT
public:
    explicit SessionAnswerButtons(Session *session);

    void setLabel(const QString &label); ///< @p label: label of the display, for accessible names of the buttons
    void refresh();

Q_SIGNALS:
    void startRequested(); ///< the user wants to start the display, again or for the first time

private:
    Session *m_session;
    WindowSession *m_windowSession; ///< the X program's session; null: a desktop, or a program in a private X server
    PreloadState *m_preloadState; ///< progress of preloading; null: the display is not preloaded
    AccessibleNames m_accessibleNames;
    QLabel *m_messageLabel;
    QWidget *m_buttons;
    QPushButton *m_startAgainButton;
    QPushButton *m_leaveClosedButton;
    QPushButton *m_restartNowButton;
    QPushButton *m_endNowButton;
    QPushButton *m_keepOpenButton;
    QPushButton *m_watchButton;
    QPushButton *m_leaveProgramToHolderButton;
    QPushButton *m_checkAgainButton;
    QTimer m_discardedKeysTimer; ///< while the program does not answer: updates the growing number of discarded keys
};
}
