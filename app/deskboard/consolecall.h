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
class DeskObserverNames;
class DeskMessenger;

/// The command "Call Support Astronomer…": the call rings at every status board until a support astronomer acknowledges
/// it, also across restarts of the message broker. GUI thread. Owned by ConsoleBoard.
class ConsoleCall : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    ConsoleCall(Console &console, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent);

    void showDialog();
    void startCall(const QString &text);
    void endCall(); ///< the user cancels or ends the call
    /// Ends the call when the desk disconnects normally, while the broker is still connected.
    void endCallAtSignOff();
    /// Ends a call at the board of another facility. Call before the desk connects to the board of @p facility.
    void endCallAtOtherFacility(const QString &facility);
    const std::optional<BoardWire::Call> &currentCall() const;
    /// @p why: the reason why a call is not possible now, translated; empty: it is possible.
    void setCallObstacle(const QString &why);
    void setAnyBoardOpen(bool isAnyOpen);

Q_SIGNALS:
    void callChanged();

private:
    QString deskKey() const; ///< facility and this desk's name at the broker, as one text
    bool sendCallState(); ///< false: not sent, because the broker is not connected; sent again with the next connection
    void refresh();

    Console &m_console;
    DeskMessenger *const m_messenger;
    DeskObserverNames *const m_deskObserverNames;
    DeskCall m_deskCall;
    QString m_callDeskKey;
    AcknowledgedCalls m_acknowledgedCalls;
    QString m_callObstacle;
    bool m_isAnyBoardOpen = false;
    QPointer<CallDialog> m_callDialog;
    /// Runs after the end of a call was sent, for as long as a lost connection may go unnoticed. When it expires, the broker has received the end.
    QTimer m_callEndConfirmationTimer;
};
}
