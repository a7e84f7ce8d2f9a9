// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/deskboard/consoleboardstate.h"
#include "sessions/profiles/profile.h"
#include "widgets/board/boardsight.h"

#include <QObject>

#include <memory>
#include <optional>

class QJsonObject;
class QWidget;

namespace Nightdesk
{
class BoardAccess;
class BoardLine;
class BoardLink;
class BoardMenu;
class Console;
class ConsoleCall;
class ConsoleNight;
class ConsoleNotes;
class SharedStatus;
class DeskPeople;
class DeskPost;
class DeskReporter;
class DeskWatchers;
class HandoverGiver;
class HandoverReceiver;

/// Connects this desk with the facility's status board: publishes the desk's state while anything is connected, and shows the observers what is
/// published and who views it. Owns the parts that do this. Does nothing if the facility has no broker or this user has no credential. GUI thread;
/// does not block, except in waitForGoodbye(). A child of Console.
class ConsoleBoard : public QObject
{
    Q_OBJECT
public:
    /// Both objects outlive this; @p console owns this. @p credentials: directory of credentials; empty: the user's default.
    ConsoleBoard(Console &console, ConsoleNight *night, const QString &credentials = {});
    ~ConsoleBoard() override;

    /// Bars with offers and questions, hidden until needed. The console's window owns and places them.
    QList<QWidget *> bars() const;
    /// The line about the board, to be placed below the strips of links. The console's window owns it.
    QWidget *line() const;
    const BoardSight &sight() const;
    DeskPost *post() const;
    DeskPeople *people() const;
    ConsoleNotes *notes() const;
    ConsoleCall *consoleCall() const;
    HandoverReceiver *handover() const;
    /// Call when the console ends: starts to report the end to the board, without waiting.
    void leave();
    /// Runs an event loop until the last message to the broker is sent, 1 s at most: the user has already closed the window.
    void waitForGoodbye();
    /// Adds the state of the board connection to @p state, for scripts.
    void describe(QJsonObject &state) const;

private:
    bool isAgreed() const;
    void follow(); ///< opens, changes or closes the connection to the broker as now needed
    void gather(bool isGathering);
    void handle(BoardNeedEvent event);
    void handle(BoardLossEvent event);
    QString keptAs() const;
    void sendGoodbye();
    void setTransport();
    void beginNight();
    void refresh();
    void followBroker(); ///< follows the state of the connection to the broker
    void showLoss(bool isRefused);
    BoardSight boardSight() const;
    QString obstacle() const;

    Console &m_console;
    BoardLine *m_line;
    BoardAccess *m_access;
    BoardLink *m_link;
    DeskReporter *m_reporter;
    DeskPost *m_post;
    DeskPeople *m_people;
    std::unique_ptr<DeskWatchers> m_watchers;
    ConsoleNotes *m_notes;
    ConsoleCall *m_call;
    SharedStatus *m_sharedStatus;
    HandoverReceiver *m_receiver;
    HandoverGiver *m_giver;
    BoardMenu *m_menu;
    BoardSight m_sight;
    std::optional<BrokerSpec> m_wayOf; ///< the broker for which m_post has its transport
    BoardNeed m_need = BoardNeed::None;
    BoardLoss m_loss = BoardLoss::Unconnected;
};
}
