// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/callsheard.h"
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
    /// All outlive this.
    ConsoleCall(Console &console, DeskPost *post, DeskPeople *people, QObject *parent);

    void showDialog();
    void ring(const QString &text);
    void end(); ///< taken back, or done
    /// The desk goes in order, while the board can still be told: its people ring no more.
    void leave();
    /// The desk is about to be at the board of @p facility: a call at another one's is over.
    void endElsewhere(const QString &facility);
    const std::optional<BoardWire::Call> &currentCall() const;
    /// Why the board cannot be called by now, translated; empty: it can.
    void setObstacle(const QString &why);
    void setBoards(bool isAnyOpen);

Q_SIGNALS:
    void changed();

private:
    QString place() const; ///< whose board it is
    bool reportCall(); ///< false: the broker is not reached: later
    void refresh();

    Console &m_console;
    DeskPost *const m_post;
    DeskPeople *const m_people;
    DeskCall m_call;
    QString m_ringsAt;
    CallsHeard m_heard;
    QString m_obstacle;
    bool m_isAnyOpen = false;
    QPointer<CallDialog> m_dialog;
    QTimer m_endReported; ///< by then it would be known that the connection was gone
};
}
