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
    void setObstacle(const QString &why);
    void setCall(const std::optional<BoardWire::Call> &call);
    /// @p isAnyOpen: at least one board is open; otherwise a call rings as soon as a board is opened.
    void setBoards(bool isAnyOpen);

Q_SIGNALS:
    void called(const QString &text);
    void takenBack();

private:
    void refresh();

    SupportDesk *m_support;
    QString m_obstacle;
    std::optional<BoardWire::Call> m_call;
    bool m_isAnyOpen = true;
    QLabel *m_messageLabel;
    QLabel *m_duty;
    QLineEdit *m_text;
    QPushButton *m_ring;
    QPushButton *m_end;
    QPushButton *m_close = nullptr;
    QPushButton *m_people;
    QIcon m_closing; ///< the icon of m_close while there is no call
};
}
