// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/deskboard/consoleboardstate.h"
#include "sessions/profiles/profile.h"
#include "widgets/board/boardlinestate.h"

#include <QObject>

#include <memory>
#include <optional>

class QJsonObject;
class QWidget;

namespace Nightdesk
{
class BoardAccess;
class BoardStatusLine;
class BoardLink;
class BoardMenu;
class Console;
class ConsoleCall;
class ConsoleNight;
class ConsoleNotes;
class SharedStatusController;
class DeskObserverNames;
class DeskMessenger;
class DeskReporter;
class DeskWatchers;
class HandoverGiver;
class HandoverReceiver;

/// Connects this desk with the facility's status board: publishes the desk's state while anything is connected, and shows the observers what is
/// published and who views it. Owns the parts that do this. Does nothing if the facility has no broker or this user has no credential. GUI thread;
/// does not block, except in waitUntilSignedOff(). A child of Console.
class ConsoleBoard : public QObject
{
    Q_OBJECT
public:
    /// Both objects outlive this object; @p console owns this. @p credentials: directory of credentials; empty: the user's default.
    ConsoleBoard(Console &console, ConsoleNight *night, const QString &credentials = {});
    ~ConsoleBoard() override;

    /// Bars with offers and questions, hidden until needed. The console's window owns and places them.
    QList<QWidget *> messageBars() const;
    /// The line about the board, to be placed below the strips of links. The console's window owns it.
    QWidget *boardLine() const;
    const BoardLineState &lineState() const;
    DeskMessenger *messenger() const;
    DeskObserverNames *people() const;
    ConsoleNotes *notes() const;
    /// Call when the console ends: starts to report the end to the board, without waiting.
    void beginSignOff();
    /// Runs an event loop until the last message to the broker is sent, 1 s at most: the user has already closed the window.
    void waitUntilSignedOff();
    /// Adds the state of the board connection to @p state, for scripts.
    void describe(QJsonObject &state) const;

private:
    bool isBoardLoginApproved() const;
    void updateBrokerConnection(); ///< opens, changes or closes the connection to the broker as now needed
    void enableFigureGathering(bool isGathering);
    void handleEvent(BoardConnectionNeedEvent event);
    void handleEvent(BoardConnectionEvent event);
    QString storageKey() const;
    void signOff();
    void setTransport();
    void beginNight();
    void refresh();
    void handleBrokerState(); ///< follows the state of the connection to the broker
    void showConnectionLoss(bool isRefused);
    BoardLineState boardStatusLineState() const;
    QString callObstacle() const;

    Console &m_console;
    BoardStatusLine *m_boardLine;
    BoardAccess *m_boardAccess;
    BoardLink *m_boardLink;
    DeskReporter *m_deskReporter;
    DeskMessenger *m_messenger;
    DeskObserverNames *m_deskObserverNames;
    std::unique_ptr<DeskWatchers> m_deskWatchers;
    ConsoleNotes *m_consoleNotes;
    ConsoleCall *m_consoleCall;
    SharedStatusController *m_sharedStatusController;
    HandoverReceiver *m_handoverReceiver;
    HandoverGiver *m_handoverGiver;
    BoardMenu *m_boardMenu;
    BoardLineState m_lineState;
    std::optional<BrokerSpec> m_brokerOfTransport; ///< the broker to which the transport of m_messenger leads
    BoardConnectionNeed m_connectionNeed = BoardConnectionNeed::NotNeeded;
    BoardConnectionNotice m_connectionNotice = BoardConnectionNotice::NotConnected;
};
}
