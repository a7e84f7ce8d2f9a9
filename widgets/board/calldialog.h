// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QDialog>
#include <QIcon>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace Nightdesk
{
class SupportDesk;

/// The dialog "Call the SA…": rings at every open board, with an optional text. Shows the state of the call, and
/// cancels it. If no call is possible, shows whom to telephone. GUI thread; @p support outlives it. Opened by
/// ConsoleCall, a child of the main window.
class CallDialog : public QDialog
{
    Q_OBJECT
public:
    explicit CallDialog(SupportDesk *support, QWidget *parent = nullptr);

    /// Why no SA can be called through the board now, translated; empty: a call is possible.
    void setCallObstacle(const QString &why);
    void setCall(const std::optional<BoardWire::Call> &call);
    /// @p isAnyOpen: at least one board is open; otherwise a call rings as soon as a board is opened.
    void setAnyBoardOpen(bool isAnyOpen);

Q_SIGNALS:
    void callClicked(const QString &text);
    void endCallRequested();

private:
    void refresh();

    SupportDesk *m_supportDesk;
    QString m_callObstacle;
    std::optional<BoardWire::Call> m_call;
    bool m_isAnyBoardOpen = true;
    QLabel *m_messageLabel;
    QLabel *m_dutyLabel;
    QLineEdit *m_textEdit;
    QPushButton *m_callButton;
    QPushButton *m_endButton;
    QPushButton *m_closeButton = nullptr;
    QPushButton *m_contactsButton;
    QIcon m_closeIcon; ///< the icon of m_closeButton while there is no call
};
}
