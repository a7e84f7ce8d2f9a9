// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlinestate.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace Nightdesk
{
/// One line at the bottom of the main window, about the facility's status board: whether it is connected, which support
/// astronomers (SAs) view this desk, the call, and unread notes. Hidden while no board is configured. GUI thread. Made
/// by ConsoleBoard, a child of the main window.
class BoardStatusLine : public QFrame
{
    Q_OBJECT
public:
    explicit BoardStatusLine(QWidget *parent = nullptr);

    void setLineState(const BoardLineState &lineState);
    QString text() const; ///< the whole text of the line, for tests and screen readers

Q_SIGNALS:
    void openSharedStatusRequested(); ///< the user wants to see what is shared, and with whom
    void notesRequested();
    void callDialogRequested(); ///< the user clicked the state of the call
    void loginRequested(); ///< the user clicked the button to log in: the connection to the board needs a login

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    BoardLineState m_lineState;
    QLabel *m_stateIcon;
    QLabel *m_connectionLabel;
    QLabel *m_watchersLabel;
    QToolButton *m_callButton;
    QToolButton *m_loginButton;
    QToolButton *m_notesButton;
    QToolButton *m_sharedStatusButton;
};
}
