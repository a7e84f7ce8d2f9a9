// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// This desk and the facility's board: tells it what the desk does while anything is connected, and shows its people what is told
/// and who looks. Joins the parts. Where the facility has no broker or this user no credential, nothing is done and nothing is said.
/// GUI thread; it never waits. A child of Console.
class ConsoleBoard : public QObject
{
    Q_OBJECT
public:
    /// Both outlive this; @p console owns it. @p credentials: where they are kept; empty: the user's directory.
    ConsoleBoard(Console &console, ConsoleNight *night, const QString &credentials = {});
    ~ConsoleBoard() override;

    /// What is offered and asked, hidden until then. Of the console's window, which places them.
    QList<QWidget *> bars() const;
    /// The board's line, for the place below the strips of the links. As those above.
    QWidget *line() const;
    const BoardSight &sight() const;
    DeskPost *post() const;
    DeskPeople *people() const;
    ConsoleNotes *notes() const;
    ConsoleCall *consoleCall() const;
    HandoverReceiver *handover() const;
    /// The console ends: the board is told, and nobody waits for that.
    void leave();
    /// What it said last needs a loop to go; of a person who has closed the window already: waits for that, 1 s at most.
    void waitForGoodbye();
    /// Adds what is known of the board to the console's state, for scripts.
    void describe(QJsonObject &state) const;

private:
    bool isAgreed() const;
    void follow(); ///< what is wanted may be another
    void gather(bool isGathering);
    QString keptAs() const;
    void sendGoodbye();
    void setWay();
    void beginNight();
    void refresh();
    void showLoss();
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
    std::optional<BrokerSpec> m_wayOf; ///< that the post was given
    bool m_isWanted = false; ///< the board, for some reason
    bool m_isGathering = false;
    bool m_isLeaving = false;
    bool m_wasConnected = false;
    bool m_isLossShown = false;
};
}
