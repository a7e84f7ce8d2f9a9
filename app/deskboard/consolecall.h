// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/acknowledgedcalls.h"
#include "monitors/board/deskcall.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
class CallDialog;
class Console;
class DeskPeople;
class DeskPost;

/// "Call Support Astronomer…": rings at every status board until somebody there has acknowledged the call, also across restarts of the
/// message broker. GUI thread. Owned by ConsoleBoard.
class ConsoleCall : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this.
    ConsoleCall(Console &console, DeskPost *post, DeskPeople *people, QObject *parent);

    void showDialog();
    void ring(const QString &text);
    void end(); ///< the user cancels or ends the call
    /// Ends the call when the desk disconnects regularly, while the broker is still connected.
    void leave();
    /// Ends a call at the board of another facility. Call before the desk connects to the board of @p facility.
    void endElsewhere(const QString &facility);
    const std::optional<BoardWire::Call> &currentCall() const;
    /// @p why: the reason why a call is not possible now, translated; empty: it is possible.
    void setObstacle(const QString &why);
    void setBoards(bool isAnyOpen);

Q_SIGNALS:
    void changed();

private:
    QString place() const; ///< facility and name of this desk at the broker
    bool reportCall(); ///< false: not sent, because the broker is not connected; sent with the next connection
    void refresh();

    Console &m_console;
    DeskPost *const m_post;
    DeskPeople *const m_people;
    DeskCall m_call;
    QString m_ringsAt;
    AcknowledgedCalls m_heard;
    QString m_obstacle;
    bool m_isAnyOpen = false;
    QPointer<CallDialog> m_dialog;
    QTimer m_endReported; ///< runs until a lost connection would have been noticed: then the end of the call has arrived
};
}
