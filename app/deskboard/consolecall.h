// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/callsheard.h"
#include "monitors/board/deskcall.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

class QWidget;

namespace Nightdesk
{
class CallDialog;
class DeskPeople;
class DeskPost;
class MessageBar;
class SupportDesk;

/// "Call Support Astronomer…": rings at every status board until somebody there has acknowledged the call, also across restarts of the
/// message broker. GUI thread.
class ConsoleCall : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    struct Console {
        DeskPost *post;
        DeskPeople *people;
        SupportDesk *support;
        MessageBar *message;
        QWidget *window;
    };
    explicit ConsoleCall(const Console &console);

    void show();
    void ring(const QString &text);
    void end(); ///< taken back, or done
    /// The desk goes in order, while the board can still be told: its people ring no more.
    void leave();
    /// The desk is about to be at the board of @p facility: a call at another one's is over.
    void endElsewhere(const QString &facility);
    const std::optional<BoardWire::Call> &call() const;
    /// Why the board cannot be called by now, translated; empty: it can.
    void setObstacle(const QString &why);
    void setBoards(bool isAnyOpen);

Q_SIGNALS:
    void changed();

private:
    QString place() const; ///< whose board it is
    bool tell(); ///< false: the broker is not reached: later
    void refresh();

    const Console m_console;
    DeskCall m_call;
    QString m_ringsAt;
    CallsHeard m_heard;
    QString m_obstacle;
    bool m_isAnyOpen = false;
    QPointer<CallDialog> m_dialog;
    QTimer m_endTold; ///< by then it would be known that the connection was gone
};
}
